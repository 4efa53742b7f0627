package dev.dragoman.faults;

import static dev.dragoman.Patience.await;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.sandbox.azure.vault.SecretState;
import dev.dragoman.sandbox.azure.vault.VaultView;
import dev.dragoman.sandbox.faults.Faults;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where one run is played: its name, the world without the proxies, and the moments to compare. */
final class Stage {
    /** The user of a scenario deletes everything now. */
    static final class Withdrawn extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Stage.class);
    private static final Duration POLL = Duration.ofMillis(40);

    /** After so long without a write a run is at rest. */
    private static final Duration QUIET = Duration.ofMillis(250);

    /** A first retry comes after at most a second. */
    private static final Duration RETRY = Duration.ofMillis(1400);

    /** Within a second after the second that an answer with Retry-After asks for. */
    private static final Duration LATER_RETRY = Duration.ofMillis(2400);

    final String run;
    private final Rig rig;
    private final Scenario scenario;
    private final Duration patience;
    private final List<Faults.Planned> planned;
    private final Map<String, String> states = new TreeMap<>();
    private volatile boolean withdrawn;

    Stage(Rig rig, Scenario scenario, String run, Duration patience, List<Faults.Planned> planned) {
        this.rig = rig;
        this.scenario = scenario;
        this.run = run;
        this.patience = patience;
        this.planned = planned;
    }

    /** As administrator, not through the proxies. */
    KubernetesClient client() {
        return rig.client();
    }

    SandboxControl azure() {
        return rig.azure.control();
    }

    /** For clients of somebody else, not through the proxies. */
    AzureSandbox sandbox() {
        return rig.azure;
    }

    /** What is in a Key Vault; empty where there is no such vault. */
    List<VaultView.Secret> entries(String vault) {
        return rig.azure.hasVault(vault) ? azure().vault(vault).secrets() : List.of();
    }

    /** Whether an entry of a Key Vault is neither deleted nor on its way. */
    static boolean active(VaultView.Secret entry) {
        return entry.state() == SecretState.ACTIVE;
    }

    String tenant() {
        return rig.azure.tenantId();
    }

    String subscription() {
        return rig.azure.subscriptionId();
    }

    /** Makes the namespace where there is none. */
    void namespace(String name) {
        if (client().namespaces().withName(name).get() == null) {
            var _ =
                    client().resource(
                                    new NamespaceBuilder()
                                            .withNewMetadata()
                                            .withName(name)
                                            .endMetadata()
                                            .build())
                            .create();
            rig.install.grantSecrets(name);
        }
    }

    /** The revision of the API server now. */
    String version() {
        return client().namespaces().list().getMetadata().getResourceVersion();
    }

    /** Applies one object as a user would. */
    void apply(String namespace, String yaml) {
        var object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace);
        var _ = client().resource(object).fieldManager("user").serverSideApply();
    }

    /** Waits for what the scenario is about; a run that waits too long is stuck. */
    void until(String what, BooleanSupplier condition) {
        await(patience)
                .alias(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .until(
                        () -> {
                            if (withdrawn) {
                                throw new Withdrawn();
                            }
                            return condition.getAsBoolean();
                        });
    }

    /** Ends what {@link #until} waits for. */
    void withdraw() {
        withdrawn = true;
    }

    /** Waits until nothing happens any more, and keeps the state as it is then. */
    void checkpoint(String name) {
        settle();
        EndState.of(this, scenario).forEach((path, value) -> states.put(name + ": " + path, value));
    }

    void settle() {
        until("the end of all writes", () -> rig.idle() && retried() && quiet());
    }

    private boolean quiet() {
        var now = Instant.now();
        var quiet = Patience.of(QUIET);
        return rig.faults().seen().stream()
                .filter(seen -> seen.request().write() && seen.request().mentions(run))
                .noneMatch(seen -> seen.at().plus(quiet).isAfter(now));
    }

    private boolean retried() {
        return planned.stream().noneMatch(each -> mayBeRetried(each, Instant.now()));
    }

    private static boolean mayBeRetried(Faults.Planned planned, Instant now) {
        var retry = Patience.of(planned.asksToWait() ? LATER_RETRY : RETRY);
        return planned.happened().filter(at -> at.plus(retry).isAfter(now)).isPresent();
    }

    /** All states that were kept, by checkpoint and path. */
    Map<String, String> states() {
        return states;
    }

    /**
     * Nothing stays for other tests on the same API server: no operator looks after it any more.
     */
    void cleanUp() {
        for (var kind : scenario.kinds()) {
            for (var namespace : ours()) {
                var all =
                        client().genericKubernetesResources(kind.apiVersion(), kind.kind())
                                .inNamespace(namespace);
                for (var left : all.list().getItems()) {
                    release(all.withName(left.getMetadata().getName()));
                }
            }
        }
        ours().forEach(namespace -> client().namespaces().withName(namespace).delete());
    }

    static void release(Resource<GenericKubernetesResource> object) {
        var _ = object.delete();
        try {
            var _ =
                    object.patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\":{\"finalizers\":null}}");
        } catch (KubernetesClientException gone) {
            LOG.debug("released by itself: {}", gone.getMessage());
        }
    }

    private List<String> ours() {
        return scenario.namespaces(run).stream().filter(name -> name.contains(run)).toList();
    }
}
