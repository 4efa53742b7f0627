package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files and commands of the README and docs/install.md, in their order, and those of a
 * migration.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Landing
class InstallPageIT {
    private static final Path MIGRATION = Path.of("docs/migrate/azure-service-operator.md");

    private static final String[] IDENTITY = {
        "AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_ID"
    };

    @TempDir private static Path directory;
    private static ControlPlane plane;
    private static InstallPage page;

    @BeforeAll
    static void start() throws IOException {
        plane = ControlPlane.start(Options.defaults());
        page = new InstallPage(plane, directory, InstallPage.PAGE);
        page.namespaces("team", "team-a", "team-b", "azureserviceoperator-system");
    }

    @AfterAll
    static void stop() throws Exception {
        plane.close();
    }

    private static Map<String, String> settings() {
        return plane.client()
                .secrets()
                .inNamespace("dragoman-system")
                .withName("aso-controller-settings")
                .get()
                .getData();
    }

    @Test
    @Order(0)
    void theReadme() throws Exception {
        var readme = new InstallPage(plane, directory, Path.of("README.md"));
        assertThat(readme.below("Install")).isNotEmpty();
        readme.run("Install");
        assertThat(image()).isEqualTo("registry.example.com/dragoman:0.1.0");
        assertThat(settings()).containsKeys("AZURE_CLIENT_SECRET", "AZURE_SUBSCRIPTION_ID");
        // the page makes it too
        plane.client()
                .secrets()
                .inNamespace("dragoman-system")
                .withName("aso-controller-settings")
                .delete();
    }

    private static String image() {
        return plane.client()
                .apps()
                .deployments()
                .inNamespace("dragoman-system")
                .withName("dragoman")
                .get()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    @Test
    @Order(1)
    void theOperator() throws Exception {
        page.run("Kinds, operator, credential");
        assertThat(image()).isEqualTo("registry.example.com/dragoman:0.1.0");
        assertThat(settings()).containsKeys("AZURE_CLIENT_SECRET", "AZURE_SUBSCRIPTION_ID");
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
                        "For some namespaces only",
                        "Two operators in one cluster",
                        "Routes and steps of your own",
                        "Pull secret",
                        "Workload identity",
                        "Proxy")) {
            assertThat(page.below(section)).as(section).isNotEmpty();
            page.run(section);
            if (section.equals("Workload identity")) {
                assertThat(settings()).containsOnlyKeys(IDENTITY);
            }
        }
        assertThat(settings())
                .containsKeys(IDENTITY)
                .containsKeys("HTTPS_PROXY", "NO_PROXY", "DRAGOMAN_CA_FILE");
        assertThat(page.kustomized("elsewhere"))
                .contains("azure-platform")
                .doesNotContain("dragoman-system");
        assertThat(page.kustomized("pull")).contains("imagePullSecrets:\n- name: registry");
        assertThat(page.kustomized("steps"))
                .containsPattern("name: dragoman-overlays-[a-z0-9]{10}\n");
        assertThat(page.kustomized("federated")).contains("name: aso-controller-settings\n");
        assertThat(page.kustomized("proxied"))
                .contains("HTTPS_PROXY: ", "mountPath: /etc/dragoman/ca");
    }

    @Test
    @Order(3)
    void identitiesOfNamespacesOfAzureServiceOperator() throws Exception {
        var migration = new InstallPage(plane, directory, MIGRATION);
        assertThat(migration.below("Identities of namespaces")).hasSizeGreaterThan(3);
        migration.run("Identities of namespaces");
        assertThat(settings()).doesNotContainKey("DRAGOMAN_IDENTITY_MODE");
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
