package dev.dragoman.tools.catalog;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The definitions of all kinds at once on a real API server, and what it says of every sample of
 * Azure Service Operator. In the campaign: an API server with all of them needs two gigabytes.
 */
@Campaign
@Tag(TestArchives.TAG)
class AllKindsIT {
    /** That of the samples. */
    private static final String NAMESPACE = "default";

    /** Four more are Secrets. */
    private static final int SAMPLES = 734;

    /** Samples that Azure Service Operator's own definitions refuse too, and the field. */
    private static final Map<String, String> WRONG =
            Map.ofEntries(
                    // keys in the wrong case
                    Map.entry(
                            "alertsmanagement/v1api20210401 SmartDetectorAlertRule",
                            "unknown field \"spec.actionGroups.GroupReferences\""),
                    Map.entry(
                            "alertsmanagement/v20210401 SmartDetectorAlertRule",
                            "unknown field \"spec.actionGroups.GroupReferences\""),
                    Map.entry(
                            "apimanagement/v1api20240501 AuthorizationProvidersAuthorization",
                            "unknown field \"spec.oauth2GrantType\""),
                    Map.entry(
                            "apimanagement/v20240501 AuthorizationProvidersAuthorization",
                            "unknown field \"spec.oauth2GrantType\""),
                    Map.entry("dbformariadb/v1api Configuration", "RFC 1123 subdomain"),
                    // fields that no version has
                    Map.entry(
                            "cache/v1api20241101 RedisAccessPolicy", "unknown field \"spec.type\""),
                    Map.entry("cache/v20241101 RedisAccessPolicy", "unknown field \"spec.type\""),
                    Map.entry(
                            "redhatopenshift/v1api20260630preview HcpOpenShiftCluster",
                            "unknown field \"spec.owner.group\""),
                    Map.entry(
                            "redhatopenshift/v1api20260630preview HcpOpenShiftClustersExternalAuth",
                            "unknown field \"spec.owner.group\""),
                    Map.entry(
                            "redhatopenshift/v1api20260630preview HcpOpenShiftClustersNodePool",
                            "unknown field \"spec.owner.group\""),
                    Map.entry(
                            "sql/v20211101 ServersEncryptionProtector",
                            "unknown field \"spec.azureName\""));

    private static ControlPlane plane;
    private static List<Sample> samples;

    /**
     * An object of the samples.
     *
     * @param folder for example {@code storage/v20230101}
     */
    private record Sample(String folder, AzureKind kind, Map<String, Object> object) {
        String version() {
            return ((String) object.get("apiVersion")).split("/", 2)[1];
        }

        /** The same object under a name that no other sample has, without what is wrong in it. */
        Map<String, Object> named(String name) {
            return Map.of(
                    "apiVersion",
                    object.get("apiVersion"),
                    "kind",
                    kind.kind(),
                    "metadata",
                    Map.of("name", name),
                    "spec",
                    SampleSpelling.corrected(
                            kind.version(version()).orElseThrow().body(), Fields.spec(object)));
        }

        @Override
        public String toString() {
            return folder + " " + kind.kind();
        }
    }

    @BeforeAll
    static void install() {
        samples = samples();
        plane = ControlPlane.start(Options.defaults());
        new Install(plane)
                .kindsAndRights(
                        Catalog.load().names().stream()
                                .map(kind -> kind.group() + "/*")
                                .distinct()
                                .toList());
        // a kind is served a moment after its definition says so
        await().until(() -> Catalog.load().kinds().stream().allMatch(AllKindsIT::listed));
    }

