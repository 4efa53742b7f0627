import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Takes the time of each class of integration tests from failsafe's reports into {@code
 * src/test/resources/tier/seconds.properties}, from which their order and their thirds follow. To be
 * run as a source file from the root of the checkout after a run, where times have changed much.
 * Reports that are older than that run are left out.
 */
final class Seconds {
    private static final Path KNOWN = Path.of("src/test/resources/tier/seconds.properties");

    private Seconds() {}

    public static void main(String[] args) throws Exception {
        var reports = Path.of(args.length > 0 ? args[0] : "target/failsafe-reports");
        var seconds = new TreeMap<String, String>();
        if (Files.exists(KNOWN)) {
            for (var line : Files.readAllLines(KNOWN)) {
                if (!line.startsWith("#") && line.contains("=")) {
                    seconds.put(line.split("=", 2)[0], line.split("=", 2)[1]);
                }
            }
        }
        // a class that is not there any more has no time
        seconds.keySet().removeIf(each -> !Files.exists(source(each)));
        // written by Verdict
        var began = Instant.parse(Files.readString(reports.resolve("began.txt")).strip());
        var xml = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        try (var files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
            for (var file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(began)) {
                    continue;
                }
                var suite = xml.parse(file.toFile()).getDocumentElement();
                if (Files.exists(source(suite.getAttribute("name")))) {
                    seconds.put(
                            suite.getAttribute("name"),
                            Long.toString(
                                    Math.max(
                                            1,
                                            Math.round(
                                                    Double.parseDouble(
                                                            suite.getAttribute("time"))))));
                }
            }
        }
        write(seconds);
    }

    private static void write(TreeMap<String, String> seconds) throws IOException {
        var lines = new java.util.ArrayList<>(List.of("# written by tools/checks/Seconds.java"));
        seconds.forEach((name, time) -> lines.add(name + "=" + time));
        Files.createDirectories(KNOWN.getParent());
        Files.write(KNOWN, lines);
    }

    private static Path source(String className) {
        return Path.of("src/test/java", className.replace('.', '/') + ".java");
    }
}
