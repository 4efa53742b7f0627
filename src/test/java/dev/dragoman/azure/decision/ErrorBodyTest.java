package dev.dragoman.azure.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an error of Azure says, in the shapes that its services have. */
class ErrorBodyTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void shapes(String why, Map<String, Object> error, String code, String message) {
        assertThat(ErrorBody.read(error, "Otherwise", "nothing was said"))
                .isEqualTo(new Answer.Failure(code, message, true));
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                arguments("code and message", error("A", "no"), "A", "no"),
                arguments("in title case", Map.of("Code", "A", "Message", "no"), "A", "no"),
                arguments("a number", Map.of("code", 40_652, "message", "no"), "40652", "no"),
                arguments("neither", Map.of(), "Otherwise", "nothing was said"),
                arguments("a blank message", error("A", " "), "A", "nothing was said"),
                arguments("no text", Map.of("code", Map.of()), "Otherwise", "nothing was said"),
                arguments(
                        "details",
                        with(error("A", "failed"), "details", List.of(error("B", "no quota"))),
                        "A",
                        "failed; B: no quota"),
                arguments(
                        "the first of several",
                        with(
                                error("A", "failed"),
                                "details",
                                List.of(error("B", "no quota"), error("C", "nor this"))),
                        "A",
                        "failed; B: no quota"),
                arguments("no details", with(error("A", "no"), "details", List.of()), "A", "no"),
                arguments(
                        "details that are no errors",
                        with(error("A", "no"), "details", List.of("text")),
                        "A",
                        "no"),
                arguments(
                        "an inner error",
                        with(error("A", "failed"), "innererror", error("B", "no quota")),
                        "A",
                        "failed; B: no quota"),
                arguments(
                        "the innermost of several",
                        with(
                                error("A", "failed"),
                                "details",
                                List.of(
                                        with(
                                                error("B", "failed too"),
                                                "innererror",
                                                error("C", "no quota")))),
                        "A",
                        "failed; C: no quota"),
                arguments(
                        "the innermost says nothing",
                        with(
                                error("A", "failed"),
                                "details",
                                List.of(
                                        with(
                                                error("B", "no quota"),
                                                "innererror",
                                                error("C", "")))),
                        "A",
                        "failed; B: no quota"),
                arguments(
                        "an inner one that is repeated already",
                        with(
                                error("A", "failed: no quota"),
                                "details",
                                List.of(error("B", "no quota"))),
                        "A",
                        "failed: no quota"),
                arguments(
                        "an inner one without a code",
                        with(error("A", "failed"), "details", List.of(Map.of("message", "full"))),
                        "A",
                        "failed; full"),
                arguments(
                        "only an inner one has a message",
                        with(Map.of("code", "A"), "details", List.of(error("B", "no quota"))),
                        "A",
                        "B: no quota"));
    }

    @Test
    void aLongMessageLeavesRoomForItsCause() {
        var long1 = "o".repeat(5000);
        assertThat(ErrorBody.read(error("A", long1), "", "").message())
                .hasSize(1024)
                .endsWith("o...");
        var whole = "o".repeat(1024);
        assertThat(ErrorBody.read(error("A", whole), "", "").message()).isEqualTo(whole);
        var caused = with(error("A", long1), "details", List.of(error("B", "no quota")));
        assertThat(ErrorBody.read(caused, "", "").message())
                .hasSize(1024)
                .endsWith("o...; B: no quota");
        var both = with(error("A", "short"), "details", List.of(error("B", long1)));
        assertThat(ErrorBody.read(both, "", "").message())
                .hasSize("short; ".length() + 512)
                .startsWith("short; B: oo")
                .endsWith("o...");
    }

    @Test
    void errorsBelowErrorsEnd() {
        Map<String, Object> error = error("last", "too deep");
        for (int i = 0; i < 9; i++) {
            error = with(error("E" + i, "at " + i), "innererror", error);
        }
        assertThat(ErrorBody.read(error, "", "").message()).isEqualTo("at 8; E0: at 0");
    }

    private static Map<String, Object> error(String code, String message) {
        return Map.of("code", code, "message", message);
    }

    private static Map<String, Object> with(Map<String, Object> error, String key, Object value) {
        var out = new java.util.HashMap<>(error);
        out.put(key, value);
        return out;
    }
}
