package dev.dragoman.cli.create;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import dev.dragoman.cli.Commands;
import dev.dragoman.cli.RestoredLog;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a new composition consists of, and that it is one. */
@ExtendWith(RestoredLog.class)
class NewCommandTest {
    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        return Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private int create(String name, String kind) {
        return run("new", "composition", name, "--kind", kind, "--directory", overlays());
    }

    private String overlays() {
        return directory.resolve("overlays").toString();
    }

    private List<String> files() throws IOException {
        try (var all = Files.list(Path.of(overlays()))) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsWrittenIsSound() throws IOException {
        assertThat(create("shops", "platform.example.org/Shop")).isZero();
        var printed = out.toString();
        assertThat(files())
                .containsExactly(
                        "shops.camel.yaml",
                        "shops.configuration.object.yaml",
                        "shops.definition.yaml");
        assertThat(run("validate", overlays())).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith(
                        "1 route file, 0 files of steps, 0 kamelets and 1 template are sound (");
        assertThat(run("validate", overlays(), "--rights", "shops")).isZero();
        assertThat(printed).endsWith(out.toString());
    }

    @Test
    void theFirstOfWhatIsPrintedIsTheDefinition() {
        assertThat(create("shops", "platform.example.org/Company")).isZero();
        var crd =
                Serialization.unmarshal(
                        out.toString().split("\n---\n", 2)[0], CustomResourceDefinition.class);
        assertThat(crd.getMetadata().getName()).isEqualTo("companies.platform.example.org");
        assertThat(crd.getSpec().getNames().getPlural()).isEqualTo("companies");
        assertThat(crd.getSpec().getNames().getSingular()).isEqualTo("company");
        assertThat(crd.getSpec().getNames().getKind()).isEqualTo("Company");
        assertThat(out.toString())
                .contains("name: dragoman-shops,", "\"companies/status\"", "\"configmaps\"");
    }

    /** What an object of the kind gets. */
    @Test
    void anObjectBecomesAConfigMap() throws IOException {
        assertThat(create("shops", "platform.example.org/Shop")).isZero();
        var object = directory.resolve("shop.yaml");
        Files.writeString(
                object,
                """
                apiVersion: platform.example.org/v1
                kind: Shop
                metadata: { name: corner, namespace: team-a }
                spec: { text: hello }
                """);
        assertThat(run("validate", "--object", object.toString(), overlays())).isZero();
        assertThat(out.toString())
                .startsWith(
                        "# Shop team-a/corner\n---\napiVersion: \"v1\"\ndata:\n  text: \"hello\"\nkind: \"ConfigMap\"\n");
    }

    /** Whoever has read the page finds the same lines in the same order. */
    @Test
    void theRoutesAreThoseOfThePage() throws IOException {
        assertThat(create("webapplications", "platform.example.org/WebApplication")).isZero();
        assertThat(bare(Files.readString(Path.of(overlays(), "webapplications.camel.yaml"))))
                .isEqualTo(bare(CompositionsPage.files().get("webapplications.camel.yaml")));
        assertThat(out.toString().lines().limit(20))
                .isEqualTo(
                        CompositionsPage.files()
                                .get("webapplications.definition.yaml")
                                .lines()
                                .limit(20)
                                .toList());
    }

    private static List<String> bare(String routes) {
        return routes.lines()
                .filter(each -> !each.contains("kubernetes-object:"))
                .map(each -> each.replaceFirst("description: .*", ""))
                .toList();
    }

    /** Its rights would change those of the operator. */
    @Test
    void aNameOfTheOperatorIsRefusedBeforeAnythingIsWritten() {
        assertThat(create("edit", "platform.example.org/Shop")).isNotZero();
        assertThat(err.toString()).contains("dragoman-edit is the operator's");
        assertThat(Path.of(overlays())).doesNotExist();
        assertThat(out.toString()).doesNotContain("dragoman-edit\n");
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        var template = Path.of(overlays(), "shops.group.object.yaml");
        Files.createDirectories(template.getParent());
        Files.writeString(template, "ours");
        assertThat(create("shops", "platform.example.org/Shop")).isEqualTo(2);
        assertThat(err.toString()).contains(template + " is there already; choose another name");
        assertThat(files()).containsExactly("shops.group.object.yaml");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "azure, platform.example.org/Shop, 'azure' cannot be the name",
        "reconciliation, platform.example.org/Shop, cannot be the name",
        "Shops, platform.example.org/Shop, cannot be the name",
        "shops.eu, platform.example.org/Shop, cannot be the name",
        "../shops, platform.example.org/Shop, cannot be the name",
        "shops, Shop, Shop is no GROUP/KIND",
        "shops, platform.example.org/shop, is no GROUP/KIND",
        "shops, example/Shop, is no GROUP/KIND",
    })
    void whatCannotBeIsToldAndNothingIsWritten(String name, String kind, String wrong) {
        assertThat(create(name, kind)).isEqualTo(2);
        assertThat(err.toString()).contains(wrong, "See: dragoman new composition --help");
        assertThat(Path.of(overlays())).doesNotExist();
        assertThat(out.toString()).isEmpty();
    }
}
