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
 * The values of the Secrets that overlays name. Each is read once, at the start, when the check
 * finds its name in a file. A placeholder that is computed later cannot read another Secret.
 * Thread-safe.
 */
public final class OverlaySecrets {
    /** Name of the placeholder function in overlays. */
    public static final String FUNCTION = "secret";

    /** Functions of camel-kubernetes that are disabled, besides the one that ours replaces. */
    public static final List<String> UNAVAILABLE =
            List.of("secret-binary", "configmap", "configmap-binary");

    private final SecretReader reader;
    private final Map<SecretReference, String> values = new ConcurrentHashMap<>();

    public OverlaySecrets(SecretReader reader) {
        this.reader = reader;
    }

    /** Reads the value, unless it is known. Returns what is missing; empty when nothing is. */
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

    /** The value, if {@link #admit} has read it. */
    public Optional<String> value(SecretReference reference) {
        return Optional.ofNullable(values.get(reference));
    }

    /**
     * Makes these values available to placeholders of the context. Disables the functions of
     * camel-kubernetes, which could read any Secret and ConfigMap at any time.
     */
    public void install(CamelContext context) {
        if (!(context.getPropertiesComponent() instanceof PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel's properties component has an unknown type");
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
                                            "only files of overlays can use a value of a Secret, as {{secret:NAME/KEY}}"));
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
                    "the function '%s' is not available; use {{secret:NAME/KEY}}".formatted(name));
        }
    }
}
