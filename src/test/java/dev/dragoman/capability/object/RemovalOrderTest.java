package dev.dragoman.capability.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.capability.Line;
import dev.dragoman.capability.MakersFixture;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When an object that others read goes. */
class RemovalOrderTest {
    private static final List<Line> LINES =
            List.of(
                    Line.maker("port", "kubernetes-object:a.port").read(),
                    Line.maker("summary", "kubernetes-object:a.summary").after("port").read());

    static Stream<Arguments> rows() {
        return Stream.of(
                // the reader stays, and reads the others that there are
                arguments("Port/a Summary/s", "Port/a Port/b Summary/s", "b"),
                arguments("", "Port/a Port/b Summary/s", "s"),
                arguments("", "Port/a Port/b Summary/s!", ""),
                arguments("", "Port/a Port/b", "ab"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatIsReadGoesAfterTheReadersThatGo(String wanted, String there, String gone) {
        var all = new LinkedHashMap<ObjectKey, Present.There>();
        for (var each : MakersFixture.objects(there)) {
            var line = String.valueOf(each.get("kind")).toLowerCase(Locale.ROOT);
            all.put(Fields.key(each), new Present.There(line, each, false));
        }
        var comparison =
                ObjectComparison.of(
                        new Makes("a", Set.of(), List.of()),
                        LINES,
                        new Present(MakersFixture.OWNER, Map.of(), all, Set.of()),
                        Map.of(),
                        MakersFixture.objects(wanted));
        assertThat(comparison.obsolete().stream().map(each -> Fields.metadata(each, "name")))
                .containsExactlyInAnyOrder(
                        gone.chars().mapToObj(Character::toString).toArray(String[]::new));
    }
}
