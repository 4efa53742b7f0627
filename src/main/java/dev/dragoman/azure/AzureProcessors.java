package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmClients;
import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Decision;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.GlobalIdentity;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.camel.OnlyBody;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.PassExchange;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.KeptWatch;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.References;
import dev.dragoman.reconcile.SteadyClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.camel.Exchange;

/**
 * The steps of route {@code azure}, as the bean {@code azure}. Between observe and the first decide
 * the message body is the ARM body that is about to be compared and sent, and a route may change
 * it. Thread-safe.
 */
public final class AzureProcessors {
    /** Whether the loop of the route goes on. */
    public static final String OPEN = "azureOpen";

    /** Whether there is a body that may be sent: {@link #BEFORE_SEND} is for nothing else. */
    public static final String HAS_BODY = "azureHasBody";

    /** Names the tag that {@link #addTag} sets. */
    public static final String TAG_KEY = "azureTagKey";

    /** The value of that tag. */
    public static final String TAG_VALUE = "azureTagValue";

    private static final OverlayFailure.Step BEFORE_SEND =
            new OverlayFailure.Step("azure-before-send.kamelet.yaml", "azure.camel.yaml");

    private static final String VISIT = "dragoman.azure.visit";

    /** In place of a visit to what is not ours: a property that is lost must not look like it. */
    private static final Object NOT_OURS = new Object();

    private final Observer observer;
    private final Actor actor;
    private final Recorder recorder;
    private final HashKey hashKey;

    /** Everything that writes to Kubernetes. */
    public record Writers(
            MetadataWriter metadata, StatusWriter status, EventWriter events, Applier applier) {}

    /**
     * Everything that is known of the cluster.
     *
     * @param mayWrite whether this process leads; asked before each request that changes something
     */
    public record Cluster(
            ObjectCache cache,
            References references,
            Reader reader,
            HashKey hashKey,
            ArmMetrics metrics,
            BooleanSupplier mayWrite) {}

    public AzureProcessors(
            Catalog catalog,
            AzureSettings settings,
            GlobalIdentity identity,
            Cluster cluster,
            Writers writers,
            InstantSource clock) {
        var waits = new Waits(SteadyClock.from(clock));
        this.observer =
                new Observer(
                        catalog,
                        settings,
                        identity,
                        new ArmClients(settings, clock, cluster.metrics(), cluster.mayWrite()),
                        cluster.cache(),
                        cluster.reader(),
                        cluster.references(),
                        waits,
                        new ClaimSeal(cluster.hashKey()::get),
                        clock);
        this.actor =
                new Actor(
                        new Requests(settings),
                        writers.metadata(),
                        writers.applier(),
                        cluster.reader(),
                        new Children(catalog, cluster.reader(), writers.metadata()));
        this.recorder =
                new Recorder(writers.status(), writers.events(), waits, cluster.metrics(), clock);
        this.hashKey = cluster.hashKey();
    }

    /**
     * What passes look up beside the object: policies and consents are annotations of namespaces, a
     * Secret of a certain name is the credential of its namespace, of which no more is watched than
     * that there is one, and objects are found by the ARM id that they show. To be called before
     * the engine starts.
     */
    public static void watch(Engine engine) {
        for (var watch :
                List.of(
                        metadata("Namespace", ""),
                        metadata("Secret", AsoNames.NAMESPACE_CREDENTIAL))) {
            engine.watch(watch);
        }
        engine.index(Holders.INDEX, Standing::indexed);
    }

    private static KeptWatch metadata(String kind, String name) {
        return new KeptWatch("", kind, "", name, KeptWatch.Content.METADATA, changed -> {});
    }

    /** Reads the object and what it depends on; leaves the ARM body it asks for as message body. */
    public void observe(Exchange exchange) {
        var visit = observer.observe(PassExchange.pass(exchange)).orElse(null);
        Outcomes.begin(exchange);
        exchange.setProperty(VISIT, visit == null ? NOT_OURS : visit);
        exchange.setProperty(OPEN, visit != null);
        exchange.setProperty(HAS_BODY, visit != null && visit.hasBody());
        exchange.getMessage()
                .setBody(
                        visit == null
                                ? new LinkedHashMap<String, Object>()
                                : copy(visit.mapped.map(ArmBody.Result::body).orElse(Map.of())));
    }

