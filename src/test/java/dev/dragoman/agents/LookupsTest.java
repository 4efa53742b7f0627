package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.Block;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Answers for host names. */
class LookupsTest {
    @Test
    void oneThatIsNotAnsweredKeepsNoOtherFromIt() {
        var never = new CountDownLatch(1);
        try (var lookups =
                new Lookups(
                        name ->
                                switch (name) {
                                    case "a.example.com." ->
                                            new InetAddress[] {
                                                InetAddress.ofLiteral("192.0.2.1"),
                                                InetAddress.ofLiteral("2001:db8::1")
                                            };
                                    case "slow.example.com." -> {
                                        wait(never);
                                        yield new InetAddress[0];
                                    }
                                    default -> throw new UnknownHostException(name);
                                })) {
            assertThat(lookups.ask(List.of("slow.example.com", "b.example.com", "a.example.com")))
                    .isEqualTo(
                            Map.of(
                                    "slow.example.com",
                                    Optional.empty(),
                                    "b.example.com",
                                    Optional.empty(),
                                    "a.example.com",
                                    Optional.of(
                                            List.of(
                                                    Block.parse("192.0.2.1"),
                                                    Block.parse("2001:db8::1")))));
        } finally {
            never.countDown();
        }
    }

    /** As a resolver of the machine does, which cannot be interrupted. */
    private static void wait(CountDownLatch never) {
        boolean interrupted = false;
        while (true) {
            try {
                never.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nobodyIsAsked() {
        try (var lookups = Lookups.none()) {
            assertThat(lookups.ask(List.of("a.example.com")))
                    .containsEntry("a.example.com", Optional.empty());
            assertThat(lookups.ask(List.of())).isEmpty();
        }
    }
}
