package dev.dragoman.hostile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * An API server with one operator that has all components, as a process with the options and the
 * memory of the image, two teams in namespaces of their own, and requests for namespaces.
 */
final class Everything extends OperatorCluster {
    static final String MEAN = "mean";
    static final String GOOD = "good";

    /** In lists it comes before the others. */
    static final String CROWD = "crowd";

    static final String REQUESTS = "all-requests";

    private static final String CERTIFICATES = "operator.marin3r.3scale.net/v1alpha1";

    private final AzurePart.RunningAzure azure;
    private final Path log;
    private Process process;

    private Everything(ControlPlane plane, Path directory) {
        super(plane, Account.ALL, "everything");
        account.installRequests(plane, REQUESTS);
        install.kindsOfKeda();
        var _ = install.kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
        azure = new AzurePart().start(plane, account.user());
        azure.azure().control().operationDuration(".*", Duration.ofMillis(200));
        environment.putAll(azure.environment());
        environment.remove("AZURE_TARGET_NAMESPACES");
        environment.put("DRAGOMAN_CDTARGETS", "on");
        environment.put("DRAGOMAN_DISCOVERY", "on");
        environment.put("DRAGOMAN_NAMESPACES", "on");
        environment.put("REQUESTS_NAMESPACE", REQUESTS);
        environment.put("HTTPS_PROXY", azure.azure().vaultProxy());
        environment.put("NO_PROXY", "localhost,127.0.0.1");
        environment.put("DRAGOMAN_KEY_VAULT_SUFFIXES", "vault.azure.net");
        azure.azure().control().vaultRights(AzurePart.CLIENT, "all");
        environment.put("DRAGOMAN_CDTARGETS_HOSTS", URI.create(organisation()).getAuthority());
        make(MEAN, Map.of());
        make(GOOD, Map.of());
        make(CROWD, Map.of());
        log = directory.resolve("operator.log");
    }

