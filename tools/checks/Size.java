import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the lines of code of each room with the most that a table allows, and fails above it.
 * Rooms are the packages directly below {@code dev.dragoman} in {@code src/main}, then {@code
 * src/sandbox}, {@code src/test}, the routes and {@code tools}. Blank lines and lines that are only
 * a comment are counted apart. Run as a source file with the root of the checkout and the table.
 * Without the table it prints the rows of one, with the lines apart as their comments. Each row is a
 * room, its most lines and, after {@code #}, the reason for its last change.
 */
final class Size {
    private static final Path MAIN = Path.of("src/main/java/dev/dragoman");

    /** The rooms that are no package of {@link #MAIN}, by their names in the table. */
    private static final Map<String, Path> OTHERS =
            Map.of(
                    "src/sandbox", Path.of("src/sandbox/java"),
                    "src/test", Path.of("src/test/java"),
                    "routes", Path.of("src/main/resources/routes"),
                    "tools", Path.of("tools"));

    private static final Set<String> SLASHES = Set.of("java", "go", "js");
    private static final Set<String> HASHES = Set.of("yaml", "sh", "");

    /** Data of the catalog, which is no code. */
    private static final Path DATA = Path.of("tools/catalog");

    private final Map<String, Integer> lines = new TreeMap<>();
    private final Map<String, Integer> apart = new TreeMap<>();

    private Size() {}

    public static void main(String[] args) throws IOException {
        var root = Path.of(args[0]);
        var size = new Size();
        size.files(root, MAIN);
        for (var other : OTHERS.values()) {
            size.files(root, other);
        }
        if (args.length == 1) {
            size.lines.forEach(
                    (room, count) ->
                            System.out.printf(
                                    "%-12s %6d  # %d lines blank or comment%n",
                                    room, count, size.apart.get(room)));
            return;
        }
        var wrong = size.problems(most(Path.of(args[1])), args[1]);
        wrong.forEach(System.err::println);
        if (!wrong.isEmpty()) {
            System.exit(1);
        }
    }

    private static Map<String, Integer> most(Path table) throws IOException {
        var most = new TreeMap<String, Integer>();
        for (var row : Files.readAllLines(table)) {
            var words = row.split("#", 2)[0].strip().split("\\s+");
            if (words.length == 2) {
                most.put(words[0], Integer.valueOf(words[1]));
            } else if (!words[0].isEmpty()) {
                throw new IOException(
                        "%s: '%s' is no row; write a room, its most lines, and # with the reason"
                                .formatted(table, row));
            }
        }
        return most;
    }

    private List<String> problems(Map<String, Integer> most, String table) {
        var wrong = new ArrayList<String>();
        lines.forEach(
                (room, count) -> {
                    var limit = most.get(room);
                    if (limit == null) {
                        wrong.add(
                                "size: %s has %d lines of code and no row in %s; add one, with the reason on its line"
                                        .formatted(room, count, table));
                    } else if (count > limit) {
                        wrong.add(
                                "size: %s has %d lines of code, %d more than its row in %s allows (%d); take lines away, or raise the row in the same commit, with the reason on its line"
                                        .formatted(room, count, count - limit, table, limit));
                    }
                });
        most.keySet().stream()
                .filter(room -> !lines.containsKey(room))
                .forEach(
                        room ->
                                wrong.add(
                                        "size: %s of %s has no code; take the row away"
                                                .formatted(room, table)));
        return wrong;
    }

    private void files(Path root, Path below) throws IOException {
        if (!Files.isDirectory(root.resolve(below))) {
            return;
        }
        try (var all = Files.walk(root.resolve(below))) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                var path = root.relativize(file);
                var ending = ending(path);
                // what npm installs is nobody's code here
                if (path.toString().contains("/node_modules/")) {
                    continue;
                }
                if (path.startsWith(DATA) || !SLASHES.contains(ending) && !HASHES.contains(ending)) {
                    continue;
                }
                count(room(path), Files.readAllLines(file), SLASHES.contains(ending));
            }
        }
    }

    private static String ending(Path path) {
        var name = path.getFileName().toString();
        return name.contains(".") ? name.substring(name.lastIndexOf('.') + 1) : "";
    }

    /** The room of a file; {@code dev.dragoman} where it is in no package below. */
    private static String room(Path path) {
        if (path.startsWith(MAIN)) {
            return path.getNameCount() == MAIN.getNameCount() + 1
                    ? "dev.dragoman"
                    : path.getName(MAIN.getNameCount()).toString();
        }
        return OTHERS.entrySet().stream()
                .filter(other -> path.startsWith(other.getValue()))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private void count(String room, List<String> text, boolean slashes) {
        boolean comment = false;
        int code = 0;
        for (var each : text) {
            var line = each.strip();
            boolean begins = slashes && !comment && line.startsWith("/*");
            boolean alone = line.isEmpty() || line.startsWith(slashes ? "//" : "#");
            if (!comment && !begins && !alone) {
                code++;
            }
            comment = (comment || begins) && !line.contains("*/");
        }
        lines.merge(room, code, Integer::sum);
        apart.merge(room, text.size() - code, Integer::sum);
    }
}
