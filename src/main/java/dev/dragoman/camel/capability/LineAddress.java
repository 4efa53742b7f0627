package dev.dragoman.camel.capability;

import java.util.regex.Pattern;

/** Converts endpoint URIs to the addresses of {@link dev.dragoman.capability.Line}. */
public final class LineAddress {
    private static final Pattern METHOD = Pattern.compile("[?&]method=([A-Za-z0-9_]+)");
    private static final Pattern PATH = Pattern.compile("[?&](?:path|apiVersion)=");

    private LineAddress() {}

    /**
     * The URI without its options; that of a bean as {@code bean:NAME.METHOD}.
     *
     * @param uri with its options
     * @return empty for a team's own {@code azure-arm} request, which has a path or an API version
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
