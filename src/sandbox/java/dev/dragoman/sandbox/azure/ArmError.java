package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Json;

/** An error answer of Resource Manager: {@code {"error":{"code","message"}}}. */
public final class ArmError extends RuntimeException {
    private final int status;
    private final String code;
    private final boolean gateway;
    private final String target;

    private ArmError(int status, String code, String message, boolean gateway) {
        this(status, code, message, gateway, null);
    }

    private ArmError(int status, String code, String message, boolean gateway, String target) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.gateway = gateway;
        this.target = target;
    }

    /** A copy of this error, with a detail that names {@code what} as the target. */
    ArmError about(String what) {
        return new ArmError(status, code, getMessage(), gateway, what);
    }

    /** An error of a resource provider. */
    public static ArmError of(int status, String code, String message) {
        return new ArmError(status, code, message, false);
    }

    /** An error of Resource Manager itself; the header {@code x-ms-failure-cause} names it. */
    public static ArmError gateway(int status, String code, String message) {
        return new ArmError(status, code, message, true);
    }

    public static JsonNode body(String code, String message) {
        var body = Json.object();
        body.putObject("error").put("code", code).put("message", message);
        return body;
    }

    String code() {
        return code;
    }

    Answer answer() {
        var body = body(code, getMessage());
        if (target != null) {
            ((ObjectNode) body.path("error"))
                    .putArray("details")
                    .addObject()
                    .put("code", code)
                    .put("target", target)
                    .put("message", getMessage());
        }
        var answer = Answer.of(status, body);
        return gateway ? answer.with("x-ms-failure-cause", "gateway") : answer;
    }
}
