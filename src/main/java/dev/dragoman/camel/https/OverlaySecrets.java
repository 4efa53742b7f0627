package dev.dragoman.camel.https;

import dev.dragoman.camel.Redactor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.StartupListener;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.support.EndpointHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hidden values for the placeholders {@code {{secret:NAME/KEY}}} and {@code {{azure:NAME}}} of
 * overlays. Each value is read once, at the start, when the check finds the placeholder in a file.
 * A placeholder in a text that is computed later is refused. Thread-safe.
 */
public final class OverlaySecrets {
    /** Functions of camel-kubernetes that are disabled. Its function {@code secret} is replaced. */
    public static final List<String> UNAVAILABLE =
            List.of("secret-binary", "configmap", "configmap-binary");

    /** Bound while a text of a file is resolved after the start. */
    private static final ScopedValue<Boolean> WRITTEN = ScopedValue.newInstance();

    /** A shorter value could be any word or number of a log. */
    private static final int SHORTEST = 5;

    private static final Logger LOG = LoggerFactory.getLogger(OverlaySecrets.class);

    private final SecretReader reader;
    private final Map<SecretReference, String> values = new ConcurrentHashMap<>();

    /** Why values cannot be used. Each is asked for once: a vault that is silent takes long. */
    private final Map<SecretReference, String> refused = new ConcurrentHashMap<>();

    public OverlaySecrets(SecretReader reader) {
        this.reader = reader;
    }

    /**
     * Reads the value, unless it was read before. Returns why the value cannot be used; empty when
     * it can.
     */
    public Optional<String> admit(SecretReference reference) {
        if (values.containsKey(reference)) {
            return Optional.empty();
        }
        var own = ClusterSecrets.refused(reference);
        if (own.isPresent()) {
            return own;
        }
        if (refused.containsKey(reference)) {
            return Optional.of(refused.get(reference));
        }
        var why = read(reference);
        why.ifPresent(each -> refused.put(reference, each));
        return why;
    }

    /** Names of the Secrets whose values were admitted. */
    public Set<String> names() {
        return values.keySet().stream()
                .filter(SecretReference::ofCluster)
                .map(SecretReference::name)
                .collect(Collectors.toSet());
    }

    private Optional<String> read(SecretReference reference) {
        try {
            LOG.info("reading {}", reference);
            var value = reader.read(reference).strip();
            if (value.isEmpty()
                    || value.contains("{{")
                    || value.chars().anyMatch(Character::isISOControl)) {
                return Optional.of(
                        "the value must be one line of text, without '{{'; correct it and restart the operator");
            }
            if (value.length() < SHORTEST) {
                return Optional.of(
                        "the value is shorter than %d characters. In its output the operator replaces hidden values by ***. So short a value may be part of many other texts; write it into the file instead"
                                .formatted(SHORTEST));
            }
            Redactor.hide(value);
            values.put(reference, value);
            return Optional.empty();
        } catch (SecretReader.Unreadable missing) {
            return Optional.of(missing.getMessage());
        }
    }

    /** The value; empty when {@link #admit} has not read it. */
    public Optional<String> value(SecretReference reference) {
        return Optional.ofNullable(values.get(reference));
    }

    /**
     * Makes the values available to placeholders of the context. Disables the functions of
     * camel-kubernetes, which could read any Secret and ConfigMap at any time.
     */
    public void install(CamelContext context) {
        if (!(context.getPropertiesComponent() instanceof PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel's properties component has an unknown type");
        }
        for (var function : SecretReference.FUNCTIONS) {
            var values = new Values(function);
            placeholders.addPropertiesFunction(values);
            try {
                context.addStartupListener(values);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        UNAVAILABLE.forEach(name -> placeholders.addPropertiesFunction(new Unavailable(name)));
    }

    /**
     * Resolves the placeholders of a text from a file. Must not be called for a computed text,
     * which may come from a user.
     */
    static String written(CamelContext context, String text) {
        return ScopedValue.where(WRITTEN, true)
                .call(() -> EndpointHelper.resolveEndpointUriPropertyPlaceholders(context, text));
    }

    /**
     * The endpoint of an address that the operator or a file has written. Camel builds a kamelet
     * only when its endpoint is asked for, so the kamelet may use values of Secrets also after the
     * start. Must not be called for a computed address.
     */
    public static Endpoint endpoint(CamelContext context, String uri) {
        return ScopedValue.where(WRITTEN, true).call(() -> context.getEndpoint(uri));
    }

    /**
     * Resolves the placeholders only until all routes of the context are built. Camel resolves
     * placeholders in computed addresses too, and a part of such an address may come from a user.
     */
    private final class Values implements PropertiesFunction, StartupListener {
        private final String function;
        private volatile boolean built;

        private Values(String function) {
            this.function = function;
        }

        @Override
        public void onCamelContextStarted(CamelContext context, boolean alreadyStarted) {
            built = true;
        }

        @Override
        public String getName() {
            return function;
        }

        @Override
        public String apply(String remainder) {
            if (built && !WRITTEN.isBound()) {
                throw new IllegalArgumentException(
                        "a computed text, such as an address from a header, cannot contain %s; write the placeholder in a file of the overlay. Call a kamelet that contains it with 'to' or 'kamelet', not with 'toD', 'enrich' or 'poll'"
                                .formatted(SecretReference.written(function)));
            }
            return SecretReference.of(function, remainder)
                    .flatMap(OverlaySecrets.this::value)
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "only files of overlays can use hidden values; write %s there"
                                                    .formatted(SecretReference.written(function))));
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
