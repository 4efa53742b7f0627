package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of lines in docs/routes.md say what the check says, for each line of each route. */
class LineTableTest extends StraightRoutesFixture {
    private static final String REFUSED = "refused: ";
    private static final Pattern NAME = Pattern.compile("`([A-Za-z-]+)`");

    static Stream<ShippedRoute> routes() throws IOException {
        return ShippedRoute.all().stream();
    }

    /** The cells of each row of the route's table. */
    static List<String[]> rows(ShippedRoute route) {
        var none = new Overlays(List.of());
        return EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, none, Operator.lines(none)).stream()
                .filter(each -> each.id().equals(route.id()))
                .flatMap(each -> each.table().stream())
                .map(each -> each.substring(2).replaceFirst(" \\|$", "").split(" \\| ", -1))
                .peek(each -> each[3] = quoted(each[3]))
                .toList();
    }

    /** As the check quotes names. */
    private static String quoted(String cell) {
        return cell.startsWith(REFUSED) ? cell.replace('`', '\'') : cell;
    }

    private static String name(String[] row) {
        return row[0].replace("`", "");
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aLineHasANameThatStandsInTheFile(ShippedRoute route) {
        var rows = rows(route);
        assertThat(rows).hasSameSizeAs(route.lines());
        for (int i = 0; i < rows.size(); i++) {
            assertThat(route.lines().get(i))
                    .containsPattern("uri: \"[^\"]*[:.=-]%s[:\"]".formatted(name(rows.get(i))));
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void whatIsLeftOutIsRefusedWhereTheTableSaysSo(ShippedRoute route) throws IOException {
        var rows = rows(route);
        for (int i = 0; i < rows.size(); i++) {
            var lines = new ArrayList<>(route.lines());
            var line = lines.remove(i);
            var said = rows.get(i)[3];
            var found = problems(route.file(), route.with(lines));
            if (said.startsWith(REFUSED)) {
                var reason = said.substring(REFUSED.length()).replace("the route ", "");
                assertThat(found).as(line).anySatisfy(each -> assertThat(each).endsWith(reason));
                continue;
            }
            assertThat(found).as(line).isEmpty();
            var point = Pattern.compile("dragoman-point:([a-z-]+)").matcher(line);
            assertThat(point.find()).as(said).isEqualTo(said.contains("the point"));
            assertThat(said.contains("its objects go")).as(line).isEqualTo(line.contains("Makers"));
            if (said.contains("the point") && !route.with(lines).contains(point.group())) {
                var file = directory.resolve(point.group(1) + ".mine.steps.yaml");
                Files.writeString(file, "- log: { message: x }\n");
                assertThat(problems(route.file(), route.with(lines)))
                        .as(line)
                        .anySatisfy(each -> assertThat(each).startsWith(file.getFileName() + ":"));
                Files.delete(file);
            }
        }
    }

    /** A file in place of a line is accepted where the table names it, and for no other line. */
    @ParameterizedTest
    @MethodSource("routes")
    void aFileTakesThePlaceOfALineThatTheTableNames(ShippedRoute route) throws IOException {
        var rows = rows(route);
        for (int i = 0; i < rows.size(); i++) {
            var said = rows.get(i)[3];
            if (!route.lines().get(i).contains("Makers?") || !said.startsWith(REFUSED)) {
                continue;
            }
            var name = "%s-objects.%s.steps.yaml".formatted(route.id(), name(rows.get(i)));
            var lines = new ArrayList<>(route.lines());
            var line = lines.remove(i);
            Files.writeString(directory.resolve(name), "- log: { message: x }\n");
            assertThat(problems(route.file(), route.with(lines)).isEmpty())
                    .as(line)
                    .isEqualTo(said.endsWith("or the file " + name));
            Files.delete(directory.resolve(name));
        }
    }

    /** A line that is moved to the top or to the end misses all that the table says it needs. */
    @ParameterizedTest
    @MethodSource("routes")
    void whatALineNeedsIsWhatTheTableSays(ShippedRoute route) throws IOException {
        var rows = rows(route);
        var all = rows.stream().map(LineTableTest::name).toList();
        for (int i = 1; i < rows.size(); i++) {
            var row = rows.get(i);
            for (boolean top : List.of(true, false)) {
                var lines = new ArrayList<>(route.lines());
                var line = lines.remove(i);
                int to = top ? 1 : all.indexOf("end") - (i <= all.indexOf("end") ? 1 : 0);
                lines.add(to, line);
                var text = route.with(lines);
                var missed =
                        Pattern.compile(
                                "^%s.camel.yaml:%d: '%s' needs the line '(.*)' %s it"
                                        .formatted(
                                                route.file(),
                                                number(text, route, to),
                                                name(row),
                                                top ? "above" : "below"));
                assertThat(
                                problems(route.file(), text).stream()
                                        .flatMap(each -> missed.matcher(each).results())
                                        .map(each -> each.group(1))
                                        .collect(Collectors.toSet()))
                        .as("%s moved to the %s", line, top ? "top" : "end")
                        .isEqualTo(names(row[top ? 1 : 2], all));
            }
        }
    }

    /** The names in a cell; of those in brackets, the ones that the route has. */
    private static Set<String> names(String cell, List<String> all) {
        return Arrays.stream(cell.split(", "))
                .flatMap(
                        each ->
                                NAME.matcher(each)
                                        .results()
                                        .map(found -> found.group(1))
                                        .filter(
                                                name ->
                                                        !each.startsWith("(")
                                                                || all.contains(name)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Number, in the file, of the line with this index in the route. */
    static int number(String text, ShippedRoute route, int index) {
        var before = text.substring(0, text.indexOf("    id: %s\n".formatted(route.id())));
        var rest = text.substring(before.length());
        int steps = rest.substring(0, rest.indexOf("      steps:\n")).split("\n").length + 1;
        return before.split("\n").length + steps + index + 1;
    }
}
