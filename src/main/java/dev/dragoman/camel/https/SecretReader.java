package dev.dragoman.camel.https;

/** Reads values of Secrets. Implementations are thread-safe. */
@FunctionalInterface
public interface SecretReader {
    /**
     * The value, without surrounding white space; not empty.
     *
     * @throws Unreadable when there is no usable value
     */
    String read(SecretReference reference) throws Unreadable;

    /** There is no usable value. The message is one line: what is missing, and what to do. */
    final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unreadable(String message) {
            super(message, null, false, false);
        }
    }
}
