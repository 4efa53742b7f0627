package dev.dragoman.hostile;

import java.util.List;
import java.util.stream.IntStream;

/** Names that somebody has chosen so that all have one hash. */
public final class OneHash {
    private static final String[] PARTS = {"aln", "c00"};

    private OneHash() {}

    /** So many names, each fit for an object and for a key of a Secret. */
    public static List<String> names(int most) {
        return IntStream.range(0, most).mapToObj(OneHash::name).toList();
    }

    private static String name(int number) {
        var name = new StringBuilder();
        for (int bit = 0; bit < 15; bit++) {
            name.append(PARTS[(number >> bit) & 1]);
        }
        return name.toString();
    }
}
