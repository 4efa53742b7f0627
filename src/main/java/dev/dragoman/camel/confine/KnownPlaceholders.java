package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.component.properties.DefaultPropertiesFunctionResolver;
import org.apache.camel.spi.PropertiesFunction;

/**
 * The functions of placeholders, {@code {{name:...}}}: none reads the environment or a bean, but
 * for the port that the operator's own settings name so.
 */
final class KnownPlaceholders extends DefaultPropertiesFunctionResolver {
    private static final String ENVIRONMENT = "env";
    private static final String PORT = "DRAGOMAN_MANAGEMENT_PORT";

    /** Those that are added by name; https.OverlaySecrets has what they do. */
    private static final Set<String> ADDED =
            Set.of("secret", "secret-binary", "configmap", "configmap-binary");

    /** Leaves no others. */
    static void only(org.apache.camel.spi.PropertiesComponent component) {
        if (!(component
                instanceof
                org.apache.camel.component.properties.PropertiesComponent placeholders)) {
            throw new IllegalStateException("Camel has other placeholders than those known here");
        }
        placeholders.setPropertiesFunctionResolver(new KnownPlaceholders());
        // a name that is no setting is not looked for in the process either
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
                throw new IllegalArgumentException("the environment is not for routes");
            }
            return environment.apply(remainder);
        }
    }
}
