package dev.dragoman.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

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
        "CDTarget, cdtargets, | reason of `Ready`, 1",
        "DiscoveryService, discovery, | reason of `Ready`, 1",
        "EnvoyDeployment, envoy, | reason of `Ready`, 1",
        "DiscoveryServiceCertificate, certificates, | reason of Ready, 1",
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
        for (var section : Arrays.asList(Reasons.AZURE, Reasons.CODES, "Deployment")) {
            assertThat(Reasons.section(section).values()).allMatch(row -> !row.text().isEmpty());
        }
    }

    @Test
    void theNextStepIsPlainTextThatNamesPages() {
        assertThat(Reasons.next("StorageAccount", "CredentialNotFound").orElseThrow())
                .contains("docs/tenants.md#credentials")
                .doesNotContain("[", "`");
        assertThat(Reasons.next("CDTarget", "ReadRefused"))
                .isNotEqualTo(Reasons.next("StorageAccount", "ReadRefused"));
        assertThat(Reasons.next("StorageAccount", "NobodyKnowsThis")).isEmpty();
    }

    @Test
    void reasonsOfTheseCommandsAreOnTheirPage() throws IOException {
        assertThat(Files.readString(Path.of("docs/why.md")))
                .contains(
                        "`" + Ready.NOT_RECONCILED + "`",
                        "`" + Cause.CYCLE + "`",
                        "`OperatorDown`");
    }
}
