package dev.dragoman.tools.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of the lines of code fails above a limit, and for a table that is not whole. */
class SizeTest {
    @TempDir private Path root;

    /** What the check says. It begins with its exit status. */
    private String checked(String... table) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "tools/checks/Size.java",
                                root.toString()));
        if (table.length > 0) {
            command.add(Files.write(root.resolve("size.txt"), List.of(table)).toString());
        }
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    private void file(String path, String... lines) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }

    @Test
    void aRoomAboveItsLimitFailsTheBuild() throws Exception {
        file(
                "src/main/java/dev/dragoman/azure/arm/A.java",
                "/** A comment",
                " * of two lines. */",
                "class A { // has code too",
                "",
                "    // alone",
                "    String glob = \"/*\";",
                "}");
        file("src/main/java/dev/dragoman/Operator.java", "class Operator {}");
        file("src/main/resources/routes/a.camel.yaml", "# why", "- route:");
        file("src/main/resources/other.yaml", "none: of these");
        file("tools/checks/changed", "#!/bin/sh", "true");
        file("tools/checks/size.json", "{}");

        assertThat(checked()).startsWith("0 ").containsPattern("azure +3 +# 4 lines blank");
        assertThat(checked("# rooms", "azure 3", "dev.dragoman 1", "routes 1", "tools 1"))
                .isEqualTo("0 ");
        assertThat(checked("azure 2 # was enough", "dev.dragoman 1", "routes 1", "tools 1"))
                .startsWith("1 size: azure has 3 lines of code, 1 more than its row in")
                .contains("allows (2)", "raise the row in the same commit, with the reason")
                .hasLineCount(1);
        assertThat(checked("azure 3", "dev.dragoman 1", "routes 1", "gone 7"))
                .startsWith("1 size: tools has 1 lines of code and no row in")
                .contains("size: gone of")
                .hasLineCount(2);
    }
}
