package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.ConditionStatus;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Platform;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.KeptWatch;
import dev.dragoman.reconcile.SteadyClock;
import java.util.List;
import java.util.Map;

/** The Azure kinds of the catalog. */
public final class AzureProvider implements CapabilityProvider {
    /** Bean of the loop, and name of the capability. */
    private static final String NAME = "azure";

    /** Bean of the steps. */
    private static final String STEPS = "azureSteps";

    /** Beans of the route. */
    public static final Map<String, Class<?>> BEANS =
            Map.of(NAME, AzureProcessors.class, STEPS, AzureSteps.class);

    private final AzureSettings settings;

    public AzureProvider(AzureSettings settings) {
        this.settings = settings;
    }

    @Override
    public Installed install(Platform platform) {
        var engine = platform.engine();
        watch(engine);
        var writers = platform.writers();
        var clock = platform.clock();
        var catalog = Catalog.load();
        var key = new HashKey(platform.client(), settings.operatorNamespace());
        var metrics = new ArmMetrics(platform.meters());
        var waits = new Waits(SteadyClock.from(clock));
        var observer =
                new Observer(
                        catalog,
                        settings,
                        new GlobalIdentity(
                                platform.client(), platform.environment(), settings, engine),
                        new ArmClients(settings, clock, metrics, engine::mayWrite),
                        engine.cache(),
                        writers.reader(),
                        waits,
                        new ClaimSeal(key::get),
                        clock);
        var capability =
                new AzureCapability(
                        observer,
                        key::get,
                        waits,
                        metrics,
                        new ConditionStatus(writers.status(), AzureCapability.MANAGER, clock));
        var steps =
                new AzureSteps(
                        new Requests(settings),
                        writers.metadata(),
                        writers.applier(),
                        writers.reader(),
                        new Children(catalog, writers.reader(), writers.metadata()));
        var loop = new Loop<>(capability, platform.core());
        return new Installed(
                List.of(capability),
                Map.of(NAME, new AzureProcessors(loop), STEPS, steps),
                () -> {});
    }

    /**
     * What reconciliations look up beside the object: policies and consents are annotations of
     * namespaces, a Secret of a certain name is the credential of its namespace, of which no more
     * is watched than that there is one, and objects are found by the ARM id that they show.
     */
    private static void watch(Engine engine) {
        for (var watch :
                List.of(
                        metadata("Namespace", ""),
                        metadata("Secret", AsoNames.NAMESPACE_CREDENTIAL))) {
            engine.watch(watch);
        }
        engine.indexOfIds(Holders.INDEX, Standing::indexed, ResourceId::key);
    }

    private static KeptWatch metadata(String kind, String name) {
        return new KeptWatch("", kind, "", name, KeptWatch.Content.METADATA, changed -> {});
    }
}
