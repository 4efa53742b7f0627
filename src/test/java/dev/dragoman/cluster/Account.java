package dev.dragoman.cluster;

import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Service accounts of the operator, one for each component under test, each with the rights that
 * {@code kubernetes/} gives an operator with this component and no others. Rights are granted once
 * and stay, so that tests of different components run at the same time. Each account has a
 * namespace of its own, and so a Lease, a settings Secret and a key of its own.
 *
 * <p>Operators look at CDTargets, certificates and discovery services in all namespaces, as they
 * are shipped. Tests of these take turns, by the locks {@code agents} and {@code discovery}.
 * Thread-safe.
 */
public enum Account {
    /** The one of {@code kubernetes/base}, as it is. */
    AZURE("dragoman-system", List.of()),
    AGENTS("dragoman-agents", List.of(Install.CDTARGETS_POLICY, Install.CDTARGETS)),
    /**
     * Certificates and discovery services; with the policy of vending, which must not be in the
     * way.
     */
    DISCOVERY(
            "dragoman-discovery",
            List.of(
                    Install.DISCOVERY_POLICY,
                    Install.DISCOVERY,
                    Install.CERTIFICATES,
                    Account.POLICY + Install.VENDING)),
    /** Certificates, discovery services and their sidecars. */
    SIDECARS(
            "dragoman-sidecars",
            List.of(
                    Install.DISCOVERY_POLICY,
                    Install.DISCOVERY,
                    Install.CERTIFICATES,
                    Install.SIDECARS_POLICY,
                    Install.SIDECARS_WEBHOOK,
                    Install.SIDECARS)),
    /** Of all components at once. */
    ALL(
            "dragoman-all",
            List.of(
                    Install.VENDING,
                    Install.CDTARGETS_POLICY,
                    Install.CDTARGETS,
                    Install.DISCOVERY_POLICY,
                    Install.DISCOVERY,
                    Install.CERTIFICATES,
                    Install.SIDECARS_POLICY,
                    Install.SIDECARS_WEBHOOK,
                    Install.SIDECARS)),
    /** The same, for a test that takes its policies away. */
    ALL_WITHOUT_POLICY("dragoman-unbound", ALL.components),
    VENDING("dragoman-vending", List.of(Install.VENDING)),
    /** For a test that takes its policies away. */
    VENDING_WITHOUT_POLICY("dragoman-attacked", List.of(Install.VENDING)),
    /** For a test that gives it more. */
    VENDING_WITH_MORE("dragoman-refused", List.of(Install.VENDING)),
    /** Without a component: for tests that change the settings Secret, the key or the Lease. */
    CREDENTIAL("dragoman-credential", List.of()),
    SETUPS("dragoman-setups", List.of()),
    STATUS_KEY("dragoman-key", List.of()),
    IDLE("dragoman-idle", List.of()),
    REPLICAS("dragoman-replicas", List.of()),
    READINESS("dragoman-readiness", List.of());

    /** Before the name of a manifest: only its admission policies. */
    private static final String POLICY = "policy:";

    private static final String SYSTEM = "dragoman-system";
    private static final String NAME = "dragoman";
    private static final String REQUESTS = "nsplease-requests";
    private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---\\s*$");

    /** Of control planes, what was installed there. */
    private static final Map<Path, Set<Account>> INSTALLED = new HashMap<>();

    private final String namespace;

    /** A copy that nobody can change. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> components;

    Account(String namespace, List<String> components) {
        this.namespace = namespace;
        this.components = List.copyOf(components);
    }

    /** Where the operator runs, by this account. */
    public String namespace() {
        return namespace;
    }

    /** How the audit log calls it. */
    public String user() {
        return AuditLog.serviceAccount(namespace, NAME);
    }

    /** All of them, as {@code crds --operator} takes them. */
    public static List<String> all() {
        return Arrays.stream(values()).map(each -> each.namespace + ":" + NAME).toList();
    }

