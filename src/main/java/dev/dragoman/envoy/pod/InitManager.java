package dev.dragoman.envoy.pod;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.envoy.container.EnvoyBootstrap;
import dev.dragoman.envoy.container.EnvoyContainers.Admin;
import dev.dragoman.kube.object.Json;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command {@code init-manager}: writes the files with which Envoy starts. */
public final class InitManager {
    public static final String COMMAND = "init-manager";

    static final Map<String, String> FLAGS =
            Flags.defaults(
                    "node-id", "",
                    "cluster", "",
                    "xdss-host", "",
                    "xdss-port", "18000",
                    "config-file", "/etc/envoy/bootstrap/config.json",
                    "resources-path", "/etc/envoy/bootstrap",
                    "client-certificate-path", "/etc/envoy/tls/client",
                    "rtds-resource-name", "runtime",
                    "admin-bind-address", "0.0.0.0:9901",
                    "admin-access-log-path", "/dev/null",
                    "api-version", "v3",
                    "envoy-image", "");

    private InitManager() {}

    /**
     * Writes the files, and says which.
     *
     * @param arguments what stands after the command's name
     * @return the exit code
     */
    public static int run(List<String> arguments, Map<String, String> environment) {
        return Flags.run(
                COMMAND,
                FLAGS,
                arguments,
                flags -> {
                    for (var file : files(flags, environment).entrySet()) {
                        var _ =
                                Files.writeString(
                                        Path.of(file.getKey()), Json.write(file.getValue()));
                        System.err.println(COMMAND + ": wrote " + file.getKey());
                    }
                });
    }

    /** The content of each file. */
    static Map<String, Map<String, Object>> files(Flags flags, Map<String, String> environment) {
        if (flags.text("xdss-host").isBlank()) {
            throw flags.wrong("xdss-host", "the host of the discovery service");
        }
        if (!flags.text("api-version").equals("v3")) {
            throw flags.wrong("api-version", "v3: Envoy has no other");
        }
        var secretFile = flags.text("resources-path") + "/tls_certificate_sds_secret.json";
        var bootstrap =
                new EnvoyBootstrap(
                        node(flags, environment),
                        admin(flags),
                        flags.text("rtds-resource-name"),
                        flags.text("xdss-host"),
                        flags.port("xdss-port"),
                        tls(secretFile));
        return Map.of(
                flags.text("config-file"),
                bootstrap.configuration(),
                secretFile,
                EnvoyBootstrap.clientSecret(flags.text("client-certificate-path")));
    }

    private static Map<String, Object> node(Flags flags, Map<String, String> environment) {
        var metadata = object("envoy_image", flags.text("envoy-image"));
        for (var each : List.of("pod_name", "pod_namespace", "host_name")) {
            metadata.put(each, environment.getOrDefault(each.toUpperCase(Locale.ROOT), ""));
        }
        var node = object("id", flags.text("node-id"), "cluster", flags.text("cluster"));
        node.values().removeIf(""::equals);
        node.put("metadata", metadata);
        return node;
    }

    private static Admin admin(Flags flags) {
        var name = "admin-bind-address";
        var address = flags.text(name);
        var host =
                address.substring(0, Math.max(address.lastIndexOf(':'), 0))
                        .replaceAll("[\\[\\]]", "");
        try {
            var _ = InetAddress.ofLiteral(host);
        } catch (IllegalArgumentException e) {
            throw flags.wrong(name, "IP:PORT, such as 0.0.0.0:9901");
        }
        return new Admin(flags.port(name), host, flags.text("admin-access-log-path"));
    }

    /** The server is not checked: Envoy has no file of its CA here, as with MARIN3R. */
    private static Map<String, Object> tls(String secretFile) {
        // Envoy before 1.22 knows no path_config_source in place of this path
        return Json.literal(
                """
                {"common_tls_context": {"tls_certificate_sds_secret_configs": [{
                  "name": "%s", "sds_config": {"path": %s, "resource_api_version": "V3"}}]}}
                """
                        .formatted(EnvoyBootstrap.CLIENT, Json.write(secretFile)));
    }
}
