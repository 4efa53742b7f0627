package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example of docs/testing-overlays.md is a case that is met. */
class TestingOverlaysPageTest extends TestCommandFixture {
    private static final Pattern FILE = Pattern.compile("(?s)```yaml\n# cases/(\\S+)\n(.*?)```");
    private static final Pattern RUN =
            Pattern.compile("(?s)```\n\\$ ./dragoman test cases\n(.*?)```");

    @Test
    void itsExampleIsMet() throws IOException {
        var page = Files.readString(Path.of("docs/testing-overlays.md"));
        var found = FILE.matcher(page);
        while (found.find()) {
            file(found.group(1), found.group(2));
        }
        var run = RUN.matcher(page);
        assertThat(run.find()).isTrue();
        assertThat(test()).as("%s%s", out, err).isZero();
        assertThat(out.toString()).isEqualTo(run.group(1));
    }
}
