package dev.dragoman.reconcile.cache;

/**
 * Keeps one copy of the short strings that objects have in common, such as field names, kinds,
 * locations and reasons: thousands of objects of one kind have most of these in common. Bounded: a
 * newer string replaces an older one in the same place. Thread-safe.
 */
final class Texts {
    private static final int LONGEST = 64;

    /**
     * Number of places in the table, each of which holds one string. It is a power of two, because
     * a mask of the hash selects the place.
     */
    private static final int PLACES = 1 << 12;

    // a race costs a second copy and nothing else
    private static final String[] KNOWN = new String[PLACES];

    private Texts() {}

    /** An equal string; the shared copy where there is one. */
    static String same(String text) {
        if (text.length() > LONGEST) {
            return text;
        }
        int hash = text.hashCode();
        int place = (hash ^ (hash >>> 16)) & (PLACES - 1);
        var known = KNOWN[place];
        if (text.equals(known)) {
            return known;
        }
        KNOWN[place] = text;
        return text;
    }
}
