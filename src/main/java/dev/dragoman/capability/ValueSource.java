package dev.dragoman.capability;

/**
 * Reads hidden values for placeholders {@code {{FUNCTION:TEXT}}} in files of overlays, when the
 * operator starts. Thread-safe.
 */
@FunctionalInterface
public interface ValueSource {
    /**
     * Reads a value.
     *
     * @param text what the placeholder has after the colon
     * @throws IllegalArgumentException saying in one line why there is no value, and what to do
     */
    String read(String text);
}
