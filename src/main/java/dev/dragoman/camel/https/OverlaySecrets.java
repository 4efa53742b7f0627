package dev.dragoman.camel.https;

import dev.dragoman.camel.Redactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.spi.PropertiesFunction;

/**
 * The values of the Secrets that overlays name. Each is read once, at the start, when the check of
 * the files comes to it; what no file names cannot be read by a text that comes later. Thread-safe.
 */
public final class OverlaySecrets {
    /** Under this name overlays call it. */
    public static final String FUNCTION = "secret";

    /** Functions of camel-kubernetes besides the one of our name. */
    public static final List<String> UNAVAILABLE =
            List.of("secret-binary", "configmap", "configmap-binary");

    private final SecretReader reader;
    private final Map<SecretReference, String> values = new ConcurrentHashMap<>();

    public OverlaySecrets(SecretReader reader) {
        this.reader = reader;
    }

    /** Reads the value, unless it has been; says what is missing, or nothing. */
    public Optional<String> admit(SecretReference reference) {
        if (values.containsKey(reference)) {
            return Optional.empty();
        }
        var own = ClusterSecrets.refused(reference);
        if (own.isPresent()) {
            return own;
        }
        try {
            var value = reader.read(reference);
            Redactor.hide(value);
            values.put(reference, value);
            return Optional.empty();
        } catch (SecretReader.Unreadable missing) {
            return Optional.of(missing.getMessage());
        }
    }

    /** The value, when {@link #admit} has found it. */
    public Optional<String> value(SecretReference reference) {
        return Optional.ofNullable(values.get(reference));
    }

    /**
     * Lets placeholders of the context have these values. The functions that come with
     * camel-kubernetes read any Secret and ConfigMap, at any time: they are not there any more.
     */
    public void install(CamelContext context) {
        if (!(context.getPropertiesComponent() instanceof PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel has other placeholders than those known here");
        }
        placeholders.addPropertiesFunction(new Values());
        UNAVAILABLE.forEach(name -> placeholders.addPropertiesFunction(new Unavailable(name)));
    }

    private final class Values implements PropertiesFunction {
        @Override
        public String getName() {
            return FUNCTION;
        }

        @Override
        public String apply(String remainder) {
            return SecretReference.of(remainder)
                    .flatMap(OverlaySecrets.this::value)
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "a value of a Secret is only for the overlays' files, which name it as {{secret:NAME/KEY}}"));
        }
    }

    private record Unavailable(String name) implements PropertiesFunction {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public String apply(String remainder) {
            throw new IllegalArgumentException(
                    "the function '%s' is not there; use {{secret:NAME/KEY}}".formatted(name));
        }
    }
}
