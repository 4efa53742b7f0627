package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.component.properties.DefaultPropertiesFunctionResolver;
import org.apache.camel.spi.PropertiesFunction;

/**
 * The functions of placeholders, {@code {{name:...}}}. None reads a bean, and none the environment
 * except the port, which the operator's own settings read this way.
 */
final class KnownPlaceholders extends DefaultPropertiesFunctionResolver {
    private static final String ENVIRONMENT = "env";
    private static final String PORT = "DRAGOMAN_MANAGEMENT_PORT";

    /** Functions that https.OverlaySecrets adds by name. */
    private static final Set<String> ADDED =
            Set.of("secret", "secret-binary", "configmap", "configmap-binary");

    /** Restricts the component to these functions. */
    static void only(org.apache.camel.spi.PropertiesComponent component) {
        if (!(component
                instanceof
                org.apache.camel.component.properties.PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel's properties component has an unknown type");
        }
        placeholders.setPropertiesFunctionResolver(new KnownPlaceholders());
        // other names are not looked up in the environment and the system properties
        placeholders.setEnvironmentVariableMode(0);
        placeholders.setSystemPropertiesMode(0);
    }

    @Override
    public PropertiesFunction resolvePropertiesFunction(String name) {
        if (ENVIRONMENT.equals(name)) {
            return new Port(super.resolvePropertiesFunction(name));
        }
        return ADDED.contains(name) ? super.resolvePropertiesFunction(name) : null;
    }

    private record Port(PropertiesFunction environment) implements PropertiesFunction {
        @Override
        public String getName() {
            return ENVIRONMENT;
        }

        @Override
        public String apply(String remainder) {
            // a default follows a colon
            if (!remainder.replaceFirst("(?s):.*", "").equals(PORT)) {
                throw new IllegalArgumentException(
                        "the environment is not for routes; use a setting or {{secret:NAME/KEY}}");
            }
            return environment.apply(remainder);
        }
    }
}
