package dev.dragoman.prose;

/**
 * What Vale says of a place in a page.
 *
 * @param file the page, as it was given to Vale
 * @param line counted from 1
 * @param rule name of the rule, without its style
 * @param match the text that was found
 */
record Finding(String file, int line, String rule, String match, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + rule + ": " + message;
    }
}
