package dev.dragoman.cluster;

import dev.dragoman.sandbox.controlplane.AuditLog;

/**
 * How an operator calls itself to the API server: by its pod, as {@code dragoman/VERSION (POD)}.
 * Those in the JVM of tests do the same, so that they are told from all else that uses their token.
 */
public final class OperatorAgent {
    private OperatorAgent() {}

    /** Of an operator in this JVM. */
    public static String of(String pod) {
        return "dragoman/tests (" + pod + ")";
    }

    /** Whether an operator asked. The {@code plan} is another program, with rights of its user. */
    public static boolean asked(AuditLog.Event event) {
        return event.userAgent().startsWith("dragoman/") && !event.userAgent().endsWith("(plan)");
    }

    /** Whether the operator of this pod asked, as a process or in this JVM. */
    static boolean asked(AuditLog.Event event, String pod) {
        return asked(event) && event.userAgent().endsWith("(" + pod + ")");
    }
}
