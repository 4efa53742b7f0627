package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cli.Commands;
import dev.dragoman.cli.RestoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the Platform and the Team of docs/teams.md become, and what a Team may not ask for. */
@ExtendWith(RestoredLog.class)
class ValidateTeamsTest {
    private static final String OVERLAYS = "kubernetes/teams/overlays";

    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** The page's objects. */
    private static String page() throws IOException {
        var page = Files.readString(Path.of("docs/teams.md"));
        return page.replaceFirst("(?s).*```yaml\n# platform.yaml\n(.*?)```.*", "$1");
    }

    private int validate(String objects) throws IOException {
        var file = directory.resolve("objects.yaml");
        Files.writeString(file, objects);
        var line = new CommandLine(new ValidateCommand(Map.of()));
        return line.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("--object", file.toString(), OVERLAYS);
    }

    @Test
    void theFilesAreSound() {
        var code =
                new CommandLine(new ValidateCommand(Map.of()))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(OVERLAYS);
        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
    }

    /** The kinds that Teams need, as the page prints them. */
    @Test
    void thePagesCommandPrintsTheKinds() throws IOException {
        var kinds =
                Pattern.compile("--kinds '([^']+)'")
                        .matcher(Files.readString(Path.of("docs/teams.md")));
        assertThat(kinds.find()).isTrue();
        var code =
                Commands.line()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute("crds", "--rbac", "--kinds", kinds.group(1));
        assertThat(code).as("%s", err).isZero();
        assertThat(out.toString())
                .contains("resourcegroups", "userassignedidentities", "roleassignments");
    }

    @Test
    void aFileOfOnesOwnReplacesOneOfTheComponent() throws IOException {
        var mine = Files.createDirectory(directory.resolve("mine"));
        Files.writeString(
                mine.resolve("teams.quota.object.yaml"),
                Files.readString(Path.of(OVERLAYS, "teams.quota.object.yaml"))
                        .replace("${object.spec.quota.cpu}", "'77'"));
        var file = directory.resolve("objects.yaml");
        Files.writeString(file, page());
        var settings = Map.of("DRAGOMAN_OVERLAYS", mine + "," + OVERLAYS);
        var code =
                new CommandLine(new ValidateCommand(settings))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute("--object", file.toString());
        assertThat(code).as("%s", err).isZero();
        assertThat(out.toString()).contains("cpu: \"77\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platforms", "teams"})
    void theRightsAreThoseThatAreInstalled(String name) throws IOException {
        var code =
                new CommandLine(new ValidateCommand(Map.of("POD_NAMESPACE", "dragoman-system")))
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(OVERLAYS, "--rights", name);
        assertThat(code).as("%s", err).isZero();
        var installed =
                Files.readString(Path.of("kubernetes/teams/rights-%s.yaml".formatted(name)));
        assertThat(installed.lines().skip(1))
                .containsExactlyElementsOf(out.toString().lines().toList());
    }

    @Test
    void aTeamIsWhatThePageSays() throws IOException {
        assertThat(validate(page())).as("%s", err).isZero();
        assertThat(out.toString()).doesNotContain("# Ready=");
        var elsewhere = "prefix: sndadpinfmid1401, resourceGroup: sndadpmidrg1401";
        assertThat(validate(page().replace("prefix: sndadpinfmid1401", elsewhere)))
                .as("%s", err)
                .isZero();
        assertThat(out.toString())
                .contains("SHARED_SERVICEBUS_NAME: \"sndadpinfsb1401\"")
                .contains("SERVICEBUS_NS: \"sndadpinfsb1401\"")
                .contains("name: \"fcp-quotas\"")
                .contains("    pods: \"50\"\n")
                .contains("name: \"allow-fcp-internal\"")
                .contains("name: \"sndadpinfmid1401-fcp-aso\"")
                .contains("subject: \"system:serviceaccount:fcp:dragoman-azure\"")
                .contains("name: \"sndadpinfmid1401-fcp-team-worker\"")
                .contains("sndadpinfrg1401-fcp-aso-sb-rbac")
                .doesNotContain("line databaseRole");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    namespace: flux-config }       | namespace: other }                       | WrongNamespace
                    resourceGroup: sndadpfcprg1401 | resourceGroup: sndadpinfrg1401           | GroupReserved
                    resourceGroup: sndadpfcprg1401 | resourceGroup: a;  namespace: kube-system | NamespaceReserved
                    access: { serviceBus: true } | access: { postgres: true } | AccessNotOffered
                    """)
    void whatATeamMayNotAskForIsRefused(String from, String to, String reason) throws IOException {
        assertThat(validate(page().replace(from, to.replace(";", "\n")))).isEqualTo(1);
        assertThat(err.toString()).contains(reason + ": ");
    }

    /** The first object of the file is the older one. */
    @Test
    void theOlderTeamHasTheGroup() throws IOException {
        var page = page();
        var second = page.substring(page.lastIndexOf("---\n")).replace("name: fcp", "name: other");
        assertThat(second).contains("name: other");
        assertThat(validate(page + second)).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo(
                        "Team flux-config/other: GroupTaken: an older Team has this resource group; choose another spec.resourceGroup\n");
    }
}
