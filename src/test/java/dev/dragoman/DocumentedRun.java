package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The commands of one page, which a test runs step by step. It knows which of them were run, so
 * that none can be forgotten. Not thread-safe.
 */
public final class DocumentedRun {
    private final List<String> page;
    private final ControlPlane plane;
    private final Path directory;
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Map<String, String> leftOut;
    private final Map<String, Integer> codes = new LinkedHashMap<>();
    private final Set<Integer> run = new TreeSet<>();
    private final Set<String> used = new TreeSet<>();
    private int last;

    /**
     * @param directory where the commands are given
     * @param leftOut beginnings of commands that are not run, and why
     */
    public DocumentedRun(Path page, ControlPlane plane, Path directory, Map<String, String> leftOut)
            throws IOException {
        this.page = Files.readAllLines(page);
        this.plane = plane;
        this.directory = directory;
        this.leftOut = Map.copyOf(leftOut);
    }

    /** From now on this stands where the page has the word. */
    public DocumentedRun where(String word, String here) {
        places.put(word, here);
        return this;
    }

    /** The command may end with this exit code too, which tells something. */
    public DocumentedRun mayEnd(String command, int code) {
        codes.put(command, code);
        return this;
    }

    /**
     * Runs the commands below the line that begins with a text, up to the next line that begins
     * with another one; empty: to the end of the page. The same may be run again, and nothing
     * before it.
     *
     * @return what they said
     */
    public String run(String from, String to) throws IOException, InterruptedException {
        last = line(from, last);
        return commands(last, to);
    }

    /** The same for a section that stands elsewhere, to which the step before refers. */
    public String aside(String from, String to) throws IOException, InterruptedException {
        return commands(line(from, 0), to);
    }

    private String commands(int first, String to) throws IOException, InterruptedException {
        int end = to.isEmpty() ? page.size() : line(to, first + 1);
        var lines = new StringBuilder();
        for (int i = first + 1; i < end; i++) {
            if (command(page.get(i))) {
                lines.append(page.get(i).strip()).append('\n');
                run.add(i);
            }
        }
        assertThat(lines).as(page.get(first)).isNotEmpty();
        var commands = here(lines.toString());
        assertThat(commands).as(page.get(first)).isNotBlank();
        return DocumentedCommands.said(plane, directory, commands);
    }

    private int line(String beginning, int after) {
        for (int i = after; i < page.size(); i++) {
            if (page.get(i).startsWith(beginning)) {
                return i;
            }
        }
        throw new AssertionError("no line of the page begins with '%s'".formatted(beginning));
    }

    private String here(String commands) {
        var here = commands.replace("\\\n", " ");
        for (var place : places.entrySet()) {
            here =
                    Pattern.compile("(?<!\\w)" + Pattern.quote(place.getKey()) + "(?!\\w)")
                            .matcher(here)
                            .replaceAll(Matcher.quoteReplacement(place.getValue()));
        }
        return here.lines()
                .filter(this::runnable)
                .map(this::mayEnd)
                .collect(Collectors.joining("\n"));
    }

    private String mayEnd(String command) {
        var code = codes.get(command);
        return code == null ? command : "%s || test $? = %s".formatted(command, code);
    }

    private boolean runnable(String command) {
        var rule = leftOut.keySet().stream().filter(command::startsWith).findFirst();
        rule.ifPresent(used::add);
        return rule.isEmpty();
    }

    private static boolean command(String line) {
        return line.startsWith("    ");
    }

    /**
     * Fails when a command of the page was not run, or a rule for those that are left out fits
     * none.
     *
     * @param elsewhere headings of sections whose commands another test runs
     */
    public void nothingIsLeft(String... elsewhere) {
        var not = new TreeSet<String>();
        var section = "";
        for (int i = 0; i < page.size(); i++) {
            var line = page.get(i);
            if (line.startsWith("#")) {
                section = line.replaceFirst("^#+ ", "");
            } else if (command(line) && !run.contains(i) && !List.of(elsewhere).contains(section)) {
                not.add(line.strip());
            }
        }
        assertThat(not).as("commands of the page that were not run").isEmpty();
        assertThat(used).as("rules that fit").isEqualTo(leftOut.keySet());
    }
}
