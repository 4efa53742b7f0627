package dev.dragoman.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reconciliations that only compute do not stop the others. In a JVM of its own, because the number
 * of carriers belongs to the JVM.
 */
class CarriersTest {
    private static final String WENT_ON = "went on";
    private static final int MANY = 30;

    /** More virtual threads that only compute than there are processors, then one more. */
    static final class Computing {
        private Computing() {}

        public static void main(String[] args) throws InterruptedException {
            Carriers.start();
            int processors = Runtime.getRuntime().availableProcessors();
            long began = System.nanoTime();
            for (int i = 0; i < processors + Integer.parseInt(args[0]); i++) {
                var _ = Thread.ofVirtual().start(Computing::endless);
            }
            Thread.ofVirtual()
                    .start(
                            () -> {
                                var after = Duration.ofNanos(System.nanoTime() - began);
                                System.out.println(WENT_ON + " " + after);
                            })
                    .join();
            Runtime.getRuntime().halt(0);
        }

        private static void endless() {
            long sum = 0;
            while (sum >= 0) {
                sum = (sum + 1) % 1_000_003;
            }
        }
    }

    private static String ran(int more) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Computing.class.getName(),
                                Integer.toString(more))
                        .redirectErrorStream(true)
                        .start();
        try {
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest(name = "{0}, missing after {1}, one less before: {2}: {3}")
    @CsvSource({
        "60, 0, true, 120",
        "60, 59, true, 120",
        "60, 59, false, 60",
        "60, 60, true, 60",
        "120, 120, true, 60",
        "86400, 5, true, 86400",
    })
    void aCarrierThatIsMissedSoonIsKeptLonger(int patience, int calm, boolean lessened, int next) {
        assertThat(Carriers.patience(patience, calm, lessened)).isEqualTo(next);
    }

    @Test
    void whatOnlyComputesDoesNotStopTheOthers() throws Exception {
        assertThat(ran(2)).contains(WENT_ON);
    }

    /** One more carrier a second would take half a minute. */
    @Test
    void manyThatComputeAtOnceDoNotStopTheOthersForLong() throws Exception {
        var said = ran(MANY).lines().toList();
        var wentOn = said.stream().filter(each -> each.startsWith(WENT_ON)).findAny();
        assertThat(Duration.parse(wentOn.orElseThrow().replace(WENT_ON + " ", "")))
                .as("%s", said)
                .isLessThan(Duration.ofSeconds(MANY * 2 / 3));
    }
}
