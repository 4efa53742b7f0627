package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an overlay gets with and without the components of {@code kubernetes/}, applied with {@code
 * kubectl apply -k}: the operator has the settings of the Deployment that came of it, and the
 * rights.
 */
@OwnCounts(by = "an API server")
@Full
class ComponentsIT {
    private static final String REQUESTS = "nsplease-requests";
    private static final String VENDING = "vending";
    private static final String TARGETS = "cdtargets";
    private static final String AGGREGATE = "aggregate-to-edit";

    /** What vending takes, each outside of what was vended. */
    private static final List<String> ATTEMPTS =
            List.of(
                    "create namespace stolen",
                    "delete namespace kube-public",
                    "label namespace kube-public dragoman.dev/vended=true",
                    "create rolebinding stolen --clusterrole=admin --user=x -n default",
                    "create role stolen --verb=get --resource=pods -n default",
                    "create serviceaccount stolen -n default",
                    "create token admin -n default",
                    "create quota stolen --hard=pods=1 -n default",
                    "create secret generic dragoman-token -n default");

    /** Two policies look at a NetworkPolicy; the API server tells what one of them says. */
    private static final String[] REFUSALS = {
        "only in namespaces that it made", "only what belongs to a CDTarget"
    };

    private static ControlPlane plane;
    private static Road road;

    @TempDir private Path directory;

