package dev.dragoman.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exception lets pass what it names, and fails the build when it is wrong. */
class ExceptionsTest {
    private static final Finding FOUND =
            new Finding("README.md", 7, "Ease", "simply", "'simply' says nothing");

    @Test
    void letsPassItsFileRuleAndTextAlone() {
        var exceptions = of("README.md", "Ease", "simply", "It is a name.");
        assertThat(exceptions.wrong(List.of(FOUND))).isEmpty();
        assertThat(exceptions.without(List.of(FOUND))).isEmpty();
        var others =
                List.of(
                        new Finding("SECURITY.md", 7, "Ease", "simply", ""),
                        new Finding("README.md", 7, "Terms", "simply", ""),
                        new Finding("README.md", 7, "Ease", "just", ""));
        assertThat(exceptions.without(others)).isEqualTo(others);
    }

    @Test
    void isWrongWhenItIsNotNeeded() {
        var unused = of("README.md", "Ease", "simply", "It is a name.");
        assertThat(unused.wrong(List.of())).singleElement().asString().contains("not needed");
    }

    @Test
    void isWrongWithoutAFile() {
        var nowhere = of("docs/gone.md", "Ease", "simply", "It is a name.");
        assertThat(nowhere.wrong(List.of(FOUND))).singleElement().asString().contains("no file");
    }

    @Test
    void isWrongWithoutAReason() {
        for (var reason : new String[] {null, "", " "}) {
            var silent = of("README.md", "Ease", "simply", reason);
            assertThat(silent.wrong(List.of(FOUND)))
                    .singleElement()
                    .asString()
                    .contains("no reason");
        }
    }

    @Test
    void aKeyThatIsMisspelledIsRefused(@TempDir Path directory) throws IOException {
        var file = directory.resolve("exceptions.yaml");
        Files.writeString(file, "- file: README.md\n  why: It is a name.\n");
        assertThatThrownBy(() -> Exceptions.load(file)).hasMessageContaining("why");
        Files.writeString(file, "# none\n");
        assertThat(Exceptions.load(file).entries()).isEmpty();
    }

    private static Exceptions of(String file, String rule, String match, String reason) {
        return new Exceptions(List.of(new Exceptions.Entry(file, rule, match, reason)));
    }
}