    static Everything on(Path directory) {
        var plane = ControlPlane.start(Options.defaults());
        try {
            return new Everything(plane, directory);
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    /** Starts the operator with the memory of the image. */
    void begin() {
        try {
            process = process(log, "-XX:MaxRAM=512m");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it. */
    void end() {
        if (process != null) {
            process.destroy();
            await().until(() -> !process.isAlive());
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** What it has logged. */
    List<String> log() {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a team and an administrator want of every capability; each with this in its name. */
    void want(String name) {
        apply(
                GOOD,
                """
                apiVersion: resources.azure.com/v1api20200601
                kind: ResourceGroup
                metadata: { name: %1$s }
                spec: { location: westeurope }
                ---
                apiVersion: cnad.gofound.nl/v1alpha1
                kind: CDTarget
                metadata: { name: %1$s }
                spec:
                  additionalSelector: { app: %1$s }
                  agentImage: example.com/agent:1
                  config: { url: "https://dev.azure.com/contoso", poolName: pool }
                  tokenRef: token
                  ip: [ 10.20.0.1 ]
                ---
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryServiceCertificate
                metadata: { name: %1$s }
                spec:
                  commonName: %1$s
                  validFor: 86400
                  signer: { selfSigned: {} }
                  secretRef: { name: %1$s }
                ---
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryService
                metadata: { name: xds-%1$s }
                spec: { image: example.com/marin3r:v0.13.3 }
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: { name: nsp-%1$s, namespace: %2$s }
                """
                        .formatted(name, REQUESTS));
    }

    /** URL of an organisation in the local Azure DevOps. */
    String organisation() {
        return azure.azure().organisation("contoso");
    }

    /** How many targets of the namespace say whether they are Ready. */
    long targets(String namespace) {
        return client()
                .genericKubernetesResources("cnad.gofound.nl/v1alpha1", "CDTarget")
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .filter(each -> !condition(Optional.of(each), "Ready").isEmpty())
                .count();
    }

    /** What the local Azure can be made to do. */
    SandboxControl azure() {
        return azure.azure().control();
    }

    /** Waits for a message of the condition Ready of a resource group. */
    void told(String namespace, String name, String text) {
        await().untilAsserted(
                        () ->
                                assertThat(condition(group(namespace, name), "Ready") + "")
                                        .contains(text));
    }

    private Optional<GenericKubernetesResource> group(String namespace, String name) {
        return find("resources.azure.com/v1api20200601", "ResourceGroup", namespace, name);
    }

    /** How long each kind took until it was served, from the time at which all were applied. */
    Map<String, Duration> lags(String name) {
        var begin = System.nanoTime();
        var left =
                new HashMap<String, BooleanSupplier>(
                        Map.of(
                                "ResourceGroup",
                                () -> ready(group(GOOD, name)),
                                "DiscoveryServiceCertificate",
                                () ->
                                        ready(
                                                find(
                                                        CERTIFICATES,
                                                        "DiscoveryServiceCertificate",
                                                        GOOD,
                                                        name)),
                                "CDTarget",
                                () ->
                                        !condition(
                                                        find(
                                                                "cnad.gofound.nl/v1alpha1",
                                                                "CDTarget",
                                                                GOOD,
                                                                name),
                                                        "Ready")
                                                .isEmpty(),
                                "Namespace",
                                () -> client().namespaces().withName("nsp-" + name).get() != null));
        var lags = new TreeMap<String, Duration>();
        await("that another team is served: " + name)
                .until(
                        () -> {
                            left.entrySet()
                                    .removeIf(
                                            each -> {
                                                boolean served = each.getValue().getAsBoolean();
                                                if (served) {
                                                    lags.put(
                                                            each.getKey(),
                                                            Duration.ofNanos(
                                                                    System.nanoTime() - begin));
                                                }
                                                return served;
                                            });
                            return left.isEmpty();
                        });
        System.out.printf("lags %s: %s%n", name, lags);
        return lags;
    }

    /** Waits until each capability has served what was wanted; how long the slowest took. */
    void served(String name) {
        await("that Azure is served for " + name)
                .until(
                        () ->
                                ready(
                                        find(
                                                "resources.azure.com/v1api20200601",
                                                "ResourceGroup",
                                                GOOD,
                                                name)));
        await("that agents are served for " + name)
                .until(
                        () ->
                                !condition(
                                                find(
                                                        "cnad.gofound.nl/v1alpha1",
                                                        "CDTarget",
                                                        GOOD,
                                                        name),
                                                "Ready")
                                        .isEmpty());
        await("that certificates are served for " + name)
                .until(() -> ready(find(CERTIFICATES, "DiscoveryServiceCertificate", GOOD, name)));
        await("that discovery services are served for " + name)
                .until(
                        () ->
                                !condition(
                                                find(
                                                        CERTIFICATES,
                                                        "DiscoveryService",
                                                        GOOD,
                                                        "xds-" + name),
                                                "Ready")
                                        .isEmpty());
        await("that namespaces are served for " + name)
                .until(() -> client().namespaces().withName("nsp-" + name).get() != null);
    }

    /** Takes away something of each capability that only a watch can tell of; it comes back. */
    void putRight(String name) {
        for (var policy :
                client().network().v1().networkPolicies().inNamespace(GOOD).list().getItems()) {
            if (policy.getMetadata().getName().startsWith(name)) {
                client().resource(policy).delete();
            }
        }
        client().secrets().inNamespace(GOOD).withName(name).delete();
        await("that the policy of " + name + " is put right")
                .until(
                        () ->
                                client().network()
                                                .v1()
                                                .networkPolicies()
                                                .inNamespace(GOOD)
                                                .withName(name)
                                                .get()
                                        != null);
        await("that the Secret of " + name + " is put right")
                .until(() -> client().secrets().inNamespace(GOOD).withName(name).get() != null);
    }

    private static boolean ready(Optional<GenericKubernetesResource> object) {
        return "True".equals(condition(object, "Ready").get("status"));
    }

    @Override
    public void close() {
        end();
        azure.close();
        assertThat(plane).isNotNull();
        plane.close();
    }
}
