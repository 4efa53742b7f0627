package dev.dragoman.azure.decision;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Answers of Azure, as the tables of these tests need them. */
final class Answers {
    static final Answer FOUND = answer(200, "Succeeded");
    static final Answer ABSENT = error(404, "ResourceNotFound");

    private Answers() {}

    static Answer answer(int status, String state) {
        return new Answer(
                status,
                Map.of(
                        "id",
                        "/r",
                        "properties",
                        state.isEmpty() ? Map.of() : Map.of("provisioningState", state)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    /** 202 without anything to poll. */
    static Answer accepted() {
        return plain(202, Map.of());
    }

    static Answer plain(int status, Map<String, Object> body) {
        return new Answer(
                status, body, Optional.empty(), Optional.empty(), Optional.empty(), "c-1");
    }

    /** The answer with an operation to ask for. */
    static Answer withOperation(Answer answer) {
        return new Answer(
                answer.status(),
                answer.body(),
                Optional.of("https://arm/op"),
                answer.retryAfter(),
                answer.error(),
                answer.correlationId());
    }

    static Answer accepted(int retryAfter) {
        return new Answer(
                202,
                Map.of(),
                Optional.of("https://arm/op"),
                Optional.of(Duration.ofSeconds(retryAfter)),
                Optional.empty(),
                "");
    }

    static Answer poll(String status) {
        return new Answer(
                200,
                Map.of("status", status),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    static Answer failed(String code) {
        return new Answer(
                200,
                Map.of("status", "Failed", "error", Map.of("code", code, "message", "no")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    static Answer error(int status, String code) {
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Answer.Failure(code, "refused", true)),
                "c-1");
    }
}
