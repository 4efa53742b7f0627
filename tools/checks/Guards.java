import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/**
 * Prints, with commas between, the integration tests that guard changed files. Run as a source file
 * with the table of guards; the names of the files come on standard input, one a line. Each row of
 * the table is a pattern of paths, as {@code glob:} takes them, and names of classes.
 */
final class Guards {
    private Guards() {}

    public static void main(String[] args) throws Exception {
        var changed =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        .lines()
                        .map(Path::of)
                        .toList();
        var tests = new TreeSet<String>();
        for (var row : Files.readAllLines(Path.of(args[0]))) {
            var words = row.strip().split("\\s+");
            if (words.length < 2 || words[0].startsWith("#")) {
                continue;
            }
            var pattern = FileSystems.getDefault().getPathMatcher("glob:" + words[0]);
            if (changed.stream().anyMatch(pattern::matches)) {
                for (int i = 1; i < words.length; i++) {
                    tests.add(words[i]);
                }
            }
        }
        System.out.print(String.join(",", tests));
    }
}
