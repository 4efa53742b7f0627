package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.ConditionStatus;
import dev.dragoman.capability.Platform;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.KeptWatch;
import dev.dragoman.reconcile.SteadyClock;
import java.util.List;
import java.util.Map;

/** The Azure kinds of the catalog. */
public final class AzureProvider implements CapabilityProvider {
    /** Name of the capability, and of the bean of its loop. */
    public static final String NAME = AzureCapability.NAME;

    /** Bean of the steps. */
    private static final String STEPS = "azureSteps";

    /** Bean by which the component {@code azure-arm} sends. */
    private static final String ARM = "armRequests";

    /** Beans of its steps. */
    public static final Map<String, Class<?>> BEANS = Map.of(STEPS, AzureSteps.class);

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
                        new ConditionStatus(writers.status(), AzureCapability.MANAGER, clock),
                        platform.points());
        var requests = new Requests(settings);
        var steps =
                new AzureSteps(
                        requests,
                        writers.metadata(),
                        writers.applier(),
                        writers.reader(),
                        new Children(catalog, writers.reader(), writers.metadata()));
        return new Installed(
                List.of(capability),
                Map.of(STEPS, steps, ARM, new ArmRequests(observer, requests)),
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
