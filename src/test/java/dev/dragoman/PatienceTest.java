package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What waits has an end. */
class PatienceTest {
    private static Process bash(String commands) throws Exception {
        return new ProcessBuilder("bash", "-c", commands).redirectErrorStream(true).start();
    }

    @Test
    void whatAProcessSaysIsRead() throws Exception {
        assertThat(Patience.said(bash("echo one; echo two >&2"), Duration.ofSeconds(10)))
                .isEqualTo("one\ntwo\n");
    }

    @Test
    void aProcessThatHangsIsEndedAndQuoted() throws Exception {
        var process = bash("echo begun; sleep 300");
        assertThatThrownBy(() -> Patience.said(process, Duration.ofSeconds(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("did not end", "begun");
        assertThat(Patience.ends(process)).isTrue();
    }

    @Test
    void withinATimeOrNot() {
        assertThat(Patience.within(Duration.ofSeconds(5), () -> true)).isTrue();
        assertThat(Patience.within(Duration.ofMillis(200), () -> false)).isFalse();
    }
}
