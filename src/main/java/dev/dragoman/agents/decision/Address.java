package dev.dragoman.agents.decision;

/**
 * The address of an organisation, as text. Without regular expressions, whose stack or time a long
 * text would use up. Pure.
 */
final class Address {
    /** Clouds and programs on the way take no longer ones. */
    static final int LONGEST = 2_000;

    private Address() {}

    /** Without slashes at its end. */
    static String trimmed(String text) {
        var said = text.strip();
        int end = said.length();
        while (end > 0 && said.charAt(end - 1) == '/') {
            end--;
        }
        return said.substring(0, end);
    }

    /** Whether it is one: a scheme, a host, and parts of a path that are not empty. */
    static boolean isOne(String text) {
        if (text.length() > LONGEST) {
            return false;
        }
        for (var scheme : new String[] {"https://", "http://"}) {
            if (text.startsWith(scheme)) {
                return isPath(text.substring(scheme.length()));
            }
        }
        return false;
    }

    private static boolean isPath(String text) {
        boolean begun = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '?' || c == '#' || c == '@' || Character.isWhitespace(c) || c == 0xb) {
                return false;
            }
            if (c == '/' && !begun) {
                return false;
            }
            begun = c != '/';
        }
        return begun;
    }
}
