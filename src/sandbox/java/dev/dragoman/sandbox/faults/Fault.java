package dev.dragoman.sandbox.faults;

import java.time.Duration;
import java.util.Map;

/** What may happen to a request. */
public sealed interface Fault {
    /** It is forwarded late. */
    record Delay(Duration duration) implements Fault {}

    /**
     * Somebody else is faster: it is forwarded after this.
     *
     * @param first runs before
     */
    record Overtaken(Runnable first) implements Fault {}

    /** It never arrives; this is answered in its place. */
    record Answer(int status, Map<String, String> headers, String body) implements Fault {}

    /** The connection is reset; the request never arrives. */
    record ResetBefore() implements Fault {}

    /**
     * The request is carried out, then the connection is reset: nobody learns what came of it.
     *
     * @param then runs in between
     */
    record LoseReply(Runnable then) implements Fault {}

    /** A list shows an older revision of the API server, which keeps them for some minutes. */
    record AsOf(String resourceVersion) implements Fault {}

    /** The API server's own answer for the code. */
    static Answer kubernetes(int code, String reason) {
        var body =
                """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"injected by the fault proxy","reason":"%s","code":%d}"""
                        .formatted(reason, code);
        return new Answer(code, retryAfter(code), body);
    }

    /** Resource Manager's answer for the status. */
    static Answer azure(int status, String code) {
        var body =
                """
                {"error":{"code":"%s","message":"injected by the fault proxy"}}"""
                        .formatted(code);
        return new Answer(status, retryAfter(status), body);
    }

    /** Entra's answer for the status. */
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

    private static Map<String, String> retryAfter(int status) {
        return status == 429 ? Map.of("Retry-After", "1") : Map.of();
    }
}