    @BeforeAll
    static void up() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("components", plane);
        // what is made in a vended namespace is of interest too
        road.environment.remove("AZURE_TARGET_NAMESPACES");
    }

    @AfterAll
    static void down() {
        road.close();
        plane.close();
    }

    @Test
    void withoutVendingTheOperatorHasNoneOfItsRightsAndMissesNone() throws Exception {
        withoutVending();
        assertThat(ATTEMPTS).allSatisfy(attempt -> assertThat(refusal(attempt)).contains("cannot"));
        assertThat(List.of("namespaces", "rolebindings", "roles", "serviceaccounts"))
                .allSatisfy(
                        resource ->
                                assertThat(refusal("auth can-i create " + resource + " -A"))
                                        .endsWith("no"));

        var mark = plane.audit().mark();
        try (var operator = operator()) {
            await().until(operator::ready);
            road.apply(Samples.group("plain", "plain"));
            road.ready("resourcegroup/plain");
            assertThat(operator.ready()).isTrue();
            assertThat(operator.health()).doesNotContain("not watched");
            assertThat(operator.log()).noneMatch(line -> line.matches("(WARN|ERROR).*"));
        }
        assertThat(plane.audit().since(mark, e -> e.user().equals(Account.AZURE.user())))
                .isNotEmpty()
                .noneMatch(e -> e.code() == 403)
                .noneMatch(e -> e.namespace().equals(REQUESTS));
    }

    @Test
    void withVendingRequestsAreServed() throws Exception {
        install(VENDING);
        try (var operator = operator()) {
            await().until(operator::ready);
            request("nsp-components");
            assertThat(operator.ready()).isTrue();
        }
        // the rights are there, and admission keeps them to what was vended
        assertThat(
                        refusal(
                                "create rolebinding mine --clusterrole=admin --user=x -n nsp-components"))
                .isEmpty();
        assertThat(refusal("create rolebinding stolen --clusterrole=admin --user=x -n default"))
                .contains("only in namespaces that it made");
        assertThat(refusal("create namespace stolen")).contains("only in namespaces that it made");
    }

    /** Both components have rights to NetworkPolicies; admission keeps them to what is theirs. */
    @Test
    void thePolicyOfAStrangerIsNotChanged() throws Exception {
        install(VENDING, TARGETS);
        for (var name : List.of("strangers", "agents-pool")) {
            var _ = road.install.kubectl(List.of("apply", "-f", policy(name, "{}")));
        }
        var labelled = "{dragoman.dev/cdtarget: 'true'}";
        // the garbage collector deletes what has an owner that is not there
        var owners =
                "[{apiVersion: cnad.gofound.nl/v1alpha1, kind: CDTarget, name: agents, controller: true, uid: %s}]"
                        .formatted(target());
        // policies take some seconds to be in force
        await().untilAsserted(
                        () ->
                                assertThat(
                                                refusal(
                                                        "create -f "
                                                                + policy(
                                                                        "opened",
                                                                        "{other: label}")))
                                        .containsAnyOf(REFUSALS));
        for (var change :
                List.of(
                        "metadata: {labels: " + labelled + "}",
                        "metadata: {ownerReferences: " + owners + "}",
                        "spec: {policyTypes: [Ingress]}")) {
            assertThat(patched("strangers", change)).as(change).containsAnyOf(REFUSALS);
        }

        // a label alone makes nothing its own
        assertThat(refusal("create -f " + policy("agents", labelled)))
                .contains("only what belongs to a CDTarget");
        assertThat(
                        refusal(
                                "create -f "
                                        + policy(
                                                "agents",
                                                labelled + ", ownerReferences: " + owners)))
                .isEmpty();
        assertThat(patched("agents", "spec: {policyTypes: [Ingress, Egress]}")).isEmpty();
        var _ =
                road.install.kubectl(
                        List.of(
                                "patch",
                                "networkpolicy",
                                "agents-pool",
                                "-n=default",
                                "--patch=metadata: {ownerReferences: " + owners + "}"));
        assertThat(patched("agents-pool", "metadata: {labels: " + labelled + "}")).isEmpty();
    }

    /** As docs/cdtargets.md says for an API server without the policy, and for who wants both. */
    @Test
    void agentsAreRunInSomeNamespacesOnly() throws Exception {
        install(TARGETS);
        var page = Files.readString(Path.of("docs/cdtargets.md"));
        int from = page.indexOf("    patches:\n    - patch: |");
        var patches = page.substring(from, page.indexOf("\n\n", from)).stripIndent();
        var _ =
                road.install.kubectl(
                        List.of(
                                "apply",
                                "-k",
                                ComponentOverlay.patched(directory, patches + "\n", TARGETS)
                                        .toString()));
        var _ =
                road.install.kubectl(
                        List.of("delete", "clusterrolebinding", "dragoman-cdtargets-writes"));
        var _ = road.install.kubectl(List.of("create", "namespace", "agents"));
        var _ =
                road.install.kubectl(
                        List.of(
                                "create",
                                "rolebinding",
                                "dragoman-cdtargets-writes",
                                "--clusterrole=dragoman-cdtargets-writes",
                                "--serviceaccount=dragoman-system:dragoman",
                                "--namespace=agents"));
        assertThat(page)
                .contains(
                        "kubectl create rolebinding dragoman-cdtargets-writes --clusterrole=dragoman-cdtargets-writes");
        for (var right : List.of("create deployments.apps", "patch pods", "patch configmaps")) {
            await().untilAsserted(
                            () ->
                                    assertThat(refusal("auth can-i " + right + " -n kube-system"))
                                            .as(right)
                                            .endsWith("no"));
            assertThat(refusal("auth can-i " + right + " -n agents")).as(right).isEmpty();
        }
        assertThat(refusal("auth can-i list deployments.apps -A")).isEmpty();
    }

    /** Makes a CDTarget in the namespace of the policies; returns its uid. */
    private static String target() {
        var sample = Path.of("kubernetes/samples/build-agents.yaml").toAbsolutePath().toString();
        // its definition was applied a moment ago
        await().until(
                        () ->
                                failure(
                                                plane.adminKubeconfig(),
                                                List.of("apply", "-n=default", "-f", sample))
                                        .isEmpty());
        return road.install.kubectl(
                List.of("get", "cdtarget/agents", "-n=default", "-o=jsonpath={.metadata.uid}"));
    }

    private static String patched(String name, String change) {
        return failure(
                road.kubeconfig(),
                List.of("patch", "networkpolicy", name, "--patch=" + change, "-n=default"));
    }

    private String policy(String name, String labels) throws IOException {
        return Files.writeString(
                        directory.resolve(name + ".yaml"),
                        """
                        apiVersion: networking.k8s.io/v1
                        kind: NetworkPolicy
                        metadata: {name: %s, namespace: default, labels: %s}
                        spec: {podSelector: {matchLabels: {app: agents}}, policyTypes: [Egress]}
                        """
                                .formatted(name, labels))
                .toString();
    }

    /** Who may make a request has the rights of the vended account. */
    @Test
    void aRequestReachesAzureOnlyWhereEditAndAdminShallDoSo() throws Exception {
        install(VENDING);
        try (var operator = operator()) {
            await().until(operator::ready);
            var account = request("nsp-azure");
            var group = Samples.group("vended", "vended");
            await().untilAsserted(() -> assertThat(vended(account, "")).isEmpty());
            assertThat(vended(account, group)).contains("orbidden");

            install(VENDING, AGGREGATE);
            await().untilAsserted(() -> assertThat(vended(account, group)).isEmpty());
            var _ =
                    road.install.kubectl(
                            List.of(
                                    "wait",
                                    "--for=condition=Ready",
                                    "resourcegroup/vended",
                                    "--namespace=nsp-azure",
                                    Patience.timeout()));
            assertThat(road.azure.control().get(road.group("vended"))).isPresent();

            install(VENDING);
            await().untilAsserted(() -> assertThat(vended(account, group)).contains("orbidden"));
            assertThat(vended(account, "")).as("reading is part of view").isEmpty();
        }
    }

    /** Applies an overlay of the base and the components, as a user writes it. */
    private void install(String... components) throws IOException {
        var _ =
                road.install.kubectl(
                        List.of(
                                "apply",
                                "-k",
                                ComponentOverlay.write(directory, components).toString()));
    }

    /** The base alone; what vending had is taken away as docs/namespaces.md says. */
    private void withoutVending() throws IOException {
        for (var gone :
                List.of(
                        "clusterrolebinding,clusterrole dragoman-namespaces",
                        "rolebinding,role dragoman-namespaces --namespace=" + REQUESTS)) {
            var delete = new ArrayList<>(List.of("delete", "--ignore-not-found"));
            delete.addAll(List.of(gone.split(" ", -1)));
            var _ = road.install.kubectl(delete);
        }
        install();
    }

    /** The operator with the environment that the kubelet would give it now. */
    private Observed operator() throws IOException {
        var deployment =
                plane.client()
                        .apps()
                        .deployments()
                        .inNamespace("dragoman-system")
                        .withName("dragoman")
                        .get();
        return new Observed(road, directory, PodEnvironment.of(deployment, Map.of()));
    }

    /** What kubectl says to the operator's account when it fails; else empty. */
    private static String refusal(String arguments) {
        return failure(road.kubeconfig(), arguments);
    }

    private static String failure(Path kubeconfig, String arguments) {
        return failure(kubeconfig, List.of(arguments.split(" ", -1)));
    }

    private static String failure(Path kubeconfig, List<String> arguments) {
        var command = new ArrayList<>(List.of("--kubeconfig=" + kubeconfig));
        command.addAll(arguments);
        try {
            // the last --kubeconfig counts
            var _ = road.install.kubectl(command);
            return "";
        } catch (ControlPlaneException e) {
            return e.getMessage().substring(e.getMessage().indexOf(": ") + 2);
        }
    }

    /** Requests a namespace; returns the kubeconfig of its account. */
    private Path request(String name) throws IOException {
        var _ = road.install.kubectl(List.of("create", "configmap", name, "-n", REQUESTS));
        await().untilAsserted(() -> assertThat(state(name)).isEqualTo("Ready"));
        var secret = plane.client().secrets().inNamespace(REQUESTS).withName(name).get();
        return Files.write(
                directory.resolve(name),
                Base64.getDecoder().decode(secret.getData().get("kubeconfig")));
    }

    private static String state(String name) {
        ConfigMap request = plane.client().configMaps().inNamespace(REQUESTS).withName(name).get();
        var annotations = request.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault("dragoman.dev/state", "");
    }

    /**
     * What a vended account is told when it applies the object, or without one looks at the kind.
     */
    private String vended(Path account, String object) throws IOException {
        if (object.isEmpty()) {
            return failure(account, "get resourcegroups");
        }
        var file = Files.writeString(directory.resolve("object.yaml"), object);
        return failure(account, "apply --server-side -f " + file);
    }
}
