package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.component.properties.DefaultPropertiesFunctionResolver;
import org.apache.camel.spi.PropertiesFunction;

/**
 * Resolves the functions of placeholders, {@code {{name:...}}}. None of these reads a bean. From
 * the environment, they read only the management port, because the operator's own settings use that
 * placeholder.
 */
final class KnownPlaceholders extends DefaultPropertiesFunctionResolver {
    private static final String ENVIRONMENT = "env";
    private static final String PORT = "DRAGOMAN_MANAGEMENT_PORT";

    /** Functions that {@code https.OverlaySecrets} adds to the component. */
    private static final Set<String> ADDED =
            Set.of("azure", "secret", "secret-binary", "configmap", "configmap-binary");

    /** Restricts the component to the functions that this class resolves. */
    static void only(org.apache.camel.spi.PropertiesComponent component) {
        if (!(component
                instanceof
                org.apache.camel.component.properties.PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel's properties component has an unknown type");
        }
        placeholders.setPropertiesFunctionResolver(new KnownPlaceholders());
        // 0 turns off the lookup of placeholders in the environment and the system properties
        placeholders.setEnvironmentVariableMode(0);
        placeholders.setSystemPropertiesMode(0);
    }

    @Override
    public PropertiesFunction resolvePropertiesFunction(String name) {
        if (ENVIRONMENT.equals(name)) {
            return new Port(super.resolvePropertiesFunction(name));
        }
        // functions from the class path are not used, because they have credentials of their own
        return ADDED.contains(name) ? getFunctions().get(name) : null;
    }

    private record Port(PropertiesFunction environment) implements PropertiesFunction {
        @Override
        public String getName() {
            return ENVIRONMENT;
        }

        @Override
        public String apply(String remainder) {
            // a colon separates the name from a default value
            if (!remainder.replaceFirst("(?s):.*", "").equals(PORT)) {
                throw new IllegalArgumentException(
                        "routes may not read the environment; use a setting or {{secret:NAME/KEY}}");
            }
            return environment.apply(remainder);
        }
    }
}
