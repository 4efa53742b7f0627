package dev.dragoman.discovery.decision;

import static dev.dragoman.discovery.decision.ServiceObject.map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;

/** Makes the ConfigMap with Envoy's bootstrap: address of the discovery service, and TLS. */
final class Bootstrap {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String CLUSTER = "xds_cluster";
    private static final String TYPES = "type.googleapis.com/envoy.extensions.";
    private static final String DIRECTORY = "/etc/envoy/bootstrap/";
    private static final String CERTIFICATES = "/etc/envoy/tls/client";
    private static final String CLIENT = "xds_client_certificate";
    private static final String CLIENT_FILE = "tls_certificate_sds_secret.yaml";
    private static final String SERVER = "xds_server_validation";
    private static final String SERVER_FILE = "validation_context_sds_secret.yaml";
    private static final String V3 = "V3";
    private static final String NAME = "name";

    private Bootstrap() {}

    static Map<String, Object> of(DiscoveryService service, String namespace) {
        boolean verify = service.flag("verifyServer", true);
        var data = map("config.json", json(config(service, verify)), CLIENT_FILE, client());
        if (verify) {
            data.put(SERVER_FILE, server(service));
        }
        return ServiceObject.of(
                "v1", "ConfigMap", service, namespace, DiscoveryNames.BOOTSTRAP, map("data", data));
    }

    /** The client's certificate; Envoy reloads it when files in the directory change. */
    private static String client() {
        return """
               resources:
               - "@type": %stransport_sockets.tls.v3.Secret
                 name: %s
                 tls_certificate:
                   watched_directory:
                     path: %s
                   certificate_chain:
                     filename: %s/tls.crt
                   private_key:
                     filename: %s/tls.key
               """
                .formatted(TYPES, CLIENT, CERTIFICATES, CERTIFICATES, CERTIFICATES);
    }

    /** The check of the server's certificate: its CA and its name. */
    private static String server(DiscoveryService service) {
        return """
               resources:
               - "@type": %stransport_sockets.tls.v3.Secret
                 name: %s
                 validation_context:
                   watched_directory:
                     path: %s
                   trusted_ca:
                     filename: %s/ca.crt
                   match_typed_subject_alt_names:
                   - san_type: DNS
                     matcher:
                       exact: %s
               """
                .formatted(TYPES, SERVER, CERTIFICATES, CERTIFICATES, service.host());
    }

    private static Map<String, Object> config(DiscoveryService service, boolean verify) {
        return map(
                "admin",
                map(
                        "access_log",
                                List.of(
                                        map(
                                                NAME,
                                                "envoy.access_loggers.file",
                                                "typed_config",
                                                map(
                                                        "@type",
                                                        TYPES
                                                                + "access_loggers.file.v3.FileAccessLog",
                                                        "path",
                                                        "/dev/null"))),
                        "address", address("0.0.0.0", 9901)),
                "dynamic_resources",
                map(
                        "ads_config",
                                map(
                                        "api_type",
                                        "GRPC",
                                        "transport_api_version",
                                        V3,
                                        "grpc_services",
                                        List.of(map("envoy_grpc", map("cluster_name", CLUSTER)))),
                        "cds_config", ads(),
                        "lds_config", ads()),
                "layered_runtime",
                map(
                        "layers",
                        List.of(
                                map(
                                        NAME,
                                        "runtime",
                                        "rtds_layer",
                                        map(NAME, "runtime", "rtds_config", ads())))),
                "static_resources",
                map("clusters", List.of(cluster(service, verify))));
    }

    private static Map<String, Object> ads() {
        return map("ads", Map.of(), "resource_api_version", V3);
    }

    private static Map<String, Object> cluster(DiscoveryService service, boolean verify) {
        return map(
                NAME,
                CLUSTER,
                "type",
                "STRICT_DNS",
                "connect_timeout",
                "1s",
                "load_assignment",
                map(
                        "cluster_name",
                        CLUSTER,
                        "endpoints",
                        List.of(
                                map(
                                        "lb_endpoints",
                                        List.of(
                                                map(
                                                        "endpoint",
                                                        map(
                                                                "address",
                                                                address(
                                                                        service.host(),
                                                                        service.xdsPort()))))))),
                "typed_extension_protocol_options",
                map(
                        "envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
                        map(
                                "@type",
                                TYPES + "upstreams.http.v3.HttpProtocolOptions",
                                "explicit_http_config",
                                map(
                                        "http2_protocol_options",
                                        map(
                                                "connection_keepalive",
                                                map("interval", "60s", "timeout", "10s"))))),
                "transport_socket",
                map(NAME, "envoy.transport_sockets.tls", "typed_config", tls(service, verify)));
    }

    private static Map<String, Object> tls(DiscoveryService service, boolean verify) {
        var common =
                map("tls_certificate_sds_secret_configs", List.of(fromFile(CLIENT, CLIENT_FILE)));
        if (verify) {
            common.put("validation_context_sds_secret_config", fromFile(SERVER, SERVER_FILE));
        }
        return map(
                "@type",
                TYPES + "transport_sockets.tls.v3.UpstreamTlsContext",
                "sni",
                service.host(),
                "common_tls_context",
                common);
    }

    private static Map<String, Object> fromFile(String name, String file) {
        return map(
                NAME,
                name,
                "sds_config",
                map(
                        "path_config_source",
                        map("path", DIRECTORY + file),
                        "resource_api_version",
                        V3));
    }

    private static Map<String, Object> address(String host, int port) {
        return map("socket_address", map("address", host, "port_value", port));
    }

    private static String json(Map<String, Object> value) {
        try {
            return JSON.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write Envoy's configuration as JSON", e);
        }
    }
}
