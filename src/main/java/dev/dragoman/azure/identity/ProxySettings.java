package dev.dragoman.azure.identity;

import com.azure.core.http.ProxyOptions;
import dev.dragoman.settings.SettingValues;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the proxy for requests to Azure from {@code HTTPS_PROXY} and {@code NO_PROXY}, whose names
 * may also be in lower case. The library does not read these variables itself. The connection to
 * the proxy has no TLS.
 */
final class ProxySettings {
    private static final String PROXY = "HTTPS_PROXY";
    private static final String DIRECT = "NO_PROXY";

    /** The JDK refuses Basic authentication for tunnels unless this property is empty. */
    private static final String REFUSED_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

    /** A host with a port. */
    private static final Pattern PORT = Pattern.compile("^([^:]+):\\d+$");

    /** Port of a proxy whose URL names no port. */
    private static final int USUAL = 80;

    private ProxySettings() {}

    /**
     * The proxy; empty if none is set.
     *
     * @throws IllegalArgumentException naming the variable, without its value, which may contain a
     *     password
     */
    static Optional<ProxyOptions> from(Map<String, String> env) {
        var value = text(env, PROXY);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        var uri = uri(value.contains("://") ? value : "http://" + value);
        var options =
                new ProxyOptions(
                        ProxyOptions.Type.HTTP,
                        InetSocketAddress.createUnresolved(
                                uri.getHost(), uri.getPort() < 0 ? USUAL : uri.getPort()));
        var direct = hosts(text(env, DIRECT));
        if (!direct.isEmpty()) {
            options.setNonProxyHosts(direct);
        }
        if (uri.getRawUserInfo() != null) {
            var who = uri.getRawUserInfo().split(":", 2);
            options.setCredentials(decoded(who[0]), who.length > 1 ? decoded(who[1]) : "");
            System.setProperty(REFUSED_SCHEMES, "");
        }
        return Optional.of(options);
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static URI uri(String value) {
        try {
            var uri = URI.create(value);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException noUrl) {
            // reported below, without the value
        }
        throw new IllegalArgumentException(
                PROXY + ": write http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT");
    }

    /**
     * The hosts of {@code NO_PROXY} as patterns of the library. Ranges of addresses are left out,
     * because requests to Azure name hosts. The library compares hosts only, so a port is dropped.
     */
    private static String hosts(String value) {
        return SettingValues.entries(value).stream()
                .filter(each -> !each.contains("/"))
                .map(each -> PORT.matcher(each).replaceFirst("$1"))
                .map(each -> each.startsWith(".") ? each.substring(1) : each)
                .flatMap(each -> Stream.of(each, "*." + each))
                .distinct()
                .collect(Collectors.joining("|"));
    }

    private static String text(Map<String, String> env, String name) {
        var value = env.getOrDefault(name, env.getOrDefault(name.toLowerCase(Locale.ROOT), ""));
        return value.strip();
    }
}
