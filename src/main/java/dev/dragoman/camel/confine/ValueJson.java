package dev.dragoman.camel.confine;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.dragoman.reconcile.watch.BoundedJson;
import java.io.IOException;
import org.apache.camel.component.jackson.JacksonDataFormat;

/**
 * Data format that writes only values as JSON, and reads no value that is nested too deep for what
 * works on the body afterwards. Refuses other objects, because one of their fields may be a token
 * that {@code toString} hides.
 */
final class ValueJson extends JacksonDataFormat {
    @Override
    protected ObjectMapper createNewObjectMapper() {
        var mapper = super.createNewObjectMapper();
        mapper.getFactory().setStreamReadConstraints(BoundedJson.REFUSING);
        return mapper.registerModule(new SimpleModule().setSerializerModifier(new NoFields()));
    }

    private static final class NoFields extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription type, JsonSerializer<?> found) {
            return found instanceof BeanSerializerBase ? new Refused() : found;
        }
    }

    private static final class Refused extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        Refused() {
            super(Object.class);
        }

        @Override
        public void serialize(Object object, JsonGenerator out, SerializerProvider provider)
                throws IOException {
            provider.reportMappingProblem(
                    "%s cannot be written as JSON: steps can write only maps, lists, texts and numbers",
                    object.getClass().getSimpleName());
        }
    }
}
