package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import dev.dragoman.CompositionsPage;
import dev.dragoman.Recipe;
import dev.dragoman.camel.check.EditorSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schemas for editors take every file that the operator takes, and few others. */
class EditorSchemaTest extends ValidateStepsFixture {
    private static final Path DIRECTORY = Path.of("docs/schema");
    private static final Path CAMEL = DIRECTORY.resolve("camel.schema.json");

    /** A file that a page shows, with its name as first comment. */
    private static final Pattern BLOCK =
            Pattern.compile("(?s)```yaml\\n# (\\S+?\\.yaml)\\b[^\\n]*\\n(.*?)```");

    private static final List<String> OF_FORM =
            List.of(
                    "apiVersion",
                    "apiVersion",
                    "use azure-arm:get, put, post or delete",
                    "{id}",
                    "level",
                    "reason",
                    "owner",
                    "kinds",
                    "period",
                    "operation",
                    "remove",
                    "it has: add, remove, set, setDefault, tag",
                    "write the address out",
                    "quotes",
                    "quotes",
                    "choice",
                    "choice",
                    "steps",
                    "filter",
                    "an expression is missing, such as simple",
                    "constant",
                    "constant",
                    "uri",
                    ".camel.yaml",
                    "a rule has three texts: rule, reason (CamelCase) and message",
                    "the Namespace must be named $NAMESPACE");

    private static final String ROOT = "https://schemas.example.org/";
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(
                    Dialect.builder(Dialects.getDraft7())
                            .keyword(new AnnotationKeyword("defaultSnippets"))
                            .keyword(new AnnotationKeyword("errorMessage"))
                            .keyword(new AnnotationKeyword("patternErrorMessage"))
                            .build(),
                    builder ->
                            builder.schemas(
                                    address -> address.startsWith(ROOT) ? read(address) : null));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> SCHEMAS =
            Map.of(
                    ".steps.yaml", "steps.schema.json",
                    ".camel.yaml", "routes.schema.json",
                    ".kamelet.yaml", "kamelet.schema.json",
                    ".object.yaml", "object.schema.json",
                    ".rules.yaml", "rules.schema.json",
                    ".status.yaml", "status.schema.json",
                    "namespace.template.yaml", "namespace.schema.json");

    @Test
    void theSchemaIsThatOfTheVocabulary() throws IOException {
        if (Boolean.getBoolean("write")) {
            Files.writeString(CAMEL, EditorSchema.text());
        }
        assertThat(CAMEL).content().as("run with -Dwrite=true").isEqualTo(EditorSchema.text());
    }

    /** Those that concern no other file, no kind, and no text of the language simple. */
    @Test
    void mistakesInTheFormAreInvalid() throws IOException {
        var unnamed = new ArrayList<>(OF_FORM);
        for (var each : PlantedMistakesTest.mistakes().toList()) {
            if (!problems(each.file(), each.text()).isEmpty()) {
                unnamed.remove(each.reason());
            }
        }
        assertThat(unnamed).isEmpty();
    }

    @Test
    void aFileMayNameItsSchemaBesideItsContract() throws IOException {
        var comment = "# yaml-language-server: $schema=../docs/schema/steps.schema.json\n";
        var step = "- to: \"bean:body?method=tag(team, a)\"\n";
        steps("azure-desired.a", comment + "# dragoman.dev/contract: v1\n" + step);
        steps("azure-desired.b", "# dragoman.dev/contract: v1\n" + comment + step);
        assertThat(validate()).as(err.toString()).isZero();
        steps("azure-desired.c", comment + "# dragoman.dev/contract: v3\n" + step);
        assertThat(validate()).isNotZero();
        assertThat(err.toString()).contains("is written for contract v3");
    }

    @Test
    void whatTheOperatorTakesIsValid() throws IOException {
        var texts = new TreeMap<String, String>();
        for (var folder :
                List.of(
                        "src/main/resources",
                        "src/test/cases",
                        "src/test/resources/points",
                        "kubernetes")) {
            try (var found = Files.walk(Path.of(folder))) {
                for (var path : found.filter(Files::isRegularFile).toList()) {
                    if (!schema(path.toString()).isEmpty()) {
                        texts.put(path.toString(), Files.readString(path));
                    }
                }
            }
        }
        CompositionsPage.files().forEach((name, text) -> texts.put("compositions/" + name, text));
        try (var recipes = Files.list(Path.of("docs/recipes"))) {
            for (var page : recipes.sorted().toList()) {
                var name = page.getFileName().toString().replace(".md", "");
                var text = Files.readString(page);
                if (!name.equals("README") && text.contains("```")) {
                    var into = Files.createDirectory(files.resolve(name));
                    for (var path : Recipe.of(name).into(into, manifest -> {})) {
                        texts.put(name + "/" + path.getFileName(), Files.readString(path));
                    }
                }
            }
        }
        for (var page :
                List.of("overlays", "namespaces", "certificates", "key-vault", "compositions")) {
            BLOCK.matcher(Files.readString(Path.of("docs", page + ".md")))
                    .results()
                    .forEach(block -> texts.put(page + "/" + block.group(1), block.group(2)));
        }
        var wrong = new TreeMap<String, List<String>>();
        texts.forEach((name, text) -> wrong.put(name, problems(name, text)));
        // of our routes one has what no overlay may have
        var reconciliation = wrong.remove("src/main/resources/routes/reconciliation.camel.yaml");
        assertThat(reconciliation).hasSize(1).first().asString().contains("routeConfiguration");
        assertThat(wrong).hasSizeGreaterThan(80);
        wrong.values().removeIf(List::isEmpty);
        assertThat(wrong).isEmpty();
    }

    /** The schema for a file of that name; empty where there is none. */
    private static String schema(String file) {
        return SCHEMAS.entrySet().stream()
                .filter(each -> file.endsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static List<String> problems(String file, String text) {
        var all = new ArrayList<String>();
        if (!schema(file).isEmpty()) {
            var schema = REGISTRY.getSchema(SchemaLocation.of(ROOT + schema(file)));
            for (var document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
                schema.validate(JSON.valueToTree(document))
                        .forEach(
                                error ->
                                        all.add(
                                                "%s %s"
                                                        .formatted(
                                                                error.getInstanceLocation(),
                                                                error.getMessage())));
            }
        }
        return all;
    }

    private static String read(String address) {
        try {
            return Files.readString(DIRECTORY.resolve(address.substring(ROOT.length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
