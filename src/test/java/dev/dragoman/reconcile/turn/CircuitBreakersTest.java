package dev.dragoman.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.turn.CircuitBreakers.SilentHost;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitBreakersTest {
    private Instant now = Instant.EPOCH;
    private final CircuitBreakers breakers = new CircuitBreakers(() -> now);

    private void later(int seconds) {
        now = now.plusSeconds(seconds);
    }

    private void refused() {
        assertThatThrownBy(() -> breakers.begin("host")).isInstanceOf(SilentHost.class);
    }

    private void fail(int seconds) throws SilentHost {
        try (var _ = breakers.begin("host")) {
            later(seconds);
        }
    }

    private void succeed() throws SilentHost {
        try (var call = breakers.begin("host")) {
            call.answered();
        }
    }

    @Test
    void aHostThatRefusesAtOnceIsAskedAgain() throws SilentHost {
        for (int i = 0; i < 10; i++) {
            fail(0);
        }
        succeed();
    }

    @Test
    void pausesGrowUntilAnAnswer() throws SilentHost {
        for (int pause : new int[] {2, 4, 8, 16, 32, 32}) {
            fail(10);
            refused();
            later(pause - 1);
            refused();
            later(1);
        }
        succeed();
        succeed();
        fail(10);
        later(2);
        succeed();
    }

    @Test
    void oneRequestTriesAHostThatFailed() throws SilentHost {
        fail(10);
        later(2);
        breakers.begin("host");
        refused();
        later(5);
        var trial = breakers.begin("host");
        refused();
        trial.answered();
        breakers.begin("host").close();
    }

    /** The host may be slow for one team's token alone. */
    @Test
    void anotherNamespaceHasItsOwnTrial() throws Exception {
        fail(10);
        refused();
        Acting.as(
                "azure",
                "other",
                () -> {
                    succeed();
                    return true;
                });
        succeed();
    }

    @Test
    void othersAreNotAffected() throws SilentHost {
        fail(10);
        refused();
        try (var call = breakers.begin("other")) {
            call.answered();
        }
    }

    /** A team's slow request must not look like a host that is away. */
    @Test
    void aSlowRequestBesideAnswersIsNoSilence() throws SilentHost {
        var slow = breakers.begin("host");
        later(1);
        succeed();
        later(60);
        succeed();
        slow.close();
        succeed();
    }

    @Test
    void whileOneHangsNowAndThenAnotherIsTried() throws SilentHost {
        breakers.begin("host");
        later(4);
        breakers.begin("host");
        later(2);
        refused();
        later(4);
        var trial = breakers.begin("host");
        refused();
        trial.answered();
        breakers.begin("host");
    }

    @Test
    void rememberedHostsAreBounded() throws SilentHost {
        for (int i = 0; i < 3_000; i++) {
            try (var _ = breakers.begin("host-" + i)) {
                later(2);
            }
        }
        assertThat(breakers.size()).isLessThanOrEqualTo(1_000);
    }
}
