package dev.dragoman.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.faults.Scenario.Kind;
import dev.dragoman.sandbox.azure.vault.VaultView;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Everything that a run left behind in both worlds, as paths and values, without what differs from
 * run to run: names, times, uids, versions, secrets. Of a value in a Key Vault it says which Secret
 * has the same.
 */
final class EndState {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

    /**
     * Keyed, and of a body that names the run. The short one is of exports that name it, in the
     * mark of Key Vault entries.
     */
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}|(?<=\\|)[0-9a-f]{26}");

    /** Of certificates and their trust bundles, which have new keys in each run. */
    private static final Pattern CERTIFICATE = Pattern.compile("[b-df-hj-np-tv-z24-9]{12,54}");

    /** The end of a ReplicaSet's name, which is a hash of a template with such a hash. */
    private static final Pattern REPLICAS =
            Pattern.compile("(ReplicaSet \\W+[a-z0-9-]+)-[a-z0-9]{6,10}\\b");

    /** What the cluster itself puts into namespaces, at its own pace. */
    private static final List<String> OF_THE_CLUSTER = List.of("kube-root-ca.crt", "default");

    /** Kinds whose bodies name the run, or what Azure has drawn by lot: other hashes each time. */
    private static final List<String> NAMING =
            List.of("FederatedIdentityCredential", "RoleAssignment");

    private static final List<Kind> COMMON =
            List.of(
                    new Kind("v1", "ConfigMap"),
                    new Kind("v1", "Secret"),
                    new Kind("v1", "ServiceAccount"),
                    new Kind("v1", "ResourceQuota"),
                    new Kind("v1", "LimitRange"),
                    new Kind("rbac.authorization.k8s.io/v1", "Role"),
                    new Kind("rbac.authorization.k8s.io/v1", "RoleBinding"),
                    new Kind("networking.k8s.io/v1", "NetworkPolicy"));

    private EndState() {}

    static Map<String, String> of(Stage stage, Scenario scenario) {
        var state = new TreeMap<String, String>();
        var kinds = new ArrayList<>(COMMON);
        kinds.addAll(scenario.kinds());
        for (var namespace : scenario.namespaces(stage.run)) {
            var itself =
                    stage.client()
                            .genericKubernetesResources("v1", "Namespace")
                            .withName(namespace)
                            .get();
            if (itself == null) {
                continue;
            }
            put(state, stage.run, "Namespace/" + namespace, itself);
            for (var kind : kinds) {
                stage
                        .client()
                        .genericKubernetesResources(kind.apiVersion(), kind.kind())
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .stream()
                        .filter(each -> concerns(each, namespace, stage.run))
                        .forEach(each -> put(state, stage.run, path(kind, each), each));
            }
        }
        for (var id : stage.azure().resources()) {
            if (id.contains(stage.run)) {
                var there = stage.azure().get(id);
                flatten(state, stage.run, "Azure" + id, there.orElse(JSON.createObjectNode()));
            }
        }
        for (var vault : scenario.vaults(stage.run)) {
            for (var entry : stage.entries(vault)) {
                var path = "KeyVault/" + vault + "/" + entry.name();
                flatten(state, stage.run, path, entry(stage, scenario, entry));
            }
        }
        return state;
    }

    private static JsonNode entry(Stage stage, Scenario scenario, VaultView.Secret entry) {
        var latest = entry.latest();
        var json = JSON.createObjectNode();
        json.put("state", entry.state().name());
        json.put("value", holder(stage, scenario, latest.value()));
        json.put("contentType", latest.contentType());
        json.put("enabled", latest.enabled());
        json.put("notBefore", latest.notBefore());
        json.put("expires", latest.expires());
        json.set("tags", JSON.valueToTree(latest.tags()));
        return json;
    }

    /** The Secret and the key that have this value. */
    private static String holder(Stage stage, Scenario scenario, String value) {
        var base64 = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        for (var namespace : scenario.namespaces(stage.run)) {
            for (var secret : stage.client().secrets().inNamespace(namespace).list().getItems()) {
                var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
                for (var each : data.entrySet()) {
                    if (each.getValue().equals(base64)) {
                        return "%s/%s".formatted(secret.getMetadata().getName(), each.getKey());
                    }
                }
            }
        }
        return "in no Secret";
    }

    /** A namespace that many runs share has objects of them all. */
    private static boolean concerns(
            GenericKubernetesResource object, String namespace, String run) {
        var name = object.getMetadata().getName();
        return !OF_THE_CLUSTER.contains(name) && (namespace.contains(run) || name.contains(run));
    }

    private static String path(Kind kind, GenericKubernetesResource object) {
        return kind.kind()
                + "/"
                + object.getMetadata().getNamespace()
                + "/"
                + object.getMetadata().getName();
    }

    private static void put(
            Map<String, String> state, String run, String path, GenericKubernetesResource object) {
        ObjectNode json = JSON.valueToTree(object);
        var metadata = (ObjectNode) json.get("metadata");
        metadata.remove(List.of("uid", "resourceVersion", "creationTimestamp", "managedFields"));
        if ("Secret".equals(object.getKind()) && json.get("data") instanceof ObjectNode data) {
            data.fieldNames().forEachRemaining(key -> data.put(key, "***"));
        }
        if (NAMING.contains(object.getKind())
                && json.at("/status/dragoman") instanceof ObjectNode marks) {
            marks.put("fields", marks.path("fields").asText().length());
        }
        flatten(state, run, path, json);
    }

    private static void flatten(Map<String, String> out, String run, String path, JsonNode node) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties()
                    .forEach(e -> flatten(out, run, path + "." + e.getKey(), e.getValue()));
        } else if (node.isArray() && !node.isEmpty()) {
            int i = 0;
            for (var item : node) {
                flatten(out, run, path + "[" + i + "]", item);
                i++;
            }
        } else {
            out.put(masked(path, run), masked(node.toString(), run));
        }
    }

    static String masked(String text, String run) {
        var masked = UUID.matcher(text.replace(run, "RUN")).replaceAll("UUID");
        var timeless = TIME.matcher(masked).replaceAll("TIME");
        var hashless =
                CERTIFICATE
                        .matcher(HASH.matcher(timeless).replaceAll("HASH"))
                        .replaceAll("CERTIFICATE");
        return REPLICAS.matcher(hashless).replaceAll("$1-HASH");
    }
}
