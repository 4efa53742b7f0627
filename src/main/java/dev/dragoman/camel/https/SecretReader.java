package dev.dragoman.camel.https;

/** Reads values of Secrets. Implementations are thread-safe. */
@FunctionalInterface
public interface SecretReader {
    /**
     * Reads the value. The value has no surrounding white space and is not empty.
     *
     * @throws Unreadable when the value is missing or cannot be used
     */
    String read(SecretReference reference) throws Unreadable;

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
