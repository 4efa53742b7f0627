package dev.dragoman.azure.arm;

import java.net.URI;

/**
 * Decides which hosts may get the operator's tokens. URLs to poll come from answers and are not
 * trusted: only the ARM endpoint and its regional subdomains are accepted.
 */
record TrustedHost(URI endpoint) {
    boolean accepts(String url) {
        try {
            var uri = URI.create(url);
            return uri.getUserInfo() == null
                    && "https".equals(uri.getScheme())
                    && uri.getHost() != null
                    && port(uri) == port(endpoint)
                    && sameOrBelow(uri.getHost(), endpoint.getHost());
        } catch (IllegalArgumentException notAUrl) {
            return false;
        }
    }

    private static boolean sameOrBelow(String host, String root) {
        return host.equalsIgnoreCase(root)
                || host.regionMatches(
                        true, host.length() - root.length() - 1, "." + root, 0, root.length() + 1);
    }

    private static int port(URI uri) {
        return uri.getPort() == -1 ? 443 : uri.getPort();
    }
}
