package dev.dragoman.discovery.decision;

import static dev.dragoman.envoy.container.EnvoyBootstrap.CLIENT;
import static dev.dragoman.envoy.container.EnvoyBootstrap.TYPES;
import static dev.dragoman.kube.object.Json.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.dragoman.envoy.container.EnvoyBootstrap;
import dev.dragoman.envoy.container.EnvoyContainers;
import dev.dragoman.kube.object.Manifest;
import java.util.List;
import java.util.Map;

/** Makes the ConfigMap with Envoy's bootstrap: address of the discovery service, and TLS. */
final class Bootstrap {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String DIRECTORY = "/etc/envoy/bootstrap/";
    private static final String CERTIFICATES = "/etc/envoy/tls/client";
    private static final String CLIENT_FILE = "tls_certificate_sds_secret.yaml";
    private static final String SERVER = "xds_server_validation";
    private static final String SERVER_FILE = "validation_context_sds_secret.yaml";

    private Bootstrap() {}

    static Map<String, Object> of(DiscoveryService service, String namespace) {
        boolean verify = service.flag("verifyServer", true);
        var data = object("config.json", json(config(service, verify)), CLIENT_FILE, client());
        if (verify) {
            data.put(SERVER_FILE, server(service));
        }
        var name = DiscoveryNames.BOOTSTRAP;
        var fields = object("data", data);
        return Manifest.of("v1", "ConfigMap", service.labels(), namespace, name, fields);
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
        var client = List.of(fromFile(CLIENT, CLIENT_FILE));
        var certificates = object("tls_certificate_sds_secret_configs", client);
        if (verify) {
            certificates.put("validation_context_sds_secret_config", fromFile(SERVER, SERVER_FILE));
        }
        return new EnvoyBootstrap(
                        Map.of(),
                        EnvoyContainers.Admin.DEFAULT,
                        "runtime",
                        service.host(),
                        service.xdsPort(),
                        object("sni", service.host(), "common_tls_context", certificates))
                .configuration();
    }

    private static Map<String, Object> fromFile(String name, String file) {
        var path = object("path", DIRECTORY + file);
        var source = object("path_config_source", path, "resource_api_version", "V3");
        return object("name", name, "sds_config", source);
    }

    /** The configuration, indented. */
    private static String json(Map<String, Object> configuration) {
        try {
            return JSON.writeValueAsString(configuration) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write Envoy's configuration as JSON", e);
        }
    }
}
