package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes of authors, planted one by one: validate names each with file, line and a way out. */
class PlantedMistakesTest extends ValidateStepsFixture {
    private static final String OBJECT = "object.yaml";
    private static final Pattern ROW =
            Pattern.compile("(?ms)^== (\\S+)\\n(.*?)^=> (\\S+?): (.*?)$");

    /**
     * @param content of the file; or lines {@code ~ REGEX ~ REPLACEMENT}, changes of a shipped file
     * @param line its number, or after {@code @} a text that it has
     * @param reason part of the message
     */
    record Mistake(String file, String content, String line, String reason) {
        /** The content with the changes made. */
        String text() throws IOException {
            if (!content.startsWith("~ ")) {
                return content;
            }
            var page = CompositionsPage.files().get(file);
            var text =
                    page == null
                            ? Files.readString(Path.of("src/main/resources/routes").resolve(file))
                            : page;
            for (var change : content.lines().toList()) {
                var parts = change.substring(2).split(" ~ ?", 2);
                var changed = text.replaceFirst(parts[0], parts[1].replace("\\n", "\n"));
                assertThat(changed).as(change).isNotEqualTo(text);
                text = changed;
            }
            return text;
        }

        /** Number of the line in the text. */
        int number(String text) {
            return line.startsWith("@")
                    ? (int) text.substring(0, text.indexOf(line.substring(1))).lines().count()
                    : Integer.parseInt(line);
        }

        @Override
        public String toString() {
            return file + ": " + reason;
        }
    }

    static Stream<Mistake> mistakes() throws IOException {
        return ROW.matcher(Files.readString(Path.of("src/test/resources/mistakes/planted.txt")))
                .results()
                .map(m -> new Mistake(m.group(1), m.group(2), m.group(3), m.group(4)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void eachIsNamedWithItsLineAndAWayOut(Mistake mistake) throws IOException {
        var text = mistake.text();
        var arguments = new ArrayList<String>();
        if (mistake.file().startsWith(CompositionsPage.NAME)) {
            CompositionsPage.write(overlays);
        }
        if (mistake.file().equals(OBJECT)) {
            arguments.addAll(List.of("--object", file(OBJECT, text)));
        } else {
            Files.writeString(overlays.resolve(mistake.file()), text);
        }
        int code = validate(arguments.toArray(String[]::new));
        var found = err.toString().replace(overlays + "/", "").replace(files + "/", "");
        assertThat(found.lines())
                .as("code %d: %s", code, found)
                .anySatisfy(
                        each ->
                                assertThat(each)
                                        .startsWith(
                                                mistake.file() + ":" + mistake.number(text) + ": ")
                                        .contains(mistake.reason()));
    }
}