    private static Optional<Visit> visit(Exchange exchange) {
        var found = exchange.getProperty(VISIT);
        if (found == null) {
            throw failure(exchange, "lost what was observed, by taking away properties");
        }
        return Optional.of(found).filter(Visit.class::isInstance).map(Visit.class::cast);
    }

    private static OverlayFailure failure(Exchange exchange, String what) {
        return OverlayFailure.of(exchange.getContext(), BEFORE_SEND, what);
    }

    /**
     * Sets the tag of properties {@code azureTagKey} and {@code azureTagValue} on the ARM body. A
     * tag that the object sets itself wins; types without tags stay without.
     */
    @SuppressWarnings("unchecked")
    public void addTag(Exchange exchange) {
        var key = exchange.getProperty(TAG_KEY, String.class);
        var value = exchange.getProperty(TAG_VALUE, String.class);
        if (key == null || value == null) {
            throw new IllegalArgumentException(
                    "addTag needs the properties %s and %s".formatted(TAG_KEY, TAG_VALUE));
        }
        var visit = visit(exchange);
        // what is no map any more is refused when it has come back
        if (visit.isEmpty()
                || !(exchange.getMessage().getBody() instanceof Map<?, ?> body)
                || visit.get().version.body().stream().noneMatch(f -> "tags".equals(f.arm()))) {
            return;
        }
        var tags = body.get("tags") instanceof Map<?, ?> t ? copy(t) : copy(Map.of());
        tags.putIfAbsent(key, value);
        ((Map<String, Object>) body).put("tags", tags);
    }

    /** Decides the one thing to do next. */
    public void decide(Exchange exchange) {
        var visit = visit(exchange).orElseThrow();
        if (visit.step == null && visit.hasBody()) {
            visit.facts = WantedBody.of(visit, returned(exchange, visit), hashKey.get());
        }
        visit.step = Decision.next(visit.facts, visit.progress);
        exchange.setProperty(OPEN, !(visit.step instanceof Step.Finish));
    }

    private static Map<String, Object> returned(Exchange exchange, Visit visit) {
        try {
            return ReturnedBody.of(
                    exchange.getMessage().getBody(), visit.mapped.orElseThrow().body());
        } catch (ReturnedBody.Unfit unfit) {
            throw failure(exchange, unfit.getMessage() + "; nothing was sent to Azure");
        }
    }

    /** Does it. */
    public void act(Exchange exchange) {
        var visit = visit(exchange).orElseThrow();
        visit.progress = actor.act(visit);
        PassExchange.object(exchange, visit.object);
    }

    /** Writes down what became true, and tells the queue when to come again. */
    public void record(Exchange exchange) {
        exchange.setProperty(
                Outcomes.OUTCOME,
                visit(exchange).map(visit -> finished(exchange, visit)).orElse(Outcome.done()));
    }

    private Outcome finished(Exchange exchange, Visit visit) {
        if (visit.step instanceof Step.Finish finish) {
            return recorder.record(visit, finish);
        }
        throw failure(exchange, "ended the loop of the route before its end, by setting " + OPEN);
    }

    /**
     * A step failed in a way that no decision foresaw: a missing right, a broken overlay. What the
     * object says would stay, though nobody keeps it true.
     */
    public void failed(Exchange exchange) {
        Outcomes.unforeseen(
                exchange,
                exchange.getProperty(OnlyBody.FAILED) == null
                        ? "a step of the operator"
                        : BEFORE_SEND.inUse(exchange),
                recorder::failed);
    }

    /** The object is gone. */
    public void forget(Exchange exchange) {
        observer.forget(PassExchange.pass(exchange));
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        var out = new LinkedHashMap<String, Object>();
        map.forEach((k, v) -> out.put(String.valueOf(k), copyValue(v)));
        return out;
    }

    private static Object copyValue(Object value) {
        return switch (value) {
            case Map<?, ?> map -> copy(map);
            case List<?> list -> {
                var out = new ArrayList<>();
                list.forEach(v -> out.add(copyValue(v)));
                yield out;
            }
            case null, default -> value;
        };
    }
}
