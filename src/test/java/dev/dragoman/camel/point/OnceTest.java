package dev.dragoman.camel.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps with effects that a team limits to once in a period. */
class OnceTest extends PointRunnerFixture {
    private static final String ONCE =
            """
            - filter:
                simple: "${bean:once?method=pass(chat, 10m)}"
                steps:
                  - log: told
            """;

    /** What the object remembers, then the result; the point runs at 00:00. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    none                 | true  | 2026-01-01T00:10:00Z
                    2026-01-01T00:00:01Z | false | 2026-01-01T00:00:01Z
                    2026-01-01T00:00:00Z | true  | 2026-01-01T00:10:00Z
                    2026-01-01T00:10:00Z | false | 2026-01-01T00:10:00Z
                    2026-01-01T00:10:01Z | true  | 2026-01-01T00:10:00Z
                    what is no time      | true  | 2026-01-01T00:10:00Z
                    """)
    void stepsRunOnceInAPeriod(String before, boolean told, String after) throws IOException {
        once = before == null ? List.of() : List.of("chat=" + before);
        steps("azure-transition.a.steps.yaml", ONCE + ONCE);
        try (var log = new CapturedLog("azure-transition.a")) {
            assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                    .isEqualTo(new PointResult.Acted(List.of("chat=" + after)));
            assertThat(log.lines()).hasSize(told ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- filter: { method: { ref: once, method: \"pass(chat, '10m')\" }, steps: [ { log: told } ] }",
                "- choice: { when: [ { simple: \"${bean:once.pass(chat,10m)}\", steps: [ { log: told } ] } ] }",
                "- filter: { simple: \"${body[ready]} == 'True' && ${bean:once?method=pass('chat', '10m')} == true\", steps: [ { log: told } ] }"
            })
    void otherWaysToAsk(String text) throws IOException {
        steps("azure-after-create.a.steps.yaml", text + "\n" + text + "\n");
        try (var log = new CapturedLog("azure-after-create.a")) {
            assertThat(run(Point.AFTER_CREATE, Map.of("ready", "True")).once())
                    .isEqualTo(List.of("chat=2026-01-01T00:10:00Z"));
            assertThat(log.lines()).hasSize(1);
        }
    }

    /** The message is sent again, unless all of its file succeeded. */
    @Test
    void aFailureOfTheFileIsNotKept() throws IOException {
        var broken =
                "- throwException: {exceptionType: java.lang.IllegalStateException, message: no}\n";
        steps("azure-transition.a.steps.yaml", ONCE);
        steps("azure-transition.b.steps.yaml", ONCE.replace("chat", "other") + broken);
        assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                .isInstanceOf(PointResult.Failed.class)
                .extracting(PointResult::once)
                .isEqualTo(List.of("chat=2026-01-01T00:10:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    pass('a b', 10m)             | at most 60 letters
                    pass(${body}, 1m)             | at most 60 letters
                    pass(chat, '10 m')           | write it like 1h, 15m
                    """)
    void whatIsNoLimitNamesTheLine(String method, String why) throws IOException {
        steps(
                "azure-transition.a.steps.yaml",
                "- log: x\n" + ONCE.replace("pass(chat, 10m)", method));
        assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                .isInstanceOfSatisfying(
                        PointResult.Failed.class,
                        failed ->
                                assertThat(failed.problem())
                                        .contains("azure-transition.a.steps.yaml:2", why));
    }
}
