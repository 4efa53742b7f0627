package dev.dragoman.witness;

import static dev.dragoman.Patience.await;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What tries need: a CDTarget and a DiscoveryService that nobody serves, a namespace in which
 * nothing was made for them yet, one in which all was, and somebody else's objects of each kind.
 */
final class TryCluster implements AutoCloseable {
    /** Name of all that is somebody else's. */
    static final String THEIRS = "theirs";

    private final KubernetesClient administrator;
    private final KubernetesClient operator;
    private final Account account;
    private final String fresh;
    private final String lived;
    private final Map<String, String> owners;
    private final List<GenericKubernetesResource> made = new ArrayList<>();

    TryCluster(Account account) {
        this.account = account;
        ControlPlane plane = SharedControlPlane.shared();
        account.install(plane);
        var install = account.on(plane);
        install.kindsOfKeda();
        administrator = plane.client();
        operator =
                new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(install.operatorKubeconfig().toFile()))
                        .build();
        fresh = account.namespace() + "-fresh";
        lived = account.namespace() + "-lived";
        for (var name : List.of(fresh, lived)) {
            make("", "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name));
        }
        owners =
                Map.of(
                        TryObjects.TARGETS,
                        make(
                                lived,
                                "{apiVersion: cnad.gofound.nl/v1alpha1, kind: CDTarget, metadata: {name: agents},"
                                        + " spec: {agentImage: example.com/agent:1, additionalSelector: {app: a},"
                                        + " config: {url: 'https://dev.azure.com/contoso', poolName: pool}}}"),
                        TryObjects.SERVICES,
                        make(
                                lived,
                                "{apiVersion: operator.marin3r.3scale.net/v1alpha1, kind: DiscoveryService,"
                                        + " metadata: {name: xds}, spec: {}}"));
        make(fresh, "{apiVersion: v1, kind: ServiceAccount, metadata: {name: admin}}");
        make(lived, "{apiVersion: v1, kind: ResourceQuota, metadata: {name: theirs}}");
        make(lived, "{apiVersion: v1, kind: LimitRange, metadata: {name: theirs}}");
        make(lived, "{apiVersion: v1, kind: Secret, metadata: {name: dragoman-token}}");
        objects();
        await().until(() -> !pod().isEmpty());
    }

    private void objects() {
        for (var role : TryObjects.roles().toList()) {
            for (var resource : TryObjects.resources(role)) {
                make(TryObjects.of(role, resource, lived, owner(role)));
                for (var namespace : List.of(lived, "kube-system")) {
                    var theirs = TryObjects.of(role, resource, namespace, owner(role));
                    theirs.getMetadata().setName(THEIRS);
                    theirs.getMetadata().setLabels(Map.of("app", THEIRS));
                    theirs.getMetadata().setOwnerReferences(List.of());
                    make(theirs);
                }
            }
        }
        // RBAC looks at the Role before admission looks at the binding
        for (var namespace : List.of(fresh, own(), "kube-system", "kube-public")) {
            make(
                    TryObjects.of(
                            TryObjects.SERVICES,
                            "roles.rbac.authorization.k8s.io",
                            namespace,
                            owner(TryObjects.SERVICES)));
        }
        make(
                lived,
                """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: { name: agents }
                spec:
                  replicas: 1
                  selector: { matchLabels: { app: agents-of-set } }
                  template:
                    metadata: { labels: { app: agents-of-set }, annotations: { kept: "true" } }
                    spec: { containers: [ { name: agent, image: example.com/agent:1 } ] }
                """);
    }

    private String make(String namespace, String yaml) {
        // what begins with a brace would be taken for JSON
        var object = Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
        if (!namespace.isEmpty()) {
            object.getMetadata().setNamespace(namespace);
        }
        return make(object);
    }

    /** Owners that the garbage collector would miss are those of another namespace. */
    private String make(GenericKubernetesResource object) {
        if (!lived.equals(object.getMetadata().getNamespace())) {
            object.getMetadata().setOwnerReferences(List.of());
        }
        var there = new GenericKubernetesResource[1];
        // a definition is served a moment after it was made
        await().ignoreExceptions()
                .until(
                        () -> {
                            there[0] =
                                    administrator
                                            .resource(object)
                                            .fieldManager("tries")
                                            .forceConflicts()
                                            .serverSideApply();
                            return true;
                        });
        made.add(there[0]);
        return there[0].getMetadata().getUid();
    }

    String fresh() {
        return fresh;
    }

    String lived() {
        return lived;
    }

    /** Where the operator itself runs. */
    String own() {
        return account.namespace();
    }

    /** A pod of a ReplicaSet; empty until it is there. */
    String pod() {
        return administrator
                .pods()
                .inNamespace(lived)
                .withLabel("app", "agents-of-set")
                .list()
                .getItems()
                .stream()
                .map(each -> each.getMetadata().getName())
                .findFirst()
                .orElse("");
    }

    /** uid of what the role's objects belong to. */
    String owner(String role) {
        return owners.get(role);
    }

    /** A client with the operator's account. */
    KubernetesClient operator() {
        return operator;
    }

    @Override
    public void close() {
        operator.close();
        for (var each : made.reversed()) {
            administrator.resource(each).delete();
        }
    }
}
