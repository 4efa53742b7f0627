package dev.dragoman.reconcile.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How clients of the API server read JSON: into the requested type, or into generic objects where
 * no type was requested. Looking for a type of every kind would load some six hundred classes at
 * the first request.
 */
public final class WireFormat {
    /** Field that tells why an object cannot be read whole; no object of the API server has it. */
    private static final String UNREADABLE = "dragoman.dev/unreadable";

    private static final String STATUS = "status";

    /** Path in managedFields of the annotation that client-side apply writes. */
    private static final List<String> LAST_APPLIED =
            List.of(
                    "f:metadata",
                    "f:annotations",
                    "f:kubectl.kubernetes.io/last-applied-configuration");

    /** What is kept of {@code f:metadata} where a manager owns {@link #LAST_APPLIED}. */
    private static final Map<String, Object> OWNS_LAST_APPLIED =
            Snapshot.frozen(Map.of(LAST_APPLIED.get(1), Map.of(LAST_APPLIED.get(2), Map.of())));

    private WireFormat() {}

    /** The format for a client that reads single objects. */
    public static KubernetesSerialization plain() {
        return with(BoundedJson.mapper());
    }

    private static KubernetesSerialization with(ObjectMapper mapper) {
        mapper.registerModule(
                new SimpleModule("objects")
                        .addDeserializer(GenericKubernetesResource.class, new Whole()));
        var format = new KubernetesSerialization(mapper, false);
        // an error in a watch is recognised by this type
        format.registerKubernetesResource(Status.class);
        return format;
    }

    /**
     * As {@link #plain}, for lists and watches. Of managedFields, this format keeps only the first
     * level, and whether a manager owns the annotation of client-side apply. The deeper levels have
     * a name for each field of the object. In the heap they would be several times as large as the
     * object itself.
     *
     * @param mapper made by {@link BoundedJson} only for this client; this method configures it
     *     further
     */
    public static KubernetesSerialization lean(ObjectMapper mapper) {
        mapper.registerModule(
                new SimpleModule("managed-fields")
                        .addDeserializer(FieldsV1.class, new FirstLevel()));
        return with(mapper);
    }

    /** Why the object could not be read whole; empty where it was. */
    public static Optional<String> unreadable(Map<String, Object> object) {
        return Optional.ofNullable(object.get(UNREADABLE)).map(String::valueOf);
    }

    /**
     * Drops the object's content, except its status: no decision may be made from a part of an
     * object.
     */
    public static void unreadable(GenericKubernetesResource object, String why) {
        var left = new LinkedHashMap<String, Object>();
        left.put(UNREADABLE, why);
        // keeps the status that earlier reconciliations wrote
        if (object.getAdditionalProperties().get(STATUS) instanceof Map<?, ?> status) {
            left.put(STATUS, status);
        }
        object.setAdditionalProperties(left);
    }

    /** Reads every object without failing, so that the other objects of its list are read too. */
    private static final class Whole extends StdDeserializer<GenericKubernetesResource> {
        private static final long serialVersionUID = 1;

        Whole() {
            super(GenericKubernetesResource.class);
        }

        @Override
        public GenericKubernetesResource deserialize(
                JsonParser json, DeserializationContext context) throws IOException {
            var object = new GenericKubernetesResource();
            var cut = new ArrayList<String>();
            var name =
                    json.isExpectedStartObjectToken() ? json.nextFieldName() : json.currentName();
            for (; name != null; name = json.nextFieldName()) {
                json.nextToken();
                switch (name) {
                    case "apiVersion" -> object.setApiVersion(json.getValueAsString());
                    case "kind" -> object.setKind(json.getValueAsString());
                    case "metadata" ->
                            object.setMetadata(context.readValue(json, ObjectMeta.class));
                    default -> {
                        var field = new BoundedJson(json);
                        var value = field.value(2);
                        if (field.cut()) {
                            cut.add(name);
                        } else {
                            object.setAdditionalProperty(name, value);
                        }
                    }
                }
            }
            if (!cut.isEmpty()) {
                unreadable(
                        object,
                        "%s has more than %d maps and lists within one another; the object is not reconciled until it has fewer"
                                .formatted(String.join(" and ", cut), BoundedJson.DEEPEST));
            }
            return object;
        }
    }

    /**
     * What is kept of the fields' {@code f:metadata}; empty if {@link #LAST_APPLIED} is missing.
     */
    public static Optional<Map<String, Object>> lastApplied(FieldsV1 fields) {
        return fields.getAdditionalProperties().get(LAST_APPLIED.get(0))
                                instanceof Map<?, ?> metadata
                        && metadata.get(LAST_APPLIED.get(1)) instanceof Map<?, ?> annotations
                        && annotations.containsKey(LAST_APPLIED.get(2))
                ? Optional.of(Map.of(LAST_APPLIED.get(0), OWNS_LAST_APPLIED))
                : Optional.empty();
    }

    private static final class FirstLevel extends StdDeserializer<FieldsV1> {
        private static final long serialVersionUID = 1;

        FirstLevel() {
            super(FieldsV1.class);
        }

        @Override
        public FieldsV1 deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            var fields = new FieldsV1();
            if (!json.isExpectedStartObjectToken()) {
                json.skipChildren();
                return fields;
            }
            for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                json.nextToken();
                boolean recorded = has(json, name, LAST_APPLIED);
                fields.setAdditionalProperty(name, recorded ? OWNS_LAST_APPLIED : Map.of());
            }
            return fields;
        }

        /** Reads to the end of the field; returns whether it contains the path. */
        private static boolean has(JsonParser json, String field, List<String> path)
                throws IOException {
            boolean named = field.equals(path.getFirst());
            var rest = path.subList(1, path.size());
            if (!named || rest.isEmpty() || !json.isExpectedStartObjectToken()) {
                json.skipChildren();
                return named && rest.isEmpty();
            }
            boolean found = false;
            for (var name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                json.nextToken();
                found |= has(json, name, rest);
            }
            return found;
        }
    }
}
