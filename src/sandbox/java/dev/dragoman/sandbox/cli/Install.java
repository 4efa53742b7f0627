package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.Commands;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.GoSources;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Installs the operator's objects as a user does: the CRDs that {@code dragoman crds --kinds}
 * prints and the rights of {@code kubernetes/base}. The operator gets its own service account and
 * no further rights.
 */
public final class Install {
    /**
     * Longest time for one kubectl command. After that kubectl is killed, and the command has
     * failed.
     */
    private static final Duration KUBECTL = Duration.ofMinutes(2);

    /**
     * The manifest of {@code kubernetes/vending}. This and the next constants are arguments of
     * {@link #manifest}.
     */
    public static final String VENDING = "vending/namespaces.yaml";

    /** The rights of {@code kubernetes/cdtargets}. */
    public static final String CDTARGETS = "cdtargets/rbac.yaml";

    /** The admission policy that limits the rights of {@link #CDTARGETS}. */
    public static final String CDTARGETS_POLICY = "cdtargets/policy.yaml";

    /** The rights for certificates of {@code kubernetes/discovery}. */
    public static final String CERTIFICATES = "discovery/rbac-certificates.yaml";

    /** The rights of {@code kubernetes/discovery}. */
    public static final String DISCOVERY = "discovery/rbac.yaml";

    /** The admission policy that limits the rights of {@link #DISCOVERY}. */
    public static final String DISCOVERY_POLICY = "discovery/policy.yaml";

    /** The rights of {@code kubernetes/sidecars}. */
    public static final String SIDECARS = "sidecars/rbac.yaml";

    /** The admission policy that limits the rights of {@link #SIDECARS}. */
    public static final String SIDECARS_POLICY = "sidecars/policy.yaml";

    /** The webhook configuration, into which the operator writes. */
    public static final String SIDECARS_WEBHOOK = "sidecars/webhook.yaml";

    private static final String NAMESPACE = "dragoman-system";
    private static final String SECRETS = "dragoman-secrets";

    private static final Map<Path, Set<String>> INSTALLED = new HashMap<>();

    private final ControlPlane plane;
    private final String namespace;
    private final List<String> operators;

    /** Installs for the operator of {@code kubernetes/base}, the only operator in the cluster. */
    public Install(ControlPlane plane) {
        this(plane, NAMESPACE, List.of(NAMESPACE + ":dragoman"));
    }

    /**
     * Installs for one of several operators of a cluster.
     *
     * @param namespace of the operator, whose service account is {@code dragoman}
     * @param operators all operators, in the form of {@code dragoman crds --operator}
     */
    public Install(ControlPlane plane, String namespace, List<String> operators) {
        this.plane = plane;
        this.namespace = namespace;
        this.operators = List.copyOf(operators);
    }

    /** The kinds of {@code kubernetes/samples}, as {@code dragoman crds --kinds} names them. */
    public static List<String> sampleKinds() {
        return sampleFiles().stream()
                .map(file -> manifest("samples/" + file))
                .flatMap(Pattern.compile("\n---\n")::splitAsStream)
                .map(one -> Serialization.unmarshal(one, GenericKubernetesResource.class))
                .map(one -> one.getApiVersion().replaceFirst("/.*", "") + "/" + one.getKind())
                .distinct()
                .toList();
    }

    /** The files that {@code kubernetes/samples} applies together. */
    static List<String> sampleFiles() {
        var kustomization =
                Serialization.unmarshal(
                        manifest("samples/kustomization.yaml"), GenericKubernetesResource.class);
        return kustomization.get("resources");
    }

    /**
     * Installs these kinds and the rights to them, unless this JVM has installed them all on this
     * control plane before. Only for callers that remove none of these kinds.
     *
     * @return whether it installed them now
     */
    public boolean kindsAndRightsOnce(Collection<String> kinds) {
        return once(kinds);
    }

    /**
     * Like {@link #kindsAndRightsOnce}, without the MutatingAdmissionPolicy, which older API
     * servers do not know.
     */
    public void kindsAndRightsWithoutPolicyOnce(Collection<String> kinds) {
        once(kinds, "--without-policy");
    }

    private boolean once(Collection<String> kinds, String... more) {
        synchronized (INSTALLED) {
            var there = INSTALLED.computeIfAbsent(plane.directory(), _ -> new HashSet<>());
            if (there.containsAll(kinds)) {
                return false;
            }
            install(kinds, more);
            return there.addAll(kinds);
        }
    }

    /**
     * Installs kinds and rights. May be repeated, also with other kinds: installed kinds stay. The
     * MutatingAdmissionPolicy is left out when the API server does not know it.
     *
     * @param kinds in the form of {@code dragoman crds --kinds}, such as {@code
     *     storage.azure.com/*}; choose few, because the API server takes long to install each kind
     */
    public void kindsAndRights(Collection<String> kinds) {
        if (plane.client().supports("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy")) {
            install(kinds);
        } else {
            install(kinds, "--without-policy");
        }
    }

