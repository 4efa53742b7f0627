package dev.dragoman.kube.object;

import java.util.regex.Pattern;

/** Rules for names (RFC 1123) and quantities that the API server accepts. Pure. */
public final class Names {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    private static final Pattern ONE = Pattern.compile("(?=.{1,63}$)" + LABEL);

    private static final Pattern MANY =
            Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");

    private static final Pattern QUANTITY =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(n|u|m|k|[MGTPE]i?|Ki|[eE][+-]?\\d+)?");

    private Names() {}

    /** Whether the API server takes the text for a quantity, such as {@code 500m}. */
    public static boolean isQuantity(String text) {
        return QUANTITY.matcher(text).matches();
    }

    /** Whether the text can name a namespace: it is a DNS label of at most 63 characters. */
    public static boolean isLabel(String text) {
        return ONE.matcher(text).matches();
    }

    /**
     * Whether the text can name most objects: DNS labels separated by dots, at most 253 characters.
     */
    public static boolean isSubdomain(String text) {
        return MANY.matcher(text).matches();
    }
}