    private static boolean listed(AzureKind kind) {
        var list = get(kind, kind.newest().names().getFirst(), "");
        return (kind.kind() + "List").equals(list.get("kind"));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static List<Sample> samples() {
        List<Sample> out = new ArrayList<>();
        try (var archives = Archives.unpack(TestArchives.directory(), "samples")) {
            for (var folder : SampleFolders.of(archives).entrySet()) {
                for (var object : folder.getValue()) {
                    var group = ((String) object.getOrDefault("apiVersion", "")).split("/", 2)[0];
                    Catalog.load()
                            .find(group, (String) object.get("kind"))
                            .ifPresent(kind -> out.add(new Sample(folder.getKey(), kind, object)));
                }
            }
        }
        return out;
    }

    private static String path(AzureKind kind, String version, String name) {
        var collection =
                "/apis/%s/%s/namespaces/%s/%s"
                        .formatted(kind.group(), version, NAMESPACE, kind.plural());
        return name.isEmpty() ? collection : collection + "/" + name;
    }

    private static Map<String, Object> get(AzureKind kind, String version, String name) {
        var text = plane.client().raw(path(kind, version, name));
        return text == null ? Map.of() : object(text);
    }

    private static Map<String, Object> object(String json) {
        return Schemas.object(Serialization.unmarshal(json, Map.class));
    }

    /** What the API server says against an object, with strict fields; empty when it takes it. */
    private static String refusal(AzureKind kind, Map<String, Object> object) {
        var version = ((String) object.get("apiVersion")).split("/", 2)[1];
        try {
            var _ =
                    plane.client()
                            .raw(
                                    path(kind, version, "") + "?dryRun=All&fieldValidation=Strict",
                                    "POST",
                                    object);
            return "";
        } catch (KubernetesClientException refused) {
            return refused.getStatus() == null
                    ? String.valueOf(refused.getMessage())
                    : refused.getStatus().getMessage();
        }
    }

    @Test
    void everySampleIsAcceptedButForThoseThatAreWrongInThemselves() {
        Map<String, String> refused = new TreeMap<>();
        for (Sample sample : samples) {
            var why = refusal(sample.kind(), sample.object());
            if (!why.isEmpty()) {
                refused.put(sample.toString(), why);
            }
        }
        System.out.printf("%d samples, %d refused%n", samples.size(), refused.size());
        refused.forEach((sample, why) -> System.out.println(sample + ": " + why));
        assertThat(samples).hasSize(SAMPLES);
        assertThat(refused).containsOnlyKeys(WRONG.keySet());
        assertThat(refused)
                .allSatisfy((sample, why) -> assertThat(why).contains(WRONG.get(sample)));
    }

    /** One schema for all versions: what is written in one is read in each, and written back. */
    @Test
    void noFieldIsLostBetweenVersions() {
        List<String> lost = new ArrayList<>();
        int read = 0;
        for (int i = 0; i < samples.size(); i++) {
            var sample = samples.get(i);
            var name = "lossless-" + i;
            var object = sample.named(name);
            if (!refusal(sample.kind(), object).isEmpty()) {
                continue;
            }
            var _ = plane.client().raw(path(sample.kind(), sample.version(), ""), "POST", object);
            for (var version : sample.kind().versions()) {
                for (String spelling : version.names()) {
                    var there = get(sample.kind(), spelling, name);
                    var _ = plane.client().raw(path(sample.kind(), spelling, name), "PUT", there);
                    read++;
                }
            }
            var last = get(sample.kind(), sample.version(), name);
            if (!plain(Fields.spec(last)).equals(plain(Fields.spec(object)))) {
                lost.add(sample + ": " + Fields.spec(last) + " of " + Fields.spec(object));
            }
        }
        System.out.printf("%d times read and written in a version%n", read);
        assertThat(read).isGreaterThan(2 * SAMPLES);
        assertThat(lost).isEmpty();
    }

    /** 1 and 1.0 are the same number. */
    private static Object plain(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> out = new HashMap<>();
                map.forEach((key, each) -> out.put(key, plain(each)));
                yield out;
            }
            case List<?> list -> list.stream().map(AllKindsIT::plain).toList();
            case Number number -> number.doubleValue();
            default -> value;
        };
    }

    /** A change of a good sample that must be refused, and the field that must be named. */
    private record Wrong(String what, String field, Map<String, Object> spec) {}

    @Test
    void wrongFieldsAreRefusedByName() {
        Map<String, Integer> tried = new TreeMap<>();
        List<String> taken = new ArrayList<>();
        for (Sample sample : samples) {
            var good = sample.named("wrong");
            if (!refusal(sample.kind(), good).isEmpty()) {
                continue;
            }
            var schema = CatalogFiles.specSchema(sample.kind());
            for (Wrong wrong : wrongs(schema, Fields.spec(good))) {
                var object = new HashMap<>(good);
                object.put("spec", wrong.spec());
                tried.merge(wrong.what(), 1, Integer::sum);
                if (!refusal(sample.kind(), object).contains(wrong.field())) {
                    taken.add(
                            "%s %s %s: %s"
                                    .formatted(
                                            sample,
                                            wrong.what(),
                                            wrong.field(),
                                            refusal(sample.kind(), object)));
                }
            }
        }
        System.out.println("tried: " + tried);
        assertThat(tried).containsOnlyKeys("enum", "required", "type", "unknown");
        assertThat(taken).isEmpty();
    }

    private static List<Wrong> wrongs(Map<String, Object> schema, Map<String, Object> spec) {
        List<Wrong> out = new ArrayList<>();
        collect(schema, spec, "spec", changed -> changed, out);
        return out;
    }

    /** Puts a changed part of the spec where it was. */
    private interface Put {
        Map<String, Object> into(Map<String, Object> part);
    }

    private static void collect(
            Map<String, Object> schema,
            Map<String, Object> part,
            String path,
            Put put,
            List<Wrong> out) {
        var properties = Schemas.properties(schema);
        if (properties.isEmpty()) {
            return;
        }
        if (!schema.containsKey("x-kubernetes-preserve-unknown-fields")) {
            out.add(
                    new Wrong(
                            "unknown",
                            path + ".noSuchField",
                            put.into(with(part, "noSuchField", "x"))));
        }
        if (schema.get("required") instanceof List<?> required) {
            for (Object name : required) {
                var without = new LinkedHashMap<>(part);
                if (without.remove(name) != null) {
                    out.add(new Wrong("required", path + "." + name, put.into(without)));
                }
            }
        }
        part.forEach(
                (name, value) -> {
                    var inner = Schemas.object(properties.get(name));
                    var at = path + "." + name;
                    if (inner.containsKey("enum")) {
                        out.add(new Wrong("enum", at, put.into(with(part, name, "NoSuchValue"))));
                    }
                    if ("boolean".equals(inner.get("type"))) {
                        out.add(new Wrong("type", at, put.into(with(part, name, "yes"))));
                    }
                    if (value instanceof Map<?, ?>) {
                        collect(
                                inner,
                                Schemas.object(value),
                                at,
                                changed -> put.into(with(part, name, changed)),
                                out);
                    }
                });
    }

    private static Map<String, Object> with(Map<String, Object> part, String name, Object value) {
        var out = new LinkedHashMap<>(part);
        out.put(name, value);
        return out;
    }
}
