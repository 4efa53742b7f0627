package dev.dragoman.sandbox.faults;

import java.time.Duration;
import java.util.Map;

/** What the proxy does to a request. */
public sealed interface Fault {
    /** The request is forwarded after this time. */
    record Delay(Duration duration) implements Fault {}

    /**
     * The request is forwarded after another action, as when a concurrent writer is faster.
     *
     * @param first runs before the request is forwarded
     */
    record Overtaken(Runnable first) implements Fault {}

    /** The request is not forwarded; the client gets this answer. */
    record Answer(int status, Map<String, String> headers, String body) implements Fault {}

    /** The request is not forwarded; the connection is reset. */
    record ResetBefore() implements Fault {}

    /**
     * The request is forwarded, but the connection is reset before the client gets the answer.
     *
     * @param then runs after the answer has arrived and before the reset
     */
    record LoseReply(Runnable then) implements Fault {}

    /** A list shows an older revision. The API server keeps revisions for some minutes. */
    record AsOf(String resourceVersion) implements Fault {}

    /** An answer in the form of the API server's errors. */
    static Answer kubernetes(int code, String reason) {
        var body =
                """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"injected by the fault proxy","reason":"%s","code":%d}"""
                        .formatted(reason, code);
        return new Answer(code, retryAfter(code), body);
    }

    /** An answer in the form of Azure Resource Manager's errors. */
    static Answer azure(int status, String code) {
        var body =
                """
                {"error":{"code":"%s","message":"injected by the fault proxy"}}"""
                        .formatted(code);
        return new Answer(status, retryAfter(status), body);
    }

    /** An answer in the form of Entra's errors. */
    static Answer entra(int status, String code) {
        var body =
                """
                {"error":"%s","error_description":"%s: injected by the fault proxy","error_codes":[%s]}"""
                        .formatted(
                                status < 429 ? "invalid_client" : "temporarily_unavailable",
                                code,
                                code.replaceFirst("\\D+", ""));
        return new Answer(status, retryAfter(status), body);
    }

    /**
     * An answer in the form of Key Vault's errors.
     *
     * @param inner the code of the inner error, empty for none
     */
    static Answer vault(int status, String code, String inner) {
        var within =
                inner.isEmpty()
                        ? ""
                        : """
                        ,"innererror":{"code":"%s"}"""
                                .formatted(inner);
        var body =
                """
                {"error":{"code":"%s","message":"injected by the fault proxy"%s}}"""
                        .formatted(code, within);
        return new Answer(status, retryAfter(status), body);
    }

    private static Map<String, String> retryAfter(int status) {
        return status == 429 ? Map.of("Retry-After", "1") : Map.of();
    }
}
