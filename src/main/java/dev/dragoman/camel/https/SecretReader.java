package dev.dragoman.camel.https;

/** Where values of Secrets come from. Implementations are thread-safe. */
@FunctionalInterface
public interface SecretReader {
    /**
     * The value, without the white space around it; not empty.
     *
     * @throws Unreadable when there is none
     */
    String read(SecretReference reference) throws Unreadable;

    /** There is no value to read. The message says what is missing, and what to do; one line. */
    final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unreadable(String message) {
            super(message, null, false, false);
        }
    }
}
