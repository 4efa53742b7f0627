package dev.dragoman.cli;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Json;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.tools.catalog.Archives;
import dev.dragoman.tools.catalog.TestArchives;
import dev.dragoman.tools.catalog.Yaml;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A control plane on which Azure Service Operator was: its own definitions, whose conversion
 * webhook nobody answers, and objects in etcd as it stores them. Neither its code nor its image is
 * needed: what is stored is put into etcd directly.
 */
public final class AsoCluster {
    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ControlPlane plane;
    private final ClusterRequests requests;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Map<String, Object>> definitions = new LinkedHashMap<>();

    public AsoCluster(ControlPlane plane) {
        this.plane = plane;
        requests = new ClusterRequests(plane.client());
    }

    private Map<String, Object> theirs(AzureKind kind) {
        return definitions.computeIfAbsent(
                name(kind),
                name -> {
                    var file =
                            "crds/apiextensions.k8s.io_v1_customresourcedefinition_%s.yaml"
                                    .formatted(name);
                    try (var archives = Archives.unpack(TestArchives.directory(), "crds")) {
                        var out =
                                new LinkedHashMap<>(Yaml.object(archives.text(file).orElseThrow()));
                        out.remove("status");
                        return out;
                    }
                });
    }

    public ClusterRequests requests() {
        return requests;
    }

    public static String name(AzureKind kind) {
        return kind.plural() + "." + kind.group();
    }

    /** The version that Azure Service Operator stores a kind at. */
    public String stored(AzureKind kind) {
        return Json.maps(Json.map(theirs(kind), "spec"), "versions").stream()
                .filter(v -> Boolean.TRUE.equals(v.get("storage")))
                .map(v -> Json.text(v, "name"))
                .findFirst()
                .orElseThrow();
    }

    /** A copy of its definition. */
    public Map<String, Object> definition(AzureKind kind) {
        return copy(theirs(kind));
    }

    /** Puts its definition into the place of what is there, or where there is nothing. */
    public void install(AzureKind kind) {
        replace(definition(kind));
        await().ignoreExceptionsInstanceOf(Refused.class)
                .until(() -> !requests.get(path(kind, stored(kind), "")).isEmpty());
    }

    public void replace(Map<String, Object> definition) {
        var name = Json.text(Json.map(definition, "metadata"), "name");
        var present = requests.find(DEFINITIONS + "/" + name);
        if (present.isEmpty()) {
            var _ = plane.client().raw(DEFINITIONS, "POST", Json.write(definition));
            return;
        }
        change(DEFINITIONS + "/" + name, "", now -> over(now, definition));
    }

    private static Map<String, Object> over(
            Map<String, Object> present, Map<String, Object> definition) {
        var metadata = new LinkedHashMap<>(Json.map(definition, "metadata"));
        metadata.put("resourceVersion", Json.map(present, "metadata").get("resourceVersion"));
        var out = new LinkedHashMap<>(definition);
        out.put("metadata", metadata);
        return out;
    }

    /** The API server's own controllers write the status at any time. */
    private void change(String path, String part, UnaryOperator<Map<String, Object>> to) {
        await().until(
                        () -> {
                            try {
                                var _ = requests.put(path + part, to.apply(requests.get(path)));
                                return true;
                            } catch (Refused refused) {
                                if (refused.code == 409) {
                                    return false;
                                }
                                throw refused;
                            }
                        });
    }

    public Map<String, Object> present(AzureKind kind) {
        return requests.get(DEFINITIONS + "/" + name(kind));
    }

    /** Says in which versions objects may be stored, as {@code kubectl patch} does. */
    public void storedVersions(AzureKind kind, List<String> versions) {
        change(
                DEFINITIONS + "/" + name(kind),
                "/status",
                now -> {
                    var status = new LinkedHashMap<>(Json.map(now, "status"));
                    status.put("storedVersions", versions);
                    var out = new LinkedHashMap<>(now);
                    out.put("status", status);
                    return out;
                });
    }

    /** Path of a collection, or of an object in it. */
    public static String path(AzureKind kind, String version, String object) {
        return object.isEmpty()
                ? "/apis/%s/%s/%s".formatted(kind.group(), version, kind.plural())
                : "/apis/%s/%s/namespaces/%s/%s/%s"
                        .formatted(
                                kind.group(),
                                version,
                                object.substring(0, object.indexOf('/')),
                                kind.plural(),
                                object.substring(object.indexOf('/') + 1));
    }

    private static String key(AzureKind kind, String object) {
        return "/registry/%s/%s/%s".formatted(kind.group(), kind.plural(), object);
    }

