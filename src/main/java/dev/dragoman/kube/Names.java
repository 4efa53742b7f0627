package dev.dragoman.kube;

import java.util.regex.Pattern;

/** Names as the API server accepts them (RFC 1123). Pure. */
public final class Names {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    private static final Pattern ONE = Pattern.compile("(?=.{1,63}$)" + LABEL);

    private static final Pattern MANY =
            Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");

    private Names() {}

    /** Whether it can be the name of a namespace: a DNS label of at most 63 characters. */
    public static boolean isLabel(String text) {
        return ONE.matcher(text).matches();
    }

    /** Whether it can be the name of most objects: DNS labels with dots between, at most 253. */
    public static boolean isSubdomain(String text) {
        return MANY.matcher(text).matches();
    }
}
