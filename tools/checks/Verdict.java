import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * What a run of integration tests has not shown although none failed: fails the build when one was
 * skipped, when none ran, or when more than {@link #MOST} passed at their second try only. Prints
 * those by name, and fails where failsafe counted others. Run as a source file, with the directory of failsafe's reports, the time when the
 * build began, the tags that were left out, and whether tests are skipped (-DskipTests).
 */
final class Verdict {
    /** A run in which more tests need a second try proves that the suite is not what it was. */
    private static final int MOST = 3;

    private static final String NONE =
            "no integration test ran. Is the name of -Dit.test one of a test, and its tier (@Landing, @Full; docs/testing.md) that of the profile?";

    private Verdict() {}

    public static void main(String[] args) throws Exception {
        var reports = Path.of(args[0]);
        var summary = reports.resolve("failsafe-summary.xml");
        var began = FileTime.from(Instant.parse(args[1]));
        if (Boolean.parseBoolean(args[3])) {
            return;
        }
        // where no test has the name, failsafe leaves the summary of an earlier build as it is
        if (!Files.exists(summary) || Files.getLastModifiedTime(summary).compareTo(began) < 0) {
            fail(NONE);
        }
        // Seconds looks at no report that is older
        Files.writeString(reports.resolve("began.txt"), args[1]);
        var xml = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        if (count(xml, summary, "skipped") > 0) {
            fail(count(xml, summary, "skipped") + " integration tests were skipped; see " + reports);
        }
        if (count(xml, summary, "completed") == 0) {
            fail(NONE);
        }
        System.out.println("left out, by tag (CONTRIBUTING.md): " + args[2]);
        var again = secondTries(xml, reports, began);
        System.out.println("passed at the second try: " + (again.isEmpty() ? "none" : again.size()));
        again.forEach(each -> System.out.println("  " + each));
        if (again.size() != count(xml, summary, "flakes")) {
            fail(
                    "failsafe counted %d second tries, and its reports name %d"
                            .formatted(count(xml, summary, "flakes"), again.size()));
        }
        if (again.size() > MOST) {
            fail(again.size() + " tests needed a second try, and " + MOST + " may");
        }
    }

    private static void fail(String why) {
        System.err.println(why);
        System.exit(1);
    }

    private static int count(DocumentBuilder xml, Path summary, String what) throws Exception {
        var counted = xml.parse(summary.toFile()).getElementsByTagName(what);
        return Integer.parseInt(counted.item(0).getTextContent().strip());
    }

    /** In reports of this build: others may be left of earlier ones. */
    private static List<String> secondTries(DocumentBuilder xml, Path reports, FileTime began)
            throws Exception {
        var found = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
            for (var file : files) {
                if (Files.getLastModifiedTime(file).compareTo(began) >= 0) {
                    var cases = xml.parse(file.toFile()).getElementsByTagName("testcase");
                    for (int i = 0; i < cases.getLength(); i++) {
                        if (cases.item(i) instanceof Element test) {
                            first(test).ifPresent(found::add);
                        }
                    }
                }
            }
        }
        found.sort(null);
        return found;
    }

    /** Of a test that passed after all, how it failed at first. */
    private static Optional<String> first(Element test) {
        for (var name : List.of("flakyFailure", "flakyError")) {
            if (test.getElementsByTagName(name).item(0) instanceof Element failure) {
                var message = failure.getAttribute("message").lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
                return Optional.of(
                        "%s.%s: %s"
                                .formatted(
                                        test.getAttribute("classname"),
                                        test.getAttribute("name"),
                                        message));
            }
        }
        return Optional.empty();
    }
}
