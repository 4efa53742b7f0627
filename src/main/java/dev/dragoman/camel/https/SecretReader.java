package dev.dragoman.camel.https;

import dev.dragoman.capability.ValueSource;
import java.util.Map;

/** Reads hidden values for files of overlays. Implementations are thread-safe. */
@FunctionalInterface
public interface SecretReader {
    /**
     * Reads the value.
     *
     * @throws Unreadable when the value is missing or cannot be used
     */
    String read(SecretReference reference) throws Unreadable;

    /**
     * Returns a reader that reads the values of each function from that function's source.
     *
     * @param secrets reads Secrets of the cluster
     * @param others sources of the other functions, by the name of the function
     */
    static SecretReader of(SecretReader secrets, Map<String, ValueSource> others) {
        return reference -> {
            if (reference.ofCluster()) {
                return secrets.read(reference);
            }
            var source = others.get(reference.function());
            if (source == null) {
                throw new Unreadable(
                        "no capability of this operator reads such values; use {{secret:NAME/KEY}}");
            }
            try {
                return source.read(reference.text());
            } catch (IllegalArgumentException none) {
                throw new Unreadable(none.getMessage() + "; then restart the operator");
            }
        };
    }

    /**
     * Thrown when a value is missing or cannot be used. The message is one line and says what to
     * do.
     */
    final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unreadable(String message) {
            super(message, null, false, false);
        }
    }
}
