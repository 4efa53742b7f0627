package dev.dragoman.envoy.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.envoy.container.EnvoyContainers;
import dev.dragoman.envoy.container.EnvoyContainers.Admin;
import dev.dragoman.envoy.container.EnvoyContainers.DiscoveryServer;
import dev.dragoman.envoy.container.EnvoyContainers.Probes;
import dev.dragoman.envoy.container.EnvoyContainers.Volumes;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitManagerTest {
    private static final Map<String, String> POD =
            Map.of("POD_NAME", "pod-1", "POD_NAMESPACE", "team", "HOST_NAME", "node-1");

    private static Map<String, Map<String, Object>> files(String... arguments) {
        return InitManager.files(Flags.read(InitManager.FLAGS, List.of(arguments)), POD);
    }

    private static Object at(Map<String, Object> object, String pointer) {
        var node = new ObjectMapper().valueToTree(object).at(pointer);
        return node.isNumber() ? node.numberValue() : node.asText();
    }

    @Test
    void theArgumentsOfAPodAreItsFlags() {
        var containers =
                new EnvoyContainers(
                        "envoy",
                        "envoyproxy/envoy:v1.40.0",
                        List.of(),
                        "node",
                        "cluster",
                        new Admin(9902, "127.0.0.1", "/dev/stdout"),
                        List.of(),
                        Map.of(),
                        Probes.DEFAULT,
                        new Volumes("config", "tls", "secret"),
                        new DiscoveryServer("marin3r-xds.team.svc", 18_001, "v3"),
                        "init",
                        Optional.empty());
        var arguments = Json.texts(containers.initContainers().getFirst().get("args"));
        assertThat(arguments.getFirst()).isEqualTo(InitManager.COMMAND);

        var files = files(arguments.subList(1, arguments.size()).toArray(String[]::new));
        assertThat(files)
                .containsOnlyKeys(
                        "/etc/envoy/bootstrap/config.json",
                        "/etc/envoy/bootstrap/tls_certificate_sds_secret.json");
        var configuration = files.get("/etc/envoy/bootstrap/config.json");
        assertThat(at(configuration, "/admin/address/socket_address/port_value")).isEqualTo(9902);
        assertThat(at(configuration, "/admin/address/socket_address/address"))
                .isEqualTo("127.0.0.1");
        assertThat(at(configuration, "/admin/access_log/0/typed_config/path"))
                .isEqualTo("/dev/stdout");
        var server =
                "/static_resources/clusters/0/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address/";
        assertThat(at(configuration, server + "address")).isEqualTo("marin3r-xds.team.svc");
        assertThat(at(configuration, server + "port_value")).isEqualTo(18_001);
        assertThat(configuration.get("node"))
                .isEqualTo(
                        Map.of(
                                "metadata",
                                Map.of(
                                        "pod_name",
                                        "pod-1",
                                        "pod_namespace",
                                        "team",
                                        "host_name",
                                        "node-1",
                                        "envoy_image",
                                        "envoyproxy/envoy:v1.40.0")));
        assertThat(
                        at(
                                files.get("/etc/envoy/bootstrap/tls_certificate_sds_secret.json"),
                                "/resources/0/tls_certificate/private_key/filename"))
                .isEqualTo("/etc/envoy/tls/client/tls.key");
    }

    @Test
    void textsCannotChangeTheConfigurationAroundThem() {
        var odd = "a\", \"b\": \"%s\\";
        var configuration =
                files("--xdss-host", odd, "--node-id", odd, "--rtds-resource-name", odd)
                        .get("/etc/envoy/bootstrap/config.json");
        assertThat(at(configuration, "/node/id")).isEqualTo(odd);
        assertThat(at(configuration, "/layered_runtime/layers/0/rtds_layer/name")).isEqualTo(odd);
    }

    @Test
    void anAddressOfIpv6IsWrittenWithOrWithoutBrackets() {
        for (var address : List.of("[::1]:9901", "::1:9901")) {
            assertThat(
                            at(
                                    files("--xdss-host=x", "--admin-bind-address=" + address)
                                            .get("/etc/envoy/bootstrap/config.json"),
                                    "/admin/address/socket_address/address"))
                    .isEqualTo("::1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--xdss-host=, --xdss-host is ''; write the host of the discovery service",
        "--xdss-port=0, --xdss-port is '0'; write a number from 1 to 65535",
        "--api-version=v2, --api-version is 'v2'; write v3: Envoy has no other",
        "--admin-bind-address=localhost:1, '--admin-bind-address is ''localhost:1''; write IP:PORT, such as 0.0.0.0:9901'",
        "--admin-bind-address=9901, '--admin-bind-address is ''9901''; write IP:PORT, such as 0.0.0.0:9901'",
        "--admin-bind-address=0.0.0.0:, --admin-bind-address is '0.0.0.0:'; write a number from 1 to 65535"
    })
    void valuesThatCannotBeUsedAreNamed(String argument, String message) {
        assertThatThrownBy(() -> files("--xdss-host=x", argument)).hasMessage(message);
    }

    @Test
    void theExitCodeSaysWhetherTheFilesAreThere(@TempDir Path directory) throws IOException {
        var arguments = new ArrayList<>(List.of("--xdss-host=x"));
        arguments.add("--config-file=" + directory.resolve("config.json"));
        arguments.add("--resources-path=" + directory);
        assertThat(InitManager.run(arguments, POD)).isZero();
        assertThat(
                        at(
                                Json.read(Files.readAllBytes(directory.resolve("config.json"))),
                                "/static_resources/clusters/0/transport_socket/typed_config/common_tls_context/tls_certificate_sds_secret_configs/0/sds_config/path"))
                .isEqualTo(directory + "/tls_certificate_sds_secret.json");
        assertThat(directory.resolve("tls_certificate_sds_secret.json")).isNotEmptyFile();

        arguments.add("--config-file=" + directory.resolve("none/config.json"));
        assertThat(InitManager.run(arguments, POD)).isOne();
        arguments.add("--no-such-flag");
        assertThat(InitManager.run(arguments, POD)).isEqualTo(2);
    }
}
