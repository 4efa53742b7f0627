package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;

/** What Resource Manager answers instead: {@code {"error":{"code","message"}}}. */
final class ArmError extends RuntimeException {
    private final int status;
    private final String code;
    private final boolean gateway;

    private ArmError(int status, String code, String message, boolean gateway) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.gateway = gateway;
    }

    /** An error of a resource provider. */
    static ArmError of(int status, String code, String message) {
        return new ArmError(status, code, message, false);
    }

    /** An error of Resource Manager itself, which says so in a header. */
    static ArmError gateway(int status, String code, String message) {
        return new ArmError(status, code, message, true);
    }

    static JsonNode body(String code, String message) {
        var body = Json.object();
        body.putObject("error").put("code", code).put("message", message);
        return body;
    }

    String code() {
        return code;
    }

    Answer answer() {
        var answer = Answer.of(status, body(code, getMessage()));
        return gateway ? answer.with("x-ms-failure-cause", "gateway") : answer;
    }
}
