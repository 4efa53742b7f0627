package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The source of official releases.
 *
 * @param used whether releases are fetched at all
 * @param base a URL without a slash at its end, below which each official host is a directory;
 *     empty: the official hosts themselves
 */
record Mirror(boolean used, Optional<String> base) {
    static final String VARIABLE = "DRAGOMAN_RELEASES";

    /**
     * Reads the environment.
     *
     * @throws ControlPlaneException when the variable is neither {@code off} nor a URL
     */
    static Mirror of(Map<String, String> environment) {
        var value = environment.getOrDefault(VARIABLE, "").strip();
        if (value.equals("off")) {
            return new Mirror(false, Optional.empty());
        }
        if (value.isEmpty()) {
            return new Mirror(true, Optional.empty());
        }
        if (!value.matches("https?://\\S+")) {
            throw new ControlPlaneException(VARIABLE + ": must be 'off' or the URL of a mirror");
        }
        return new Mirror(true, Optional.of(value.replaceFirst("/+$", "")));
    }

    /**
     * The proxy of {@code HTTPS_PROXY}, except for the hosts of {@code NO_PROXY}. Credentials in
     * the proxy's URL are not used.
     */
    static ProxySelector proxies(Map<String, String> environment) {
        var value = text(environment, "HTTPS_PROXY");
        var proxy = URI.create(value.isEmpty() || value.contains("://") ? value : "http://" + value);
        var direct =
                Arrays.stream(text(environment, "NO_PROXY").split(",", -1))
                        .map(host -> host.strip().replaceFirst("^\\*?\\.", ""))
                        .filter(host -> !host.isEmpty())
                        .toList();
        return new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return proxy.getHost() == null
                                || !uri.getScheme().equals("https")
                                || direct.stream().anyMatch(each -> within(uri.getHost(), each))
                        ? List.of(Proxy.NO_PROXY)
                        : List.of(
                                new Proxy(
                                        Proxy.Type.HTTP,
                                        new InetSocketAddress(
                                                proxy.getHost(),
                                                proxy.getPort() < 0 ? 80 : proxy.getPort())));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException e) {
                // the download then fails and reports the reason
            }
        };
    }

    private static boolean within(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain) || domain.equals("*");
    }

    private static String text(Map<String, String> environment, String name) {
        return environment
                .getOrDefault(name, environment.getOrDefault(name.toLowerCase(Locale.ROOT), ""))
                .strip();
    }
}
