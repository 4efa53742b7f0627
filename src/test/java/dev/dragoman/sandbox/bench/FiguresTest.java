package dev.dragoman.sandbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class FiguresTest {
    private static final Result.Baseline TEN = new Result.Baseline("ten", List.of(9.0, 10.0, 11.0));

    @ParameterizedTest(name = "{0} of 1..5 is {1}")
    @CsvSource({"0,1", "0.5,3", "0.75,4", "0.9,4.6", "1,5"})
    void quantilesLieBetweenNeighbours(double share, double expected) {
        assertThat(Figures.quantile(List.of(5.0, 1.0, 4.0, 2.0, 3.0), share)).isEqualTo(expected);
    }

    @Test
    void nothingMeasuredIsNoFigure() {
        assertThatThrownBy(() -> Figures.median(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aGoalIsTheMostThatIsAllowed() {
        var twenty = Result.of("a", "ms", 20, TEN);
        assertThat(twenty.met()).isEmpty();
        assertThat(twenty.atMost(20).met()).contains(true);
        assertThat(twenty.atMost(19.9).met()).contains(false);
        assertThat(twenty.ratio()).contains(2.0);
        assertThat(Result.of("a", "", 1, Result.Baseline.of("none", 0)).ratio()).isEmpty();
    }

    @Test
    void p99NeedsEnoughValues() {
        var values = IntStream.rangeClosed(1, 101).mapToObj(i -> (double) i).toList();
        assertThat(Result.of("a", "ms", values, TEN).p99()).contains(100.0);
        assertThat(Result.of("a", "ms", values.subList(0, 20), TEN).p99()).isEmpty();
    }

    @Test
    void theTableIsAligned() {
        assertThat(
                        Table.of(
                                List.of(
                                        Result.of("start", "ms", 1234, TEN).atMost(1000),
                                        Result.of("cost.writes", "", 2.5, TEN))))
                .isEqualTo(
                        """
                                      median  p99  baseline  ratio     goal
                        start        1234 ms    -        10    123  <= 1000  MISSED
                        cost.writes     2.50    -        10   0.25        -""");
    }

    @Test
    void benchmarksAreJoinedToTheirBaselines() throws Exception {
        var answers =
                new ObjectMapper()
                        .readTree(
                                """
                                [{"benchmark": "dev.x.QueueBenchmark.take",
                                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[4, 6], [8, 6]]}},
                                 {"benchmark": "dev.x.QueueBenchmark.takeBaseline",
                                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[3], [3]]}},
                                 {"benchmark": "dev.x.QueueBenchmark.alone",
                                  "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1]]}}]
                                """);
        assertThat(CodeScenario.results(answers))
                .singleElement()
                .satisfies(
                        result -> {
                            assertThat(result.name()).isEqualTo("code.Queue.take");
                            assertThat(result.unit()).isEqualTo("ns");
                            assertThat(result.values()).containsExactly(4.0, 6.0, 8.0, 6.0);
                            assertThat(result.ratio()).contains(2.0);
                        });
    }

    @Test
    void anUnknownNameIsToldTheKnownOnes() {
        var err = new StringWriter();
        int code =
                new CommandLine(new BenchCommand())
                        .setErr(new PrintWriter(err))
                        .execute("everything");
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("everything").contains("start, ready, many");
    }
}
