package dev.dragoman.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.Map;

/**
 * How clients of the API server read JSON: into the type that was asked for, and into generic
 * objects where none was. Finding a type for every kind there is would load the classes of all of
 * them, some six hundred, at the first request.
 */
public final class WireFormat {
    private WireFormat() {}

    /**
     * @param mapper read with by this client alone, which configures it further
     */
    public static KubernetesSerialization with(ObjectMapper mapper) {
        var format = new KubernetesSerialization(mapper, false);
        // an error in a watch is told from an object by its type
        format.registerKubernetesResource(Status.class);
        return format;
    }

    /**
     * As {@link #with}, for what is listed and watched: of managedFields only the first level is
     * read. Below it lies a name for each field of the object, several times as large in the heap
     * as the object.
     */
    static KubernetesSerialization lean(ObjectMapper mapper) {
        mapper.registerModule(new SimpleModule().addDeserializer(FieldsV1.class, new FirstLevel()));
        return with(mapper);
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
                json.skipChildren();
                fields.setAdditionalProperty(name, Map.of());
            }
            return fields;
        }
    }
}
