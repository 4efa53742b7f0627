package dev.dragoman.envoy.container;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Json;
import java.util.Map;

/**
 * The configuration with which Envoy starts: its admin interface, and where it gets the rest. As
 * MARIN3R writes it. Immutable; all maps that it returns are new.
 *
 * @param node what Envoy says of itself; empty when its arguments say it all
 * @param runtime name of the runtime layer that the discovery service sends
 * @param host host of the discovery service
 * @param port port of the discovery service
 * @param tls fields of the {@code UpstreamTlsContext} of the connection to the discovery service
 */
public record EnvoyBootstrap(
        Map<String, Object> node,
        EnvoyContainers.Admin admin,
        String runtime,
        String host,
        int port,
        Map<String, Object> tls) {
    /** Name of the Secret of SDS with the certificate by which Envoy is known. */
    public static final String CLIENT = "xds_client_certificate";

    /** Begin of the types of Envoy's extensions. */
    public static final String TYPES = "type.googleapis.com/envoy.extensions.";

    /** The content of the file that Envoy starts with. */
    public Map<String, Object> configuration() {
        var context = object("@type", TYPES + "transport_sockets.tls.v3.UpstreamTlsContext");
        context.putAll(tls);
        var log = Json.write(admin.accessLogPath());
        var bind = Json.write(admin.bindAddress());
        var layer = Json.write(runtime);
        var server = Json.write(host);
        var socket = Json.write(context);
        var all =
                Json.literal(
                        """
                        {"admin": {
                          "access_log": [{"name": "envoy.access_loggers.file", "typed_config": {
                            "@type": "%1$saccess_loggers.file.v3.FileAccessLog", "path": %2$s}}],
                          "address": {"socket_address": {"address": %3$s, "port_value": %4$d}}},
                        "dynamic_resources": {
                          "ads_config": {"api_type": "GRPC", "transport_api_version": "V3",
                            "grpc_services": [{"envoy_grpc": {"cluster_name": "xds_cluster"}}]},
                          "cds_config": {"ads": {}, "resource_api_version": "V3"},
                          "lds_config": {"ads": {}, "resource_api_version": "V3"}},
                        "layered_runtime": {"layers": [{"name": %5$s, "rtds_layer": {
                          "name": %5$s, "rtds_config": {"ads": {}, "resource_api_version": "V3"}}}]},
                        "static_resources": {"clusters": [{
                          "name": "xds_cluster", "type": "STRICT_DNS", "connect_timeout": "1s",
                          "load_assignment": {"cluster_name": "xds_cluster", "endpoints": [{"lb_endpoints": [
                            {"endpoint": {"address": {"socket_address": {
                              "address": %6$s, "port_value": %7$d}}}}]}]},
                          "typed_extension_protocol_options": {
                            "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
                              "@type": "%1$supstreams.http.v3.HttpProtocolOptions",
                              "explicit_http_config": {"http2_protocol_options": {
                                "connection_keepalive": {"interval": "60s", "timeout": "10s"}}}}},
                          "transport_socket": {"name": "envoy.transport_sockets.tls", "typed_config": %8$s}}]}}
                        """
                                .formatted(
                                        TYPES,
                                        log,
                                        bind,
                                        admin.port(),
                                        layer,
                                        server,
                                        port,
                                        socket));
        if (!node.isEmpty()) {
            all.put("node", Json.copyMap(node));
        }
        return all;
    }

    /**
     * The content of the file that names the certificate by which Envoy is known.
     *
     * @param directory where {@code tls.crt} and {@code tls.key} lie
     */
    public static Map<String, Object> clientSecret(String directory) {
        return Json.literal(
                """
                {"resources": [{"@type": "%stransport_sockets.tls.v3.Secret", "name": "%s",
                  "tls_certificate": {
                    "certificate_chain": {"filename": %s}, "private_key": {"filename": %s}}}]}
                """
                        .formatted(
                                TYPES,
                                CLIENT,
                                Json.write(directory + "/tls.crt"),
                                Json.write(directory + "/tls.key")));
    }
}