    /** All of them, as the audit log calls them. */
    public static List<String> users() {
        return Arrays.stream(values()).map(Account::user).toList();
    }

    /** For what is installed by this account on the control plane. */
    public Install on(ControlPlane plane) {
        return new Install(plane, namespace, all());
    }

    /**
     * Makes the account and grants its rights where that was not done before; returns when the API
     * server grants them and its policies are in force. The kinds of the samples come with it.
     */
    public void install(ControlPlane plane) {
        synchronized (INSTALLED) {
            var install = on(plane);
            install.kindsAndRightsOnce(Install.sampleKinds());
            var there = INSTALLED.computeIfAbsent(plane.directory(), _ -> new HashSet<>());
            if (there.contains(this)) {
                return;
            }
            var objects = objects();
            objects.forEach(
                    each -> plane.client().resource(each).forceConflicts().serverSideApply());
            if (components.contains(Install.CDTARGETS)) {
                install.kindOfTargets();
            }
            if (components.contains(Install.CERTIFICATES)) {
                install.kindOfCertificates();
            }
            if (components.contains(Install.DISCOVERY)) {
                install.kindOfServices();
            }
            new Rights(plane, this).await(objects);
            there.add(this);
        }
    }

    /** What a policy of {@code kubernetes/}, or its binding, is called for this account. */
    public String policy(String shipped) {
        return this == AZURE ? shipped : own(shipped);
    }

    /** Puts back what was taken away; the caller waits until it is in force. */
    public void restore(ControlPlane plane) {
        objects().forEach(each -> plane.client().resource(each).forceConflicts().serverSideApply());
    }

    /** Makes a namespace of requests, with the rights of a component for vending in it. */
    public void installRequests(ControlPlane plane, String requests) {
        var objects =
                read(Install.VENDING)
                        .filter(each -> each.toString().contains(REQUESTS))
                        .map(each -> Serialization.asYaml(each).replace(REQUESTS, requests))
                        .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                        .toList();
        objects.forEach(each -> plane.client().resource(each).forceConflicts().serverSideApply());
        new Rights(plane, this).await(objects);
    }

    /** What a cluster has of it; the names of what all accounts share are the shipped ones. */
    private List<GenericKubernetesResource> objects() {
        var objects = new ArrayList<GenericKubernetesResource>();
        for (var name : List.of("base/namespace.yaml", "base/rbac.yaml", "base/secrets.yaml")) {
            read(name).forEach(objects::add);
        }
        for (var component : components) {
            if (component.startsWith(POLICY)) {
                read(component.substring(POLICY.length()))
                        .filter(each -> each.getKind().startsWith("ValidatingAdmissionPolicy"))
                        .forEach(objects::add);
            } else {
                read(component).forEach(objects::add);
            }
        }
        return objects;
    }

    private Stream<GenericKubernetesResource> read(String manifest) {
        return DOCUMENTS
                .splitAsStream(Install.manifest(manifest).replace(SYSTEM, namespace))
                .filter(each -> each.contains("kind:"))
                .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                .map(this::own);
    }

    /** With a name of its own where each account has one, outside of its namespace. */
    private GenericKubernetesResource own(GenericKubernetesResource object) {
        var metadata = object.getMetadata();
        boolean shared =
                switch (object.getKind()) {
                    case "ClusterRoleBinding",
                            "ValidatingAdmissionPolicy",
                            "ValidatingAdmissionPolicyBinding" ->
                            true;
                    case "RoleBinding" -> !namespace.equals(metadata.getNamespace());
                    default -> false;
                };
        if (this == AZURE || !shared) {
            return object;
        }
        metadata.setName(own(metadata.getName()));
        if (object.get("spec", "policyName") instanceof String policy) {
            var spec = new HashMap<>(object.<Map<String, Object>>get("spec"));
            spec.put("policyName", own(policy));
            object.setAdditionalProperty("spec", spec);
        }
        return object;
    }

    private String own(String name) {
        return name + "-of-" + namespace;
    }
}
