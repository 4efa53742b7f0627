package dev.dragoman.sandbox.cli;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.Dragoman;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Installs what a user installs: the kinds that {@code dragoman crds} prints and the rights of {@code
 * kubernetes/base}, and gives the operator its own service account, never more.
 */
public final class Install {
    /** The manifest of {@code kubernetes/vending}, for {@link #manifest}. */
    public static final String VENDING = "vending/namespaces.yaml";

    private static final String NAMESPACE = "dragoman-system";
    private static final String SECRETS = "dragoman-secrets";

    private static final Set<Path> INSTALLED = new HashSet<>();

    private final ControlPlane plane;

    public Install(ControlPlane plane) {
        this.plane = plane;
    }

    /**
     * Kinds and rights, unless this JVM has installed them on this control plane before. For those
     * who take nothing of it away.
     *
     * @return whether they were installed now
     */
    public boolean kindsAndRightsOnce() {
        synchronized (INSTALLED) {
            if (INSTALLED.contains(plane.directory())) {
                return false;
            }
            kindsAndRights();
            return INSTALLED.add(plane.directory());
        }
    }

    /** The same for an API server that does not serve the policy of the applied version. */
    public void kindsAndRightsWithoutPolicyOnce() {
        synchronized (INSTALLED) {
            if (INSTALLED.add(plane.directory())) {
                kindsAndRights("crds", "--rbac", "--without-policy");
            }
        }
    }

    /** Kinds and rights. Safe to repeat. */
    public void kindsAndRights() {
        kindsAndRights("crds", "--rbac");
    }

    private void kindsAndRights(String... print) {
        var kinds = new StringWriter();
        int code = Dragoman.commandLine().setOut(new PrintWriter(kinds)).execute(print);
        if (code != 0) {
            throw new ControlPlaneException("dragoman crds failed with " + code);
        }
        var unused = apply(kinds.toString(), "kinds.yaml", "--server-side", "--force-conflicts");
        unused = apply(manifest("base/namespace.yaml"), "namespace.yaml");
        unused = apply(manifest("base/rbac.yaml"), "rbac.yaml");
        unused = apply(manifest("base/secrets.yaml"), "secrets.yaml");
        unused =
                kubectl(
                        List.of(
                                "wait",
                                "--for=condition=Established",
                                "crd",
                                "-l",
                                "app.kubernetes.io/name=dragoman",
                                "--timeout=60s"));
        plane.client()
                .rbac()
                .clusterRoles()
                .withName("dragoman-azure")
                .waitUntilCondition(Install::gathered, 60, TimeUnit.SECONDS);
    }

    /** The rights of {@code kubernetes/vending}, with which the operator gives out namespaces. */
    public void vending() {
        var _ = apply(manifest(VENDING), "vending.yaml");
    }

    /**
     * Lets the operator use the Secrets and ConfigMaps of a namespace, as its administrator does with
     * {@link #grantCommand}.
     */
    public static void grantSecrets(KubernetesClient administrator, String namespace) {
        var binding =
                new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(SECRETS)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", SECRETS)
                        .addNewSubject("", "ServiceAccount", "dragoman", NAMESPACE)
                        .build();
        var _ = administrator.resource(binding).create();
    }

    /** Arguments of kubectl that let the operator use the Secrets and ConfigMaps of a namespace. */
    public static List<String> grantCommand(String namespace) {
        return List.of(
                "create",
                "rolebinding",
                SECRETS,
                "--clusterrole=" + SECRETS,
                "--serviceaccount=" + NAMESPACE + ":dragoman",
                "--namespace=" + namespace);
    }

    /** Whether the controller manager has aggregated the rights to all kinds. */
    private static boolean gathered(ClusterRole role) {
        return role != null
                && Catalog.load().kinds().stream()
                        .map(AzureKind::group)
                        .allMatch(
                                group ->
                                        role.getRules().stream()
                                                .anyMatch(r -> r.getApiGroups().contains(group)));
    }

    /** Kubeconfig of the operator: a token of its service account. */
    public Path operatorKubeconfig() {
        return plane.serviceAccountKubeconfig(NAMESPACE, "dragoman");
    }

    /**
     * The environment in which a process finds the API server, and is the operator there, as it
     * does in a pod: by an address, a token and a certificate, without a kubeconfig.
     */
    public Map<String, String> podEnvironment() {
        return Map.of(
                "KUBERNETES_SERVICE_HOST", plane.server().getHost(),
                "KUBERNETES_SERVICE_PORT", Integer.toString(plane.server().getPort()),
                "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN",
                        plane.serviceAccountTokenFile(NAMESPACE, "dragoman").toString(),
                "KUBERNETES_CERTS_CA_FILE", plane.caFile().toString(),
                "KUBERNETES_AUTH_TRYKUBECONFIG", "false");
    }

    /** Applies YAML; returns what kubectl said. */
    public String apply(String yaml, String name, String... options) {
        try {
            var file = plane.directory().resolve("applied-" + name);
            Files.writeString(file, yaml);
            var arguments = new ArrayList<>(List.of("apply", "-f", file.toString()));
            arguments.addAll(List.of(options));
            return kubectl(arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of {@code kubernetes/}. */
    public static String manifest(String name) {
        try (var in = Install.class.getResourceAsStream("/sandbox/kubernetes/" + name)) {
            if (in == null) {
                throw new ControlPlaneException("kubernetes/" + name + " is not in the sandbox jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs kubectl as the administrator.
     *
     * @throws ControlPlaneException with its output when it fails
     */
    public String kubectl(List<String> arguments) {
        var command = new ArrayList<>(List.of(plane.kubectl().toString()));
        command.add("--kubeconfig=" + plane.adminKubeconfig());
        command.addAll(arguments);
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new ControlPlaneException(
                        "kubectl %s: %s".formatted(String.join(" ", arguments), output.strip()));
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while kubectl ran");
        }
    }
}
