package dev.dragoman.agents.decision;

/**
 * Checks the URL of an Azure DevOps organisation. Uses no regular expressions, since a long text
 * could exhaust the stack or take very long. Pure.
 */
final class OrganisationUrl {
    /** Maximum length of a URL; servers and proxies refuse longer ones. */
    static final int LONGEST = 2_000;

    private OrganisationUrl() {}

    /** The text without blanks around it and without slashes at its end. */
    static String trimmed(String text) {
        var stripped = text.strip();
        int end = stripped.length();
        while (end > 0 && stripped.charAt(end - 1) == '/') {
            end--;
        }
        return stripped.substring(0, end);
    }

    /** Whether the text is a URL of http or https with a host and no empty path segment. */
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
