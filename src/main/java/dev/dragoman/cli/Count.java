package dev.dragoman.cli;

/** Numbers of objects in texts. Pure. */
public final class Count {
    private Count() {}

    /** {@code 1 object}, {@code 2 objects}. */
    public static String objects(int number) {
        return of(number, "object", "objects");
    }

    /**
     * The number with the words for what it counts.
     *
     * @param one words after the number one
     * @param many words after all other numbers
     */
    public static String of(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