    /**
     * Like {@link #kindsAndRights(Collection)}, with some versions of each kind only.
     *
     * @param versions in the form of {@code dragoman crds --versions}, such as {@code newest}
     */
    public void kindsAndRights(Collection<String> kinds, String versions) {
        install(kinds, "--versions", versions);
    }

    private void install(Collection<String> kinds, String... more) {
        var print =
                new ArrayList<>(
                        List.of(
                                "crds",
                                "--rbac",
                                "--operator",
                                String.join(",", operators),
                                "--kinds",
                                String.join(",", kinds)));
        print.addAll(List.of(more));
        var printed = new StringWriter();
        int code =
                Commands.line()
                        .setOut(new PrintWriter(printed))
                        .execute(print.toArray(String[]::new));
        if (code != 0) {
            throw new ControlPlaneException("dragoman crds failed with exit code " + code);
        }
        var unused = apply(printed.toString(), "kinds.yaml", "--server-side", "--force-conflicts");
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
                .waitUntilCondition(role -> aggregated(role, groups(kinds)), 60, TimeUnit.SECONDS);
    }

    /**
     * Installs the rights of {@code kubernetes/vending}, with which the operator vends namespaces.
     */
    public void vending() {
        var _ = apply(manifest(VENDING), "vending.yaml");
    }

    /**
     * Installs the CRD and the rights of {@code kubernetes/cdtargets}, with which the operator runs
     * build agents.
     */
    public void cdtargets() {
        var _ = apply(manifest(CDTARGETS_POLICY), "cdtargets-policy.yaml");
        var _ = apply(manifest(CDTARGETS), "cdtargets-rights.yaml");
        kindOfTargets();
    }

    /** Installs the CRD of CDTargets, without rights. */
    public void kindOfTargets() {
        var _ = apply(manifest("cdtargets/crd.yaml"), "cdtargets.yaml", "--server-side");
        established("cdtargets.cnad.gofound.nl");
    }

    /** Installs the CRD and the rights of certificates in {@code kubernetes/discovery}. */
    public void certificates() {
        var _ = apply(manifest(CERTIFICATES), "certificates-rights.yaml");
        kindOfCertificates();
    }

    /** Installs the CRD of DiscoveryServiceCertificates, without rights. */
    public void kindOfCertificates() {
        var _ =
                apply(
                        manifest("discovery/crd-certificates.yaml"),
                        "certificates.yaml",
                        "--server-side");
        established("discoveryservicecertificates.operator.marin3r.3scale.net");
    }

    /**
     * Installs the CRD and the rights of {@code kubernetes/discovery}, without the CRD and rights
     * of certificates.
     */
    public void discovery() {
        var _ = apply(manifest(DISCOVERY_POLICY), "discovery-policy.yaml");
        var _ = apply(manifest(DISCOVERY), "discovery-rights.yaml");
        kindOfServices();
    }

