package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.AutoscaleTargets;
import dev.dragoman.azure.check.ObjectCredential;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.FixedIdentity;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.azure.trial.AssumedObjects;
import dev.dragoman.azure.trial.SampleObjects;
import dev.dragoman.azure.vault.OverlayVault;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReads;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Offline;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.RouteLines;
import dev.dragoman.capability.status.ConditionStatus;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.HashKey;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.watch.KeptWatch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the capability {@code azure}, which serves the Azure kinds of the catalog, from its
 * settings.
 */
final class AzureCapabilities implements ConfiguredCapabilities {

    /**
     * How often the Secret with the key for hashes is checked. If it is missing, it is created
     * again.
     */
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final AzureSettings settings;

    AzureCapabilities(AzureSettings settings) {
        this.settings = settings;
    }

    @Override
    public Map<String, String> placeholders() {
        return Map.of(
                "azure.namespaces", String.join(",", settings.watchedNamespaces()),
                "azure.resync",
                        Long.toString(settings.syncPeriod().orElse(Duration.ZERO).toMillis()));
    }

    @Override
    public Optional<String> notice() {
        return settings.targetNamespaces().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "reconciles Azure objects only in these namespaces%s: %s"
                                .formatted(
                                        settings.watchesTargets()
                                                ? ""
                                                : " (more than %d, so it watches all namespaces, and needs the rights to all)"
                                                        .formatted(AzureSettings.MOST_WATCHED),
                                        String.join(", ", settings.targetNamespaces())));
    }

    @Override
    public Installed install(Platform platform) {
        var engine = platform.engine();
        watch(engine, settings.watchedNamespaces());
        var writers = platform.writers();
        var clock = platform.clock();
        var catalog = Catalog.load();
        var key = new HashKey(platform.client(), settings.operatorNamespace()).kept(KEPT);
        var metrics = new ArmMetrics(platform.meters());
        var steady = SteadyClock.from(clock);
        var waits = new Waits(steady);
        var reads = new VaultReads();
        var identity =
                new GlobalIdentity(
                        platform.client(),
                        platform.environment(),
                        settings,
                        platform.review(),
                        engine);
        var clients =
                new ArmClients(
                        settings,
                        clock,
                        metrics,
                        Proofs.ofOperator(platform.client()),
                        engine::mayWrite);
        var observer =
                new Observer(
                        catalog,
                        settings,
                        new ObjectCredential(
                                identity, clients, settings, engine.cache(), reads, steady),
                        engine.cache(),
                        writers.reader(),
                        reads,
                        waits,
                        new ClaimSeal(key::get),
                        clock);
        var capability =
                new AzureCapability(
                        observer,
                        key::get,
                        waits,
                        metrics,
                        new ConditionStatus(writers.status(), AzureCapability.MANAGER, clock)
                                .withObservedGeneration(),
                        platform.points(),
                        platform.lines());
        var requests = new Requests();
        var steps =
                new AzureSteps(
                        observer::takes,
                        writers.metadata(),
                        writers.applier(),
                        writers.departure(),
                        writers.reader(),
                        new Children(catalog, writers.reader(), writers.metadata()));
        return new Installed(
                List.of(capability),
                Map.of(
                        AzureProvider.STEPS,
                        steps,
                        ArmSender.BEAN,
                        new ArmRequests(observer, requests),
                        VaultRequests.BEAN,
                        new VaultRequests(observer, new VaultExports(steady), reads, steps),
                        AzureProvider.KINDS,
                        AzureProvider.kinds()),
                Map.of(
                        OverlayVault.FUNCTION,
                        new OverlayVault(
                                settings.vaults(), () -> clients.of(identity.current()), reads)),
                key);
    }

    @Override
    public List<Capability<?>> offline(Offline offline) {
        var catalog = Catalog.load();
        var metrics = new ArmMetrics(new SimpleMeterRegistry());
        var waits = new Waits(offline.clock());
        var key = new byte[32];
        var objects =
                new AssumedObjects(offline.objects(), catalog, subscription(offline.environment()));
        VaultReader vaults = (client, vault, source) -> VaultReader.Read.ASSUMED;
        var clock = offline.clock();
        var secret =
                new ObjectKey("", "Secret", settings.operatorNamespace(), GlobalIdentity.SECRET);
        var identity =
                new FixedIdentity(Optional.of(nobody(offline.environment(), settings)), secret);
        var clients = new ArmClients(settings, clock, metrics, Proofs.none(), () -> false);
        var credential = new ObjectCredential(identity, clients, settings, objects, vaults, clock);
        var observer =
                new Observer(
                        catalog,
                        settings,
                        credential,
                        objects,
                        offline,
                        vaults,
                        waits,
                        new ClaimSeal(key::clone),
                        clock);
        return List.of(
                new AzureCapability(
                        observer,
                        key::clone,
                        waits,
                        metrics,
                        StatusForm.NONE,
                        offline.points(),
                        RouteLines.ALL));
    }

    /**
     * The identity of a trial. Nothing is sent under it, and the output shows only its
     * subscription.
     */
    private static AzureIdentity nobody(Map<String, String> environment, AzureSettings settings) {
        return new AzureIdentity(
                subscription(environment),
                AssumedObjects.SUBSCRIPTION,
                AssumedObjects.SUBSCRIPTION,
                new Proof.TokenFile(),
                List.of(),
                settings.cloud());
    }

    private static String subscription(Map<String, String> environment) {
        return environment.getOrDefault("AZURE_SUBSCRIPTION_ID", AssumedObjects.SUBSCRIPTION);
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return SampleObjects.of(Catalog.load(), texts);
    }

    /**
     * Sets up the watches and indexes for objects that a reconciliation reads besides its own. The
     * watches cover Namespaces, whose annotations are policies and consents, and the Secrets with
     * the credential of a namespace. The indexes find objects by the ARM id in their status, and
     * AutoscaleSettings by their target.
     *
     * @param only the namespaces to watch; empty for all. If it is not empty, the operator needs no
     *     rights to objects of other namespaces
     */
    private static void watch(Engine engine, List<String> only) {
        for (var each : only.isEmpty() ? List.of("") : only) {
            engine.watch(kept("Namespace", "", each, KeptWatch.Content.METADATA));
            engine.watch(
                    kept("Secret", each, AsoNames.NAMESPACE_CREDENTIAL, KeptWatch.Content.WHOLE));
        }
        engine.indexOfIds(RecordedResource.INDEX, RecordedResource::indexed, ResourceId::key);
        engine.index(AutoscaleTargets.INDEX, AutoscaleTargets::indexed);
    }

    private static KeptWatch kept(
            String kind, String namespace, String name, KeptWatch.Content content) {
        return new KeptWatch("", kind, namespace, name, content, changed -> {});
    }
}
