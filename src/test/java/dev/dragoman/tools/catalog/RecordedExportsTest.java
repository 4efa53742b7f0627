package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.model.ExportValue;
import dev.dragoman.azure.model.ResourceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of exports beside what Azure Service Operator asked Azure, and was answered. */
@Tag(TestArchives.TAG)
class RecordedExportsTest {
    private static final String ARM = "https://management.azure.com";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<Exchange> RECORDED = new ArrayList<>();
    private static Collection<AzureKind> kinds;

    private record Exchange(
            String method, String path, String apiVersion, int status, Map<String, Object> body) {}

    @BeforeAll
    static void read() throws IOException {
        var overrides = Yaml.object(Files.readString(Path.of("tools/catalog/overrides.yaml")));
        try (var archives =
                Archives.unpack(
                        TestArchives.directory(),
                        "crds",
                        "api-structure",
                        "azure-arm",
                        "recordings",
                        "behaviour-recordings")) {
            kinds =
                    new CatalogGenerator(archives, overrides)
                            .all().values().stream().map(CatalogGenerator.Generated::row).toList();
            for (String folder : List.of("recordings", "behaviour-recordings")) {
                for (Path file : archives.files(folder)) {
                    read(Yaml.object(Files.readString(file)));
                }
            }
        }
    }

    private static void read(Map<String, Object> recording) {
        for (Object item : (List<?>) recording.getOrDefault("interactions", List.of())) {
            var request = Schemas.object(Schemas.object(item).get("request"));
            var response = Schemas.object(Schemas.object(item).get("response"));
            var url = (String) request.get("url");
            if (url.startsWith(ARM + "/") && url.contains("?api-version=")) {
                String[] parts = url.substring(ARM.length()).split("\\?api-version=", 2);
                RECORDED.add(
                        new Exchange(
                                (String) request.get("method"),
                                parts[0],
                                parts[1],
                                (int) response.get("code"),
                                body(response.get("body"))));
            }
        }
    }

    private static Map<String, Object> body(Object text) {
        try {
            return text instanceof String json && json.startsWith("{")
                    ? Schemas.object(JSON.readValue(json, Object.class))
                    : Map.of();
        } catch (JsonProcessingException notJson) {
            return Map.of();
        }
    }

    @Test
    void everyRecordedActionIsThatOfARuleWithItsApiVersion() {
        var posts = RECORDED.stream().filter(e -> e.method().equals("POST")).toList();
        var strange = posts.stream().filter(post -> exportsOf(post).isEmpty()).toList();
        // a deleted vault is purged, which exports nothing
        assertThat(strange).extracting(Exchange::path).allMatch(path -> path.endsWith("/purge"));
        assertThat(strange).hasSize(1);
        assertThat(posts).hasSizeGreaterThanOrEqualTo(20);
        Set<ExportCall> seen = new HashSet<>();
        for (var post : posts) {
            for (var export : exportsOf(post)) {
                var action = export.action().orElseThrow();
                seen.add(action.call());
                assertThat(post.path())
                        .as("%s asks for it as it was recorded", export)
                        .endsWith("/" + action.call().path());
                assertThat(action.call().apiVersion())
                        .as("%s, recorded %s", export, post.path())
                        .isEqualTo(post.apiVersion());
                assertThat(ExportValue.at(post.body(), action.value()))
                        .as("%s in the answer to %s", export.key(), post.path())
                        .isPresent();
            }
        }
        assertThat(seen).hasSizeGreaterThan(5);
    }

    /** What is exported from the answer to that action, in any api-version and spelling. */
    private static List<Export> exportsOf(Exchange post) {
        return kinds.stream()
                .flatMap(
                        kind ->
                                kind.exports().stream()
                                        .filter(
                                                export ->
                                                        export.action()
                                                                .map(Export.Action::call)
                                                                .filter(c -> asks(kind, c, post))
                                                                .isPresent()))
                .toList();
    }

    private static boolean asks(AzureKind kind, ExportCall call, Exchange post) {
        var below = "/" + call.path().toLowerCase(Locale.ROOT);
        return call.of().isEmpty()
                && call.method().equals(post.method())
                && post.path().toLowerCase(Locale.ROOT).endsWith(below)
                && isA(kind, post.path().substring(0, post.path().length() - below.length()));
    }

    private static boolean isA(AzureKind kind, String id) {
        return type(id).filter(kind.armType()::equalsIgnoreCase).isPresent();
    }

    private static Optional<String> type(String id) {
        return id.contains("/providers/") ? new ResourceId(id).type() : Optional.empty();
    }

    @Test
    void everyStatusPathOfARecordedKindIsInAnAnswer() {
        Set<String> missing = new TreeSet<>();
        Set<String> found = new TreeSet<>();
        for (var kind : kinds) {
            var answers =
                    RECORDED.stream()
                            .filter(e -> e.method().equals("GET") && e.status() == 200)
                            .filter(e -> isA(kind, e.path()))
                            .map(Exchange::body)
                            .toList();
            for (var path : paths(kind)) {
                var there = answers.stream().anyMatch(a -> ExportValue.at(a, path).isPresent());
                if (!answers.isEmpty()) {
                    (there ? found : missing).add(kind.kind() + " " + path);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).hasSizeGreaterThan(20);
    }

    private static List<String> paths(AzureKind kind) {
        return kind.exports().stream()
                .flatMap(
                        export ->
                                Stream.concat(
                                        export.statusPath().stream(),
                                        export.action().map(a -> a.call().of()).stream()))
                .filter(path -> !path.isEmpty())
                .distinct()
                .toList();
    }
}
