package dev.dragoman.camel.capability;

import java.util.regex.Pattern;

/** Addresses as {@link dev.dragoman.capability.Line} has them. */
public final class LineAddress {
    private static final Pattern METHOD = Pattern.compile("[?&]method=([A-Za-z0-9_]+)");
    private static final Pattern PATH = Pattern.compile("[?&](?:path|apiVersion)=");

    private LineAddress() {}

    /**
     * Without options, those of a bean as {@code bean:NAME.METHOD}.
     *
     * @param uri with its options
     * @return empty for a request of one's own, which says itself where it goes
     */
    public static String of(String uri) {
        var base = uri.replaceFirst("[?].*", "").replaceFirst("^([a-z-]+):(?://)", "$1:");
        if (base.startsWith("azure-arm:") && PATH.matcher(uri).find()) {
            return "";
        }
        var method = METHOD.matcher(uri);
        return base.startsWith("bean:") && method.find() ? base + "." + method.group(1) : base;
    }
}
