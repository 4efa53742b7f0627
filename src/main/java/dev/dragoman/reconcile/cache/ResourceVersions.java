package dev.dragoman.reconcile.cache;

/** Order of the resourceVersions of one kind: integers of any size, without a sign. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /**
     * Whether the first is older. False when one of them is no number, so that no caller waits for
     * such a version.
     */
    public static boolean older(String one, String other) {
        if (!number(one) || !number(other)) {
            return false;
        }
        return one.length() != other.length()
                ? one.length() < other.length()
                : one.compareTo(other) < 0;
    }

    private static boolean number(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
