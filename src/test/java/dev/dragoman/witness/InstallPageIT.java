package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.DocumentedPage;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The files and commands of docs/install.md, in their order, and those of a migration. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("InstallPageIT")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstallPageIT {
    private static final Path PAGE = Path.of("docs/install.md");
    private static final Path MIGRATION = Path.of("docs/migrate/azure-service-operator.md");

    private static final String[] IDENTITY = {
        "AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_ID"
    };

    /** Beginnings of lines that are not run, and why. */
    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "az ", "Azure's own tool, which asks Azure",
                    "kubectl rollout status", "there are no nodes",
                    "kubectl logs", "there are no nodes",
                    "kubectl create rolebinding dragoman-edit", "of a person, by UsersIT");

    @TempDir private static Path directory;
    private static ControlPlane plane;
    private static DocumentedPage page;

    @BeforeAll
    static void start() throws IOException {
        plane = ControlPlane.start(Options.defaults());
        page = DocumentedPage.of(PAGE);
        Files.createDirectories(directory.resolve("dragoman"));
        Files.createSymbolicLink(
                directory.resolve("dragoman/kubernetes"), Path.of("kubernetes").toAbsolutePath());
        for (var name : List.of("TEAM", "azureserviceoperator-system")) {
            plane.client()
                    .resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name.toLowerCase(Locale.ROOT))
                                    .endMetadata()
                                    .build())
                    .create();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        plane.close();
    }

    private static void run(List<DocumentedPage.Block> blocks) throws Exception {
        var here = directory.resolve("dragoman");
        for (var each : blocks) {
            if (each.path().isPresent()) {
                var file = here.resolve(each.path().get()).normalize();
                Files.createDirectories(file.getParent());
                Files.writeString(file, local(each.text()));
            } else {
                var commands = run(each.text());
                if (!commands.isBlank()) {
                    DocumentedCommands.run(plane, here, commands);
                }
            }
        }
    }

    /** A repository that can be had here. */
    private static String local(String text) {
        return text.replace(
                        "https://git.example.com/platform/dragoman//",
                        "file://%s//".formatted(Path.of("").toAbsolutePath()))
                .replace("?ref=v0.1.0", "?ref=HEAD");
    }

    private static String run(String commands) {
        return commands.replace("\\\n", " ")
                .replace("=TEAM", "=team")
                .lines()
                .filter(line -> LEFT_OUT.keySet().stream().noneMatch(line::startsWith))
                .collect(Collectors.joining("\n"));
    }

    private static Map<String, String> settings() {
        return plane.client()
                .secrets()
                .inNamespace("dragoman-system")
                .withName("aso-controller-settings")
                .get()
                .getData();
    }

    private static String kustomized(String overlay) throws Exception {
        var out = directory.resolve(overlay + ".yaml");
        DocumentedCommands.run(
                plane,
                directory.resolve("dragoman"),
                "kubectl kustomize ../%s > %s".formatted(overlay, out));
        return Files.readString(out);
    }

    @Test
    @Order(1)
    void theOperator() throws Exception {
        run(page.below("Kinds, operator, credential"));
        var deployment = plane.client().apps().deployments().inNamespace("dragoman-system");
        assertThat(
                        deployment
                                .withName("dragoman")
                                .get()
                                .getSpec()
                                .getTemplate()
                                .getSpec()
                                .getContainers()
                                .getFirst()
                                .getImage())
                .isEqualTo("registry.example.com/dragoman:0.1.0");
        assertThat(
                        plane.client()
                                .secrets()
                                .inNamespace("dragoman-system")
                                .withName("aso-controller-settings")
                                .get()
                                .getData())
                .containsKeys("AZURE_CLIENT_SECRET", "AZURE_SUBSCRIPTION_ID");
    }

    @Test
    @Order(2)
    void eachOverlay() throws Exception {
        Files.createDirectories(directory.resolve("proxied"));
        Files.writeString(directory.resolve("proxied/ca.pem"), "the authority of the proxy");
        for (var section :
                List.of(
                        "Components",
                        "From a git URL",
                        "In another namespace",
                        "Routes and steps of your own",
                        "Pull secret",
                        "Workload identity",
                        "Proxy")) {
            assertThat(page.below(section)).as(section).isNotEmpty();
            run(page.below(section));
            if (section.equals("Workload identity")) {
                assertThat(settings()).containsOnlyKeys(IDENTITY);
            }
        }
        assertThat(settings())
                .containsKeys(IDENTITY)
                .containsKeys("HTTPS_PROXY", "NO_PROXY", "DRAGOMAN_CA_FILE");
        assertThat(kustomized("elsewhere"))
                .contains("azure-platform")
                .doesNotContain("dragoman-system");
        assertThat(kustomized("pull")).contains("imagePullSecrets:\n- name: registry");
        assertThat(kustomized("steps")).containsPattern("name: dragoman-overlays-[a-z0-9]{10}\n");
        assertThat(kustomized("federated")).contains("name: aso-controller-settings\n");
        assertThat(kustomized("proxied")).contains("HTTPS_PROXY: ", "mountPath: /etc/dragoman/ca");
    }

    @Test
    @Order(3)
    void identitiesOfNamespacesOfAzureServiceOperator() throws Exception {
        var commands = DocumentedPage.of(MIGRATION).below("Identities of namespaces");
        assertThat(commands).hasSizeGreaterThan(3);
        run(commands);
        assertThat(
                        plane.client()
                                .secrets()
                                .inNamespace("dragoman-system")
                                .withName("aso-controller-settings")
                                .get()
                                .getData())
                .doesNotContainKey("DRAGOMAN_IDENTITY_MODE");
        assertThat(
                        plane.client()
                                .rbac()
                                .roles()
                                .inNamespace("azureserviceoperator-system")
                                .withName("dragoman-identity")
                                .get())
                .isNull();
    }
}
