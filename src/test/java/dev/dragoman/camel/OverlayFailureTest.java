package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is to be done about a file that failed. */
class OverlayFailureTest {
    private static final String FILE = "a.steps.yaml:1";

    @Test
    void whatMayHealByItselfIsNoReasonToRestart() {
        assertThat(OverlayFailure.of(FILE, "gives two verdicts"))
                .hasMessage(
                        "a.steps.yaml:1 gives two verdicts. Correct or remove the file, and restart the operator");
        var again =
                "The operator tries again. If the file is wrong, correct it and restart the operator";
        assertThat(OverlayFailure.thrown(FILE, "failed: no answer"))
                .hasMessage("a.steps.yaml:1 failed: no answer. " + again);
        assertThat(OverlayFailure.healing(FILE, "added a Kind that is not served"))
                .hasMessage("a.steps.yaml:1 added a Kind that is not served. " + again);
        assertThat(OverlayFailure.healing(FILE, "x").isThrown()).isFalse();
    }
}
