package dev.dragoman.azure;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.check.AutoscaleTargets;
import dev.dragoman.azure.check.ObjectCredential;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.claim.ClaimSeal;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.event.EventSettings;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.azure.trial.SampleObjects;
import dev.dragoman.azure.vault.OverlayVault;
import dev.dragoman.azure.vault.VaultExports;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReads;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Outside;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.point.Point;
import dev.dragoman.kube.HashKey;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.settings.Trust;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the capability {@code azure}, which serves the Azure kinds of the catalog, from its
 * settings.
 */
record AzureCapabilities(AzureSettings settings, Optional<EventSettings> events)
        implements ConfiguredCapabilities {
    /**
     * How often the Secret with the key for hashes is checked. If it is missing, it is created
     * again.
     */
    private static final Duration KEPT = Duration.ofSeconds(10);

    /** How long keys count as unchanged, unless a setting says so. */
    private static final Duration KEYS_COUNT = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(AzureCapabilities.class);

    @Override
    public Map<String, String> placeholders() {
        return Map.of(
                "azure.namespaces", String.join(",", settings.watchedNamespaces()),
                "azure.resync",
                        Long.toString(settings.syncPeriod().orElse(Duration.ZERO).toMillis()),
                "events.on", Boolean.toString(events.isPresent()));
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
        var kinds = catalog.names().stream().map(each -> new GroupKind(each.group(), each.kind()));
        settings.keys().unused(kinds.toList()).forEach(LOG::warn);
        var key = new HashKey(platform.client(), settings.operatorNamespace()).kept(KEPT);
        var metrics = new ArmMetrics(platform.meters());
        var steady = SteadyClock.from(clock);
        // steps of teams see all values, at each comparison
        var memory =
                new Memory(
                        steady,
                        each ->
                                platform.points().any(AzureCapability.NAME, Point.EXPORTED)
                                        ? Duration.ZERO
                                        : settings.keys().resync(each).orElse(KEYS_COUNT));
        var azure = platform.outside().map(Outside::azure).orElse(Outside.Azure.HERE);
        VaultReader reads = azure == Outside.Azure.UNASKED ? VaultReader::unread : new VaultReads();
        var identity =
                new GlobalIdentity(
                        platform.client(),
                        platform.environment(),
                        settings,
                        platform.review(),
                        engine,
                        azure);
        if (azure == Outside.Azure.ASKED) {
            // without a credential, nothing could be said of any object
            var _ = identity.current();
        }
        var clients =
                new ArmClients(
                        settings,
                        clock,
                        metrics,
                        azure == Outside.Azure.ASKED
                                ? Proofs.none()
                                : Proofs.ofOperator(platform.client(), platform.outside()),
                        () ->
                                engine.mayWrite()
                                        && platform.outside().map(Outside::mayWrite).orElse(true));
        var credential =
                new ObjectCredential(identity, clients, settings, engine.cache(), reads, steady);
        var entries = new VaultExports(steady);
        var observer =
                new Observer(
                        catalog,
                        settings,
                        credential,
                        engine.cache(),
                        writers.reader(),
                        reads,
                        entries,
                        memory,
                        new ClaimSeal(key::get),
                        clock);
        var capability =
                new AzureCapability(
                        observer,
                        key::get,
                        memory,
                        metrics,
                        platform.status(AzureCapability.MANAGER),
                        platform.points(),
                        platform.lines());
        var steps =
                new AzureSteps(
                        observer::takes,
                        writers.metadata(),
                        writers.applier(),
                        writers.departure(),
                        writers.reader(),
                        new Children(catalog, writers.reader(), writers.metadata()),
                        memory);
        var beans =
                new HashMap<String, Object>(
                        Map.of(
                                AzureProvider.STEPS,
                                steps,
                                ArmSender.BEAN,
                                new ArmRequests(observer, new Requests(), memory, clock),
                                VaultRequests.BEAN,
                                new VaultRequests(observer, entries, reads, steps),
                                AzureProvider.KINDS,
                                AzureProvider.kinds()));
        events.ifPresent(
                from -> {
                    // Microsoft's AMQP trusts whom the process trusts
                    if (settings.caFile().isPresent()) {
                        SSLContext.setDefault(Trust.sslContext(settings.caFile()));
                    }
                    Supplier<AzureIdentity> who =
                            () ->
                                    from.identity()
                                            .map(credential::ofNamespace)
                                            .orElseGet(identity::current);
                    beans.put(
                            EventsBroker.BEAN,
                            new EventsBroker(
                                    from, new EventsBroker.Tokens(who, clients::credential)));
                    beans.put(
                            AzureEvents.BEAN,
                            new AzureEvents(
                                    engine.cache(),
                                    memory,
                                    clock,
                                    engine::wake,
                                    (run, after) ->
                                            CompletableFuture.delayedExecutor(
                                                            after.toMillis(), MILLISECONDS)
                                                    .execute(run),
                                    engine::mayWrite,
                                    platform.meters()));
                });
        return new Installed(
                List.of(capability),
                beans,
                Map.of(
                        OverlayVault.FUNCTION,
                        new OverlayVault(
                                settings.vaults(), () -> clients.of(identity.current()), reads)),
                key);
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
    private static void watch(Watches engine, List<String> only) {
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
