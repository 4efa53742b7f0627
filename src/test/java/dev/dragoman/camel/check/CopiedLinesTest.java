package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A copied route that falls behind the shipped one is told line by line. */
class CopiedLinesTest extends StraightRoutesFixture {
    static Stream<ShippedRoute> routes() throws IOException {
        return ShippedRoute.all().stream();
    }

    /** All findings about a copy, warnings too. */
    private List<String> found(ShippedRoute route, String text) throws IOException {
        Files.writeString(directory.resolve(route.file() + ".camel.yaml"), text);
        return CHECK.check(new Overlays(List.of(directory))).stream()
                .map(each -> each.toString().replace(directory + "/", ""))
                .toList();
    }

    private static List<String> names(ShippedRoute route) {
        return LineTableTest.rows(route).stream().map(each -> each[0].replace("`", "")).toList();
    }

    private static String comment(ShippedRoute route, List<String> names) {
        return "# dragoman.dev/lines %s: %s\n".formatted(route.id(), String.join(" ", names));
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aShippedFileNamesItsLines(ShippedRoute route) throws IOException {
        assertThat(route.text()).contains(comment(route, names(route)));
        assertThat(found(route, route.text())).isEmpty();
    }

    /** The copy is of a release without the line; or it leaves the line out on purpose. */
    @ParameterizedTest
    @MethodSource("routes")
    void aLineThatIsNewIsTold(ShippedRoute route) throws IOException {
        var rows = LineTableTest.rows(route);
        var names = names(route);
        for (int i = 1; i < names.size(); i++) {
            var lines = new ArrayList<>(route.lines());
            lines.remove(i);
            var then = new ArrayList<>(names);
            then.remove(i);
            var copy = route.with(lines);
            var older = copy.replace(comment(route, names), comment(route, then));
            var told =
                    "%s.camel.yaml:%d: warning: the line '%s' below '%s' is new in the shipped route"
                            .formatted(
                                    route.file(),
                                    LineTableTest.number(older, route, i - 1),
                                    names.get(i),
                                    names.get(i - 1));
            assertThat(found(route, older))
                    .as("without %s", lines)
                    .filteredOn(each -> each.contains("warning: the line"))
                    .singleElement()
                    .asString()
                    .startsWith(told)
                    .endsWith("Without it: " + rows.get(i)[3]);
            assertThat(found(route, copy)).noneMatch(each -> each.contains("is new"));
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aLineThatHasMovedIsTold(ShippedRoute route) throws IOException {
        var names = names(route);
        for (int i = 1; i + 1 < names.size(); i++) {
            if (names.get(i).equals(names.get(i + 1))) {
                continue;
            }
            var lines = new ArrayList<>(route.lines());
            Collections.swap(lines, i, i + 1);
            var then = new ArrayList<>(names);
            Collections.swap(then, i, i + 1);
            var copy = route.with(lines);
            assertThat(found(route, copy.replace(comment(route, names), comment(route, then))))
                    .as("%s", then)
                    .filteredOn(each -> each.contains("warning: the line"))
                    .singleElement()
                    .asString()
                    .containsAnyOf(
                            "'%s' has moved below".formatted(names.get(i)),
                            "'%s' has moved below".formatted(names.get(i + 1)));
            assertThat(found(route, copy)).noneMatch(each -> each.contains("has moved"));
            assertThat(
                            found(
                                    route,
                                    route.text()
                                            .replace(comment(route, names), comment(route, then))))
                    .as("what stands as it is shipped is not told")
                    .noneMatch(each -> each.contains("has moved"));
        }
    }

    @Test
    void aCopyWithoutTheCommentIsNotTold() throws IOException {
        var route = ShippedRoute.all().getFirst();
        assertThat(found(route, route.text().replaceAll("(?m)^# dragoman.dev/lines.*\\n", "")))
                .isEmpty();
        assertThat(found(route, route.text().replaceFirst("(dev/lines) \\S+:", "$1 other:")))
                .singleElement()
                .asString()
                .contains("there is no comment '# dragoman.dev/lines %s:'".formatted(route.id()));
    }

    /** A line with other options than the shipped one's is an error. */
    @Test
    void aLineWithOtherOptionsIsRefused() throws IOException {
        for (var route : ShippedRoute.all()) {
            for (int i = 0; i < route.lines().size(); i++) {
                if (route.lines().get(i).contains("parameters: { ")) {
                    var lines = new ArrayList<>(route.lines());
                    lines.set(i, lines.get(i).replaceFirst("parameters: \\{[^}]*}, ", ""));
                    assertThat(found(route, route.with(lines)))
                            .anySatisfy(
                                    each ->
                                            assertThat(each)
                                                    .contains(
                                                            "in the shipped route. Teams may not"));
                }
            }
        }
    }
}
