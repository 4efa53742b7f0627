import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Fails the build when an integration test was skipped: it would look like proof and be none. Run
 * as a source file, with the summary that failsafe writes and the tags that were left out.
 */
final class NoSkippedTests {
    private NoSkippedTests() {}

    public static void main(String[] args) throws Exception {
        var summary = Path.of(args[0]);
        if (!Files.exists(summary)) {
            // "-DskipTests", or no integration test was selected: failsafe has its own say then.
            return;
        }
        var document = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        var skipped = document.parse(summary.toFile()).getElementsByTagName("skipped");
        var count = Integer.parseInt(skipped.item(0).getTextContent().strip());
        if (count > 0) {
            System.err.println(count + " integration tests were skipped; see " + summary.getParent());
            System.exit(1);
        }
        System.out.println("left out, by tag (CONTRIBUTING.md): " + args[1]);
    }
}