    /** Stores an object as it is. */
    public void store(AzureKind kind, Map<String, Object> object) {
        var meta = Json.map(object, "metadata");
        var name = Json.text(meta, "namespace") + "/" + Json.text(meta, "name");
        var _ =
                etcd(
                        "put",
                        Map.of(
                                "key", base64(key(kind, name)),
                                "value", base64(Json.write(object) + "\n")));
    }

    /** What is stored, or empty. */
    public Optional<Map<String, Object>> read(AzureKind kind, String object) {
        var found = etcd("range", Map.of("key", base64(key(kind, object))));
        return Json.maps(found, "kvs").stream()
                .findFirst()
                .map(kv -> Base64.getDecoder().decode(Json.text(kv, "value")))
                .map(AsoCluster::parse);
    }

    /** Takes objects and definition away. */
    public void remove(AzureKind kind) {
        var prefix = key(kind, "");
        var end = prefix.substring(0, prefix.length() - 1) + "0";
        var range = Map.<String, Object>of("key", base64(prefix), "range_end", base64(end));
        var definition =
                plane.client()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName(name(kind));
        var _ = definition.delete();
        // its own clean-up lists the objects, which it cannot where a version or webhook is gone
        await().ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(
                        () -> {
                            var _ = etcd("deleterange", range);
                            return definition.get() == null
                                    || definition.edit(AsoCluster::withoutFinalizers) == null;
                        });
    }

    private static CustomResourceDefinition withoutFinalizers(CustomResourceDefinition definition) {
        return new CustomResourceDefinitionBuilder(definition)
                .editMetadata()
                .withFinalizers()
                .endMetadata()
                .build();
    }

    private Map<String, Object> etcd(String what, Map<String, Object> body) {
        var request =
                HttpRequest.newBuilder(plane.etcdAddress().resolve("/v3/kv/" + what))
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
                        .build();
        try {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(new String(answer.body(), UTF_8));
            }
            return parse(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> parse(byte[] text) {
        try {
            return JSON.readValue(text, LinkedHashMap.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> copy(Map<String, Object> object) {
        return parse(Json.write(object).getBytes(UTF_8));
    }

    /**
     * An object of Dragoman's in the form of Azure Service Operator: at the stored version, with
     * its annotations, and with what the stored version does not have in a property bag.
     *
     * @param object as Dragoman left it
     * @param original version that the user applied
     */
    public Map<String, Object> asStored(
            AzureKind kind, Map<String, Object> object, String original) {
        var out = copy(object);
        out.put("apiVersion", kind.group() + "/" + stored(kind));
        var meta = Json.map(out, "metadata");
        var annotations = Json.map(meta, "annotations");
        annotations.keySet().removeIf(key -> key.startsWith("dragoman.dev/"));
        annotations.put(
                "serviceoperator.azure.com/operator-namespace", "azureserviceoperator-system");
        for (var owner : Json.maps(meta, "ownerReferences")) {
            owner.put("apiVersion", storedVersion(owner));
        }
        meta.put("managedFields", managers(kind, original));
        meta.remove("resourceVersion");
        var spec = Json.map(out, "spec");
        spec.put("originalVersion", original);
        var sku = Json.map(spec, "sku");
        if (kind.kind().equals("StorageAccount") && sku.remove("tier") instanceof String tier) {
            sku.put("$propertyBag", new LinkedHashMap<>(Map.of("Tier", tier)));
        }
        Json.map(out, "status").remove("dragoman");
        return out;
    }

    /** The stored version of a kind of the catalog, for a reference to it. */
    public String storedVersion(Map<String, Object> reference) {
        var group = Json.text(reference, "apiVersion").replaceFirst("/.*", "");
        var kind = Catalog.load().find(group, Json.text(reference, "kind")).orElseThrow();
        return group + "/" + stored(kind);
    }

    private List<Object> managers(AzureKind kind, String original) {
        var out = new ArrayList<Object>();
        out.add(
                entry(
                        "kubectl",
                        "Apply",
                        kind.group() + "/" + original,
                        Map.of(
                                "f:spec",
                                kind.kind().equals("StorageAccount")
                                        ? Map.of(
                                                "f:location",
                                                Map.of(),
                                                "f:sku",
                                                Map.of("f:name", Map.of(), "f:tier", Map.of()))
                                        : Map.of("f:location", Map.of()))));
        out.add(
                entry(
                        "manager",
                        "Update",
                        kind.group() + "/" + stored(kind),
                        Map.of("f:spec", Map.of("f:originalVersion", Map.of()))));
        return out;
    }

    private static Map<String, Object> entry(
            String manager, String operation, String apiVersion, Map<String, Object> fields) {
        return Map.of(
                "manager",
                manager,
                "operation",
                operation,
                "apiVersion",
                apiVersion,
                "time",
                "2026-01-01T00:00:00Z",
                "fieldsType",
                "FieldsV1",
                "fieldsV1",
                fields);
    }
}