    /**
     * Installs the CRDs, rights and policies of {@code kubernetes/teams}.
     *
     * @return the directory of its overlays, for {@code DRAGOMAN_OVERLAYS}
     */
    public Path teams() {
        var directory = plane.directory().resolve("teams");
        try {
            Files.createDirectories(directory);
            for (var line : manifest("teams/kustomization.yaml").lines().toList()) {
                var name = line.strip().replaceFirst("^- overlays/", "");
                if (!name.equals(line.strip())) {
                    Files.writeString(
                            directory.resolve(name), manifest("teams/overlays/" + name));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (var kind : List.of("platforms", "teams")) {
            var definition = "teams/overlays/" + kind + ".definition.yaml";
            var _ = apply(manifest(definition), kind + ".yaml", "--server-side");
            established(kind + ".dragoman.dev");
            var _ = apply(manifest("teams/rights-" + kind + ".yaml"), "rights.yaml");
        }
        var _ = apply(manifest("teams/policy.yaml"), "teams-policy.yaml");
        return directory;
    }

    /** Installs the CRD of DiscoveryServices, without rights. */
    public void kindOfServices() {
        var kinds =
                List.of(
                        "discoveryservices.operator.marin3r.3scale.net",
                        "envoydeployments.operator.marin3r.3scale.net",
                        "envoyconfigs.marin3r.3scale.net",
                        "envoyconfigrevisions.marin3r.3scale.net");
        for (var each : kinds) {
            var file = each.replaceFirst("\\..*", ".yaml");
            var _ = apply(manifest("discovery/crd-" + file), file, "--server-side");
        }
        kinds.forEach(this::established);
    }

    /**
     * Waits until the CRD is established. {@code kubectl wait} would fail for a new CRD that has no
     * conditions yet.
     */
    private void established(String definition) {
        plane.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(definition)
                .waitUntilCondition(
                        crd ->
                                crd != null
                                        && crd.getStatus() != null
                                        && crd.getStatus().getConditions() != null
                                        && crd.getStatus().getConditions().stream()
                                                .anyMatch(
                                                        each ->
                                                                "Established".equals(each.getType())
                                                                        && "True"
                                                                                .equals(
                                                                                        each
                                                                                                .getStatus())),
                        60,
                        TimeUnit.SECONDS);
    }

    /** Installs KEDA's CRDs, without KEDA. */
    public void kindsOfKeda() {
        kindsOfKeda("keda");
    }

    /**
     * Like {@link #kindsOfKeda()}, for another version of KEDA.
     *
     * @param tool directory below {@code tools/control-plane}
     */
    public void kindsOfKeda(String tool) {
        var directory =
                GoSources.of(tool, "github.com/kedacore/keda/v2", _ -> {})
                        .resolve("config/crd/bases");
        for (var kind : List.of("scaledobjects", "scaledjobs", "triggerauthentications")) {
            var _ =
                    kubectl(
                            List.of(
                                    "apply",
                                    "--server-side",
                                    "-f",
                                    directory.resolve("keda.sh_" + kind + ".yaml").toString()));
            established(kind + ".keda.sh");
        }
    }

    /**
     * Grants the operator of {@code kubernetes/base} use of the Secrets and ConfigMaps of a
     * namespace. An administrator does the same with {@link #grantCommand}.
     */
    public static void grantSecrets(KubernetesClient administrator, String namespace) {
        grantSecrets(administrator, namespace, NAMESPACE);
    }

    /** Grants this operator use of the Secrets and ConfigMaps of a namespace. */
    public void grantSecrets(String where) {
        grantSecrets(plane.client(), where, namespace);
    }

    private static void grantSecrets(
            KubernetesClient administrator, String namespace, String operator) {
        var binding =
                new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(SECRETS)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", SECRETS)
                        .addNewSubject("", "ServiceAccount", "dragoman", operator)
                        .build();
        var _ = administrator.resource(binding).create();
    }

    /**
     * The arguments of kubectl that grant the operator use of the Secrets and ConfigMaps of a
     * namespace.
     */
    public static List<String> grantCommand(String namespace) {
        return List.of(
                "create",
                "rolebinding",
                SECRETS,
                "--clusterrole=" + SECRETS,
                "--serviceaccount=" + NAMESPACE + ":dragoman",
                "--namespace=" + namespace);
    }

    /**
     * Whether the controller-manager has aggregated the rights to these API groups into the role.
     */
    private static boolean aggregated(ClusterRole role, Set<String> groups) {
        return role != null
                && groups.stream()
                        .allMatch(
                                group ->
                                        role.getRules().stream()
                                                .anyMatch(r -> r.getApiGroups().contains(group)));
    }

    private static Set<String> groups(Collection<String> kinds) {
        return kinds.stream().map(kind -> kind.replaceFirst("/.*", "")).collect(Collectors.toSet());
    }

    /** A kubeconfig with a token of the operator's service account. */
    public Path operatorKubeconfig() {
        return plane.serviceAccountKubeconfig(namespace, "dragoman");
    }

    /**
     * The environment that lets a process reach the API server as a pod does: with the address, the
     * token of the operator's service account and the CA certificate, without a kubeconfig.
     */
    public Map<String, String> podEnvironment() {
        return Map.of(
                "KUBERNETES_SERVICE_HOST", plane.server().getHost(),
                "KUBERNETES_SERVICE_PORT", Integer.toString(plane.server().getPort()),
                "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN",
                        plane.serviceAccountTokenFile(namespace, "dragoman").toString(),
                "KUBERNETES_CERTS_CA_FILE", plane.caFile().toString(),
                "KUBERNETES_AUTH_TRYKUBECONFIG", "false");
    }

    /** Applies YAML and returns the output of kubectl. */
    public String apply(String yaml, String name, String... options) {
        try {
            // a temporary file, because another thread may use the same name
            var file = Files.createTempFile(plane.directory(), "applied-", "-" + name);
            Files.writeString(file, yaml);
            var arguments = new ArrayList<>(List.of("apply", "-f", file.toString()));
            arguments.addAll(List.of(options));
            var said = kubectl(arguments);
            Files.delete(file);
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of a file below {@code kubernetes/}. */
    public static String manifest(String name) {
        return resource("kubernetes/" + name);
    }

    /** The text of a resource in the sandbox jar. */
    static String resource(String name) {
        try (var in = Install.class.getResourceAsStream("/sandbox/" + name)) {
            if (in == null) {
                throw new ControlPlaneException(name + " is not in the sandbox jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs kubectl as the administrator.
     *
     * @throws ControlPlaneException with the output of kubectl when kubectl fails
     */
    public String kubectl(List<String> arguments) {
        var command = new ArrayList<>(List.of(plane.kubectl().toString()));
        command.add("--kubeconfig=" + plane.adminKubeconfig());
        command.addAll(arguments);
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            // the output ends when the process does
            var ended = process.onExit().orTimeout(KUBECTL.toSeconds(), TimeUnit.SECONDS);
            // not when kubectl ends by itself: this would close the output while it is read
            var _ = ended.exceptionally(late -> process.destroyForcibly());
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
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
