package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands say of reasons is what the pages say. */
class ReasonsTest {
    private static final Pattern REASON = Pattern.compile("`(\\w+)`");

    @ParameterizedTest(name = "{0} as in docs/{1}.md")
    @CsvSource({
        "CDTarget.cnad.gofound.nl, cdtargets, | reason of `Ready`, 1",
        "DiscoveryService.operator.marin3r.3scale.net, discovery, | reason of `Ready`, 1",
        "EnvoyDeployment.operator.marin3r.3scale.net, envoy, | reason of `Ready`, 1",
        "DiscoveryServiceCertificate.operator.marin3r.3scale.net, certificates, | reason of Ready, 1",
        "ConfigMap, namespaces, | state | reason, 2"
    })
    void thePagesHaveTheSameRows(String kind, String page, String head, int reasons)
            throws IOException {
        var rows = new LinkedHashMap<String, String>();
        Files.readString(Path.of("docs", page + ".md"))
                .lines()
                .dropWhile(line -> !line.startsWith(head))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\s*\\|\\s*"))
                .filter(cells -> cells.length > reasons + 1)
                .forEach(
                        cells ->
                                REASON.matcher(cells[reasons])
                                        .results()
                                        .forEach(
                                                each ->
                                                        rows.put(
                                                                each.group(1),
                                                                cells[reasons + 1])));
        var ours = new LinkedHashMap<String, String>();
        Reasons.section(kind).forEach((reason, row) -> ours.put(reason, row.next()));
        assertThat(ours).isNotEmpty().isEqualTo(rows);
    }

    @Test
    void everyReasonOfTheOperatorHasSomethingToDo() {
        assertThat(Reasons.section(Reasons.AZURE)).hasSizeGreaterThan(60);
        for (var section : Arrays.asList(Reasons.AZURE, Reasons.CODES, "Deployment.apps")) {
            assertThat(Reasons.section(section).values()).allMatch(row -> !row.text().isEmpty());
        }
    }

    @Test
    void theNextStepIsPlainTextThatNamesPages() {
        var account = new ObjectKey("storage.azure.com", "StorageAccount", "a", "b");
        var target = new ObjectKey("cnad.gofound.nl", "CDTarget", "a", "b");
        assertThat(Reasons.next(account, true, "CredentialNotFound").orElseThrow())
                .contains("docs/tenants.md#credentials")
                .doesNotContain("[", "`");
        assertThat(Reasons.next(target, true, "ReadRefused"))
                .isNotEqualTo(Reasons.next(account, true, "ReadRefused"));
        assertThat(Reasons.next(account, true, "NobodyKnowsThis")).isEmpty();
    }

    /** A reason of another controller means what that controller says. */
    @Test
    void aKindOfAnotherGroupGetsNothingThatIsSaidOfOurs() {
        var theirs = new ObjectKey("example.org", "CDTarget", "a", "b");
        assertThat(Reasons.next(theirs, false, "TokenMissing")).isEmpty();
        assertThat(Reasons.next(theirs, false, "Failed")).isEmpty();
        assertThat(Reasons.next(theirs, true, "TokenMissing")).isEmpty();
        var deployment = new ObjectKey("apps", "Deployment", "a", "b");
        assertThat(Reasons.next(deployment, false, "PodsNotReady")).isPresent();
        assertThat(Reasons.next(deployment, false, "Failed")).isEmpty();
    }

    @Test
    void reasonsOfTheseCommandsAreOnTheirPage() throws IOException {
        assertThat(Files.readString(Path.of("docs/why.md")))
                .contains(
                        "`" + Ready.NOT_RECONCILED + "`",
                        "`" + Cause.CYCLE + "`",
                        "`OperatorDown`",
                        "`NotWatched`",
                        "`Unread`");
    }
}
