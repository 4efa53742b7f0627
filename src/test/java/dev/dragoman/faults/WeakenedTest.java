package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.azure.identity.IdentityRules;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.cluster.OperatorThreads;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;

/** A rule is away while it is asked for, and no longer. */
class WeakenedTest {
    @Test
    void aRuleIsAwayUntilItIsClosed() {
        var rules = IdentityRules.from(Map.of());
        var own = new Proof.ServiceAccount("a", IdentityRules.ACCOUNT);
        var other = new Proof.ServiceAccount("b", "c");
        for (int time = 0; time < 2; time++) {
            assertThat(rules.of("a")).isEqualTo(own);
            try (var _ =
                    Weakened.by(
                            IdentityRules.class,
                            "of",
                            (_, arguments, result) -> "a".equals(arguments[0]) ? other : result)) {
                assertThat(rules.of("a")).isEqualTo(other);
                assertThat(rules.of("x").namespace()).isEqualTo("x");
            }
        }
        assertThat(rules.of("a")).isEqualTo(own);
    }

    @Test
    void theRuleOfAnotherOperatorIsNotAway() throws InterruptedException {
        var other = new Proof.ServiceAccount("b", "c");
        var rules = IdentityRules.from(Map.of());
        var told = new ArrayBlockingQueue<Proof.ServiceAccount>(1);
        try (var _ =
                OperatorThreads.of(
                        "one", () -> Weakened.by(IdentityRules.class, "of", (_, _, _) -> other))) {
            OperatorThreads.of("one", () -> assertThat(rules.of("a")).isEqualTo(other));
            OperatorThreads.of("another", () -> assertThat(rules.of("a")).isNotEqualTo(other));
            assertThat(rules.of("a")).isNotEqualTo(other);
            OperatorThreads.of("one", () -> thread(() -> told.add(rules.of("a")))).join();
            assertThat(told.take()).as("in a thread of the one").isEqualTo(other);
            thread(() -> told.add(rules.of("a"))).join();
            assertThat(told.take()).as("in a thread of nobody").isNotEqualTo(other);
        }
    }

    private static Thread thread(Runnable action) {
        return Thread.ofVirtual().start(action);
    }

    @Test
    void whatIsRefusedIsGiven() {
        var wrong = Map.of("DRAGOMAN_IDENTITY_MODE", "wrong");
        var given = IdentityRules.from(Map.of());
        try (var _ = Weakened.byRefusals(IdentityRules.class, "from", (_, _, _) -> given)) {
            assertThat(IdentityRules.from(wrong)).isSameAs(given);
            assertThat(IdentityRules.from(Map.of("DRAGOMAN_TOKEN_CACHE", "none")).cached())
                    .isFalse();
        }
        assertThatThrownBy(() -> IdentityRules.from(wrong)).hasMessageContaining("wrong");
    }

    @Test
    void aMethodThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Weakened.by(IdentityRules.class, "off", (_, _, result) -> result))
                .hasMessageContaining("has no method off");
    }
}
