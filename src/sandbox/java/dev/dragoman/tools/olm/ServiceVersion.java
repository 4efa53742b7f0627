package dev.dragoman.tools.olm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.settings.Version;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;

/** Fills the ClusterServiceVersion with what OLM makes of objects. Not thread-safe. */
final class ServiceVersion {
    /** The setting that OLM's choice of namespaces becomes. */
    private static final String TARGETS = "AZURE_TARGET_NAMESPACES";

    private static final String TARGETS_OF_OLM =
            """
            {"name": "%s", "valueFrom": {"fieldRef":
             {"fieldPath": "metadata.annotations['olm.targetNamespaces']"}}}\
            """
                    .formatted(TARGETS);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode version;

    /**
     * Begins with the words.
     *
     * @param image of the operator
     * @param icon an SVG
     */
    ServiceVersion(ObjectNode words, String image, byte[] icon) {
        version = words;
        Manifests.metadata(version).put("name", "dragoman.v" + Version.CURRENT);
        annotations().put("containerImage", image);
        spec().put("version", Version.CURRENT);
        spec().putArray("icon")
                .addObject()
                .put("base64data", Base64.getEncoder().encodeToString(icon))
                .put("mediatype", "image/svg+xml");
        spec().putArray("relatedImages").addObject().put("name", "dragoman").put("image", image);
        spec().putObject("install").put("strategy", "deployment").putObject("spec");
    }

    ObjectNode object() {
        return version;
    }

    private ObjectNode spec() {
        return version.withObject("/spec");
    }

    private ObjectNode annotations() {
        return version.withObject("/metadata/annotations");
    }

    /** The console makes the namespace as this one. */
    void namespace(ObjectNode namespace) {
        annotations()
                .put("operatorframework.io/suggested-namespace-template", namespace.toString());
    }

    /** Only the image differs, and one setting, which has the namespaces that OLM was told. */
    void deployment(ObjectNode deployment) throws IOException {
        var spec = (ObjectNode) deployment.path("spec");
        for (var container : spec.at("/template/spec/containers")) {
            ((ObjectNode) container).put("image", annotations().path("containerImage").asText());
            ArrayNode env = container.withArray("/env");
            for (int i = 0; i < env.size(); i++) {
                if (env.path(i).path("name").asText().equals(TARGETS)) {
                    env.set(i, JSON.readTree(TARGETS_OF_OLM));
                }
            }
        }
        var added = version.withArray("/spec/install/spec/deployments").addObject();
        added.put("name", Manifests.name(deployment));
        added.set("label", deployment.at("/metadata/labels"));
        added.set("spec", spec);
    }

    /** OLM makes the account with it. */
    void clusterPermissions(String account, JsonNode rules) {
        version.withArray("/spec/install/spec/clusterPermissions")
                .addObject()
                .put("serviceAccountName", account)
                .set("rules", rules);
    }

    /**
     * A kind, in the version of its examples, or else the stored one.
     *
     * @param examples objects of any kind
     */
    void owned(JsonNode definition, List<ObjectNode> examples) {
        var group = definition.at("/spec/group").asText();
        var kind = definition.at("/spec/names/kind").asText();
        var own =
                examples.stream()
                        .filter(each -> Manifests.kind(each).equals(kind))
                        .filter(each -> each.path("apiVersion").asText().startsWith(group + "/"))
                        .toList();
        var shown = own.isEmpty() ? "" : own.getFirst().path("apiVersion").asText();
        var served =
                StreamSupport.stream(definition.at("/spec/versions").spliterator(), false)
                        .filter(
                                each ->
                                        shown.isEmpty()
                                                ? each.path("storage").asBoolean()
                                                : shown.equals(
                                                        group + "/" + each.path("name").asText()))
                        .findFirst()
                        .orElseThrow();
        version.withArray("/spec/customresourcedefinitions/owned")
                .addObject()
                .put("name", Manifests.name(definition))
                .put("version", served.path("name").asText())
                .put("kind", kind)
                .put("displayName", kind)
                .put("description", "%s of %s, kept in Azure".formatted(kind, group));
        var all = version.withArray("/metadata/annotations/alm-examples");
        own.forEach(all::add);
    }

    /** Annotations are texts, so the examples become one. */
    void examplesAsText() {
        annotations().put("alm-examples", annotations().path("alm-examples").toPrettyString());
    }
}
