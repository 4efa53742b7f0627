package dev.dragoman.namespaces;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Makes the Secret with credentials: {@code token}, as the predecessor wrote it, a kubeconfig, and
 * the parts of the kubeconfig. Thread-safe.
 */
final class CredentialSecret {
    static final String TOKEN = "token";

    private final String server;
    private final Supplier<String> authority;

    /**
     * @param server address of the API server in kubeconfigs
     * @param authority supplies the PEM certificates by which clients trust the server; empty text
     *     for public authorities
     */
    CredentialSecret(String server, Supplier<String> authority) {
        this.server = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
        this.authority = authority;
    }

    /**
     * The Secret, which has the name of the namespace.
     *
     * @param requests namespace of the requests, where the Secret is
     */
    Map<String, Object> secret(String requests, String namespace, String token, Instant expiry) {
        var secret = new LinkedHashMap<String, Object>();
        secret.put("apiVersion", "v1");
        secret.put("kind", "Secret");
        secret.put(
                "metadata", new LinkedHashMap<>(Map.of("name", namespace, "namespace", requests)));
        secret.put("type", "Opaque");
        secret.put("data", data(namespace, token, expiry));
        return secret;
    }

    /** The Secret's {@code data}, in base64. */
    Map<String, Object> data(String namespace, String token, Instant expiry) {
        var ca = authority.get();
        var data = new LinkedHashMap<String, Object>();
        data.put(TOKEN, encoded(token));
        data.put("kubeconfig", encoded(kubeconfig(namespace, token, ca)));
        if (!ca.isEmpty()) {
            data.put("ca.crt", encoded(ca));
        }
        data.put("namespace", encoded(namespace));
        data.put("server", encoded(server));
        data.put("expiry", encoded(expiry.toString()));
        return data;
    }

    private String kubeconfig(String namespace, String token, String ca) {
        var cluster = new LinkedHashMap<String, Object>();
        cluster.put("server", server);
        if (!ca.isEmpty()) {
            cluster.put("certificate-authority-data", encoded(ca));
        }
        var config = new LinkedHashMap<String, Object>();
        config.put("apiVersion", "v1");
        config.put("kind", "Config");
        config.put("clusters", List.of(named("cluster", cluster)));
        config.put("users", List.of(named("user", Map.of("token", token))));
        var context = new LinkedHashMap<String, Object>();
        context.put("cluster", "dragoman");
        context.put("user", "dragoman");
        context.put("namespace", namespace);
        config.put("contexts", List.of(named("context", context)));
        config.put("current-context", "dragoman");
        var block = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
        return new Dump(block).dumpToString(config);
    }

    private static Map<String, Object> named(String what, Object value) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("name", "dragoman");
        entry.put(what, value);
        return entry;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
