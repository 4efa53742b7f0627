package dev.dragoman.kube;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The identity of one object, its API version, and its address in the API. */
record Target(ObjectKey key, String apiVersion, Kinds.Resource resource, String uid) {
    static Target of(Map<String, Object> object, Kinds kinds) {
        var metadata = Json.map(object, "metadata");
        var apiVersion = Json.text(object, "apiVersion");
        var kind = Json.text(object, "kind");
        var name = Json.text(metadata, "name");
        if (apiVersion.isEmpty() || kind.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException(
                    "an object needs apiVersion, kind and metadata.name; this has '%s', '%s' and '%s'"
                            .formatted(apiVersion, kind, name));
        }
        var resource = kinds.resolve(apiVersion, kind);
        var namespace = resource.namespaced() ? Json.text(metadata, "namespace") : "";
        if (resource.namespaced() && namespace.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s %s needs metadata.namespace".formatted(kind, name));
        }
        return new Target(
                new ObjectKey(Fields.group(apiVersion), kind, namespace, name),
                apiVersion,
                resource,
                Json.text(metadata, "uid"));
    }

    static String collection(String apiVersion, Kinds.Resource resource, String namespace) {
        var root = apiVersion.contains("/") ? "/apis/" : "/api/";
        var scope = namespace.isEmpty() ? "" : "/namespaces/" + encode(namespace);
        return root + apiVersion + scope + "/" + resource.plural();
    }

    String collection() {
        return collection(apiVersion, resource, key.namespace());
    }

    String path() {
        return collection() + "/" + encode(key.name());
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Whether this is a Secret: a refusal may quote its values, which must not reach a message. */
    boolean secret() {
        return "Secret".equals(key.kind()) && key.group().isEmpty();
    }
}
