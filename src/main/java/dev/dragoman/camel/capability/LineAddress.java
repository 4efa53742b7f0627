package dev.dragoman.camel.capability;

import java.util.regex.Pattern;

/** Converts endpoint URIs to the addresses of {@link dev.dragoman.capability.Line}. */
public final class LineAddress {
    private static final Pattern METHOD = Pattern.compile("[?&]method=([A-Za-z0-9_]+)");
    private static final Pattern PATH = Pattern.compile("[?&](?:path|apiVersion)=");

    private LineAddress() {}

    /**
     * The URI without its options; for a bean, {@code bean:NAME.METHOD}.
     *
     * @param uri endpoint URI with its options
     * @return an empty text for an {@code azure-arm} request that is not a line, because it has the
     *     option {@code path} or {@code apiVersion}
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
