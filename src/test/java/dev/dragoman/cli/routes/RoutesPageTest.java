package dev.dragoman.cli.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.difflib.DiffUtils;
import dev.dragoman.CompositionsPage;
import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.EffectiveRoutes;
import dev.dragoman.cli.Commands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs for each kind, as pictures. */
class RoutesPageTest {
    private static final Path PAGE = Path.of("docs/routes.md");

    @TempDir private Path directory;

    private static String page(Overlays overlays) {
        return RoutesPage.of(
                EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, overlays, Operator.lines(overlays)));
    }

    /** {@code ./dragoman routes > docs/routes.md} makes it anew. */
    @Test
    void thePageIsThatOfTheRoutes() throws Exception {
        assertThat(Files.readString(PAGE)).isEqualTo(page(new Overlays(List.of())));
    }

    @Test
    void whatIsATeamsIsMarked() throws Exception {
        Files.writeString(
                directory.resolve("agents-desired.limits.steps.yaml"), "- log: {message: x}\n");
        Files.writeString(
                directory.resolve("namespaces.camel.yaml"),
                Files.readString(Path.of("src/main/resources/routes/namespaces.camel.yaml"))
                        .replaceFirst(
                                "(?m)^( +- to: .*furnish.*)$",
                                "$1\n        - to: { uri: \"direct:quota\", description: \"Ours\" }"));
        var page = page(new Overlays(List.of(directory)));
        assertThat(page)
                .contains(
                        "l8{{\"dragoman-point:agents-desired<br/>agents-desired.limits.steps.yaml\"}}\n    class l8 team")
                .contains("In `namespaces.camel.yaml`.")
                .contains("[\"direct:quota<br/>Ours\"]\n    class l7 team");
        assertThat(page.split(" team\n", -1)).hasSize(3);
    }

    /** Before and after differ in the rows of what a team has changed, and in no other. */
    @Test
    void theTextIsThereToBeCompared() throws Exception {
        var before = text();
        var file = directory.resolve("agents.camel.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("src/main/resources/routes/agents.camel.yaml"))
                        .replaceFirst("(?m)^.*method=scaling.*\\n", "")
                        .replaceFirst("(?m)^.*method=claim.*\\n", "$0        - to: direct:quota\n")
                        .replaceFirst("(?m)^(.*targetsPolicy.*\\n)(.*poolPolicy.*\\n)", "$2$1"));
        Files.writeString(
                directory.resolve("agents-desired.limits.steps.yaml"), "- log: {message: x}\n");
        assertThat(difference(before, text(directory.toString())))
                .isEqualTo(
                        """
                        -  bean:agentMakers?method=targetsPolicy
                        +- bean:agentMakers?method=targetsPolicy
                        ++ bean:agentMakers?method=targetsPolicy
                        -  bean:agentMakers?method=scaling
                        -  dragoman-point:agents-desired
                        +- bean:agentMakers?method=scaling
                        +  dragoman-point:agents-desired agents-desired.limits.steps.yaml
                        ++ direct:quota
                        """);
        assertThat(
                        text(directory.toString())
                                .lines()
                                .dropWhile(each -> !each.startsWith("agents: "))
                                .skip(1)
                                .takeWhile(each -> each.matches("[ +-] .*"))
                                .filter(each -> !each.startsWith("-"))
                                .map(
                                        each ->
                                                each.substring(2)
                                                        .replaceFirst("(\\?force.*| .*)", "")))
                .as("the order of the file")
                .containsExactlyElementsOf(
                        Pattern.compile("(?m)^ +- to: (?:\\{ uri: \")?([^\\s\",}]+)")
                                .matcher(
                                        Files.readString(file)
                                                .replaceFirst(
                                                        "(?s)- route:\n    id: agents-deletion.*",
                                                        ""))
                                .results()
                                .map(each -> each.group(1))
                                .toList());
    }

    /** The rows that only one of the texts has, in their order. */
    private static String difference(String before, String after) {
        var patch = DiffUtils.diff(before.lines().toList(), after.lines().toList());
        var out = new StringBuilder();
        for (var delta : patch.getDeltas()) {
            delta.getSource().getLines().forEach(each -> out.append("-%s%n".formatted(each)));
            delta.getTarget().getLines().forEach(each -> out.append("+%s%n".formatted(each)));
        }
        return out.toString();
    }

    private static String text(String... directories) {
        var out = new StringWriter();
        var line = Commands.line().setOut(new PrintWriter(out, true));
        assertThat(
                        line.execute(
                                Stream.concat(Stream.of("routes", "--text"), Stream.of(directories))
                                        .toArray(String[]::new)))
                .isZero();
        return out.toString();
    }

    /** A file for more points is drawn at each. */
    @Test
    void aFileForMorePointsIsAtEach() throws Exception {
        CompositionsPage.write(directory);
        for (var name : List.of("transition.all", "before-delete.all", "azure-before-send.gate")) {
            Files.writeString(directory.resolve(name + ".steps.yaml"), "- log: {message: x}\n");
        }
        assertThat(page(new Overlays(List.of(directory))))
                .contains(
                        "dragoman-point:agents-transition<br/>transition.all.steps.yaml",
                        "dragoman-point:webapplications-transition<br/>transition.all.steps.yaml",
                        "dragoman-point:namespace-lifetimes-before-delete<br/>before-delete.all.steps.yaml",
                        "dragoman-point:azure-before-create<br/>azure-before-send.gate.steps.yaml",
                        "dragoman-point:azure-before-change<br/>azure-before-send.gate.steps.yaml")
                .doesNotContain("agents-before-change<br/>azure");
    }

    /** Templates are part of what a reader of the route has to know. */
    @Test
    void linesOfCompositionsShowTheirTemplates() throws Exception {
        CompositionsPage.write(directory);
        var file = directory.resolve("webapplications.group.object.yaml");
        Files.writeString(file, "when: ${object.spec.own == \"yes\"}\n" + Files.readString(file));
        assertThat(page(new Overlays(List.of(directory))))
                .contains("k_dispatch_webapplications([\"platform.example.org/WebApplication\"])")
                .contains(
                        "[\"kubernetes-object:webapplications.group<br/>ResourceGroup; it stays when the WebApplication goes (ResourceGroup, when: ${object.spec.own == 'yes'}, keep: deletion)\"]",
                        "[\"kubernetes-object:webapplications.federation<br/>FederatedIdentityCredential of each service account (FederatedIdentityCredential, each: ${object.spec.serviceAccounts})\"]");
        Files.writeString(file, "object: [\n");
        assertThatThrownBy(() -> page(new Overlays(List.of(directory))))
                .hasMessageStartingWith(file + ":");
    }

    @Test
    void theCommandNamesWhatItCannotRead() throws Exception {
        Files.writeString(directory.resolve("azure.camel.yaml"), "- route: [\n");
        var err = new StringWriter();
        int code =
                Commands.line()
                        .setErr(new PrintWriter(err, true))
                        .execute("routes", directory.toString());
        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).contains("azure.camel.yaml:");
    }

    @Test
    void aShippedFileIsPrintedToBeChanged() throws Exception {
        var out = new StringWriter();
        var line = Commands.line().setOut(new PrintWriter(out, true));
        assertThat(line.execute("routes", "--source", "azure")).isZero();
        assertThat(out.toString())
                .isEqualTo(Files.readString(Path.of("src/main/resources/routes/azure.camel.yaml")));
        var err = new StringWriter();
        line.setErr(new PrintWriter(err, true));
        assertThat(line.execute("routes", "--source", "azur")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no built-in file azur.camel.yaml");
    }
}
