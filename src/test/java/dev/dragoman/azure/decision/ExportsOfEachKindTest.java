package dev.dragoman.azure.decision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.catalog.RowFormat;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.azure.export.ExportSource;
import dev.dragoman.tools.catalog.Archives;
import dev.dragoman.tools.catalog.CatalogGenerator;
import dev.dragoman.tools.catalog.RowWriter;
import dev.dragoman.tools.catalog.TestArchives;
import dev.dragoman.tools.catalog.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every kind of the archives can export has a rule, and the rule takes from Azure's answers
 * the value that the key is named after. The answers are in {@code exports/answers.yaml}.
 */
@Tag(TestArchives.TAG)
class ExportsOfEachKindTest {
    private static Archives archives;
    private static CatalogGenerator generator;
    private static Map<String, Object> overrides;

    @BeforeAll
    static void unpack() throws IOException {
        overrides = Yaml.object(Files.readString(Path.of("tools/catalog/overrides.yaml"), UTF_8));
        archives = Archives.unpack(TestArchives.directory(), "crds", "api-structure", "azure-arm");
        generator = new CatalogGenerator(archives, overrides);
    }

    @AfterAll
    static void remove() {
        archives.close();
    }

    @Test
    void everyExportOfEveryKindHasARuleAndEveryRuleAnExport() {
        Map<String, Object> unknown = new TreeMap<>();
        Set<String> offered = new TreeSet<>();
        for (var kind : generator.all().entrySet()) {
            if (!kind.getValue().unknownExports().isEmpty()) {
                unknown.put(kind.getKey(), kind.getValue().unknownExports());
            }
            var row = kind.getValue().row();
            assertThat(RowFormat.read(RowWriter.write(row)).exports()).isEqualTo(row.exports());
            row.exports()
                    .forEach(e -> offered.add(kind.getKey() + " " + e.target() + "." + e.key()));
        }
        assertThat(unknown).isEmpty();
        assertThat(offered).containsAll(rules());
    }

    private static Set<String> rules() {
        Set<String> out = new TreeSet<>();
        object(overrides.get("exports"))
                .forEach(
                        (kind, targets) ->
                                object(targets)
                                        .forEach(
                                                (target, keys) ->
                                                        object(keys)
                                                                .keySet()
                                                                .forEach(
                                                                        key ->
                                                                                out.add(
                                                                                        kind + " "
                                                                                                + target
                                                                                                + "."
                                                                                                + key))));
        return out;
    }

    static Map<String, Object> answers() throws IOException {
        return Yaml.object(
                Files.readString(Path.of("src/test/resources/exports/answers.yaml"), UTF_8));
    }

    static Set<String> kindsWithAnswers() throws IOException {
        return answers().keySet();
    }

    @Test
    void everyKindThatIsAskedForMoreThanItsResourceHasAnswers() throws IOException {
        Set<String> asked = new TreeSet<>();
        generator
                .all()
                .forEach(
                        (kind, generated) -> {
                            if (generated.row().exports().stream()
                                    .anyMatch(e -> e.action().isPresent())) {
                                asked.add(kind);
                            }
                        });
        assertThat(kindsWithAnswers()).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(25);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kindsWithAnswers")
    void eachKeyIsTheValueOfItsName(String kind) throws IOException {
        var expected = object(answers().get(kind));
        var row = generator.generate(kind, List.of()).row();
        Map<String, Object> resource = new LinkedHashMap<>(object(expected.get("resource")));
        resource.put("id", "/r");
        var answers = new LinkedHashMap<>(object(expected.get("answers")));

        var facts =
                FactsOf.facts(
                        f -> f.claimNeeded(false).exports(row.exports().toArray(Export[]::new)));
        var done = AzureProgress.NONE.withGet(Answers.plain(200, resource));
        var step = AzureDecision.next(facts, done);
        while (step instanceof AzureStep.Call(ExportCall call, Optional<String> other)) {
            var request =
                    "%s %s %s"
                            .formatted(call.method(), other.orElse(call.path()), call.apiVersion());
            var answer = answers.remove(request);
            assertThat(answer).as("%s, asked once", request).isNotNull();
            done = done.withCall(call, Answers.plain(200, object(answer)));
            step = AzureDecision.next(facts, done);
        }

        assertThat(answers).as("answers that nobody asked for").isEmpty();
        assertThat(step).isEqualTo(new AzureStep.Export(resource, Set.of()));
        assertThat(exported(row, resource, done)).isEqualTo(expected.get("exports"));
    }

    /** By target, each value below the key of its export. */
    private static Map<String, Map<String, String>> exported(
            AzureKind row, Map<String, Object> resource, AzureProgress done) {
        Map<String, Object> asked = new HashMap<>();
        for (var export : row.exports()) {
            object(asked.computeIfAbsent(export.target(), t -> new HashMap<String, Object>()))
                    .put(export.key(), Map.of("name", export.target(), "key", export.key()));
        }
        Map<ExportCall, Map<String, Object>> calls = new HashMap<>();
        done.calls().forEach((call, answer) -> calls.put(call, answer.body()));
        var requests = ExportRequests.of(row, Map.of("operatorSpec", asked));
        var plan =
                ExportPlan.of(
                        requests,
                        Set.of(),
                        new ExportSource("ns", resource, calls, Set.of(), Map::of));
        assertThat(plan.problem()).isEmpty();
        Map<String, Map<String, String>> out = new TreeMap<>();
        for (var object : plan.objects()) {
            var values = out.computeIfAbsent(target(object), t -> new TreeMap<>());
            object(object.get("data"))
                    .forEach((key, value) -> values.put(key, plain(object, (String) value)));
        }
        return out;
    }

    private static String target(Map<String, Object> object) {
        return "Secret".equals(object.get("kind")) ? "secrets" : "configMaps";
    }

    private static String plain(Map<String, Object> object, String value) {
        return "Secret".equals(object.get("kind"))
                ? new String(Base64.getDecoder().decode(value), UTF_8)
                : value;
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}
