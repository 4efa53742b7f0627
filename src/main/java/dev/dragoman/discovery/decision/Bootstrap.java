package dev.dragoman.discovery.decision;

import static dev.dragoman.discovery.decision.ServiceObject.map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dragoman.kube.object.Json;
import java.util.Map;

/** Makes the ConfigMap with Envoy's bootstrap: address of the discovery service, and TLS. */
final class Bootstrap {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String TYPES = "type.googleapis.com/envoy.extensions.";
    private static final String DIRECTORY = "/etc/envoy/bootstrap/";
    private static final String CERTIFICATES = "/etc/envoy/tls/client";
    private static final String CLIENT = "xds_client_certificate";
    private static final String CLIENT_FILE = "tls_certificate_sds_secret.yaml";
    private static final String SERVER = "xds_server_validation";
    private static final String SERVER_FILE = "validation_context_sds_secret.yaml";

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

    private static String config(DiscoveryService service, boolean verify) {
        var host = Json.write(service.host());
        return """
               {
                 "admin": {
                   "access_log": [{
                     "name": "envoy.access_loggers.file",
                     "typed_config": {
                       "@type": "%saccess_loggers.file.v3.FileAccessLog",
                       "path": "/dev/null"
                     }
                   }],
                   "address": {"socket_address": {"address": "0.0.0.0", "port_value": 9901}}
                 },
                 "dynamic_resources": {
                   "ads_config": {
                     "api_type": "GRPC",
                     "transport_api_version": "V3",
                     "grpc_services": [{"envoy_grpc": {"cluster_name": "xds_cluster"}}]
                   },
                   "cds_config": {"ads": {}, "resource_api_version": "V3"},
                   "lds_config": {"ads": {}, "resource_api_version": "V3"}
                 },
                 "layered_runtime": {"layers": [{
                   "name": "runtime",
                   "rtds_layer": {
                     "name": "runtime",
                     "rtds_config": {"ads": {}, "resource_api_version": "V3"}
                   }
                 }]},
                 "static_resources": {"clusters": [{
                   "name": "xds_cluster",
                   "type": "STRICT_DNS",
                   "connect_timeout": "1s",
                   "load_assignment": {
                     "cluster_name": "xds_cluster",
                     "endpoints": [{"lb_endpoints": [{"endpoint": {"address": {
                       "socket_address": {"address": %s, "port_value": %d}
                     }}}]}]
                   },
                   "typed_extension_protocol_options": {
                     "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
                       "@type": "%supstreams.http.v3.HttpProtocolOptions",
                       "explicit_http_config": {"http2_protocol_options": {
                         "connection_keepalive": {"interval": "60s", "timeout": "10s"}
                       }}
                     }
                   },
                   "transport_socket": {
                     "name": "envoy.transport_sockets.tls",
                     "typed_config": {
                       "@type": "%stransport_sockets.tls.v3.UpstreamTlsContext",
                       "sni": %s,
                       "common_tls_context": {
                         "tls_certificate_sds_secret_configs": [%s]%s
                       }
                     }
                   }
                 }]}
               }
               """
                .formatted(
                        TYPES,
                        host,
                        service.xdsPort(),
                        TYPES,
                        TYPES,
                        host,
                        fromFile(CLIENT, CLIENT_FILE),
                        verify
                                ? ", \"validation_context_sds_secret_config\": "
                                        + fromFile(SERVER, SERVER_FILE)
                                : "");
    }

    private static String fromFile(String name, String file) {
        return """
               {"name": "%s", "sds_config": {
                 "path_config_source": {"path": "%s"}, "resource_api_version": "V3"
               }}"""
                .formatted(name, DIRECTORY + file);
    }

    /** The configuration, indented. */
    private static String json(String text) {
        try {
            return JSON.writeValueAsString(JSON.readTree(text)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write Envoy's configuration as JSON", e);
        }
    }
}
