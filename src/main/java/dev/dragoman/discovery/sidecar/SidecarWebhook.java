package dev.dragoman.discovery.sidecar;

import dev.dragoman.capability.Platform;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryService;
import dev.dragoman.discovery.decision.sidecar.AdmissionReview;
import dev.dragoman.discovery.decision.sidecar.Injection;
import dev.dragoman.discovery.decision.sidecar.SidecarFacts;
import dev.dragoman.discovery.decision.sidecar.WantedWebhook;
import dev.dragoman.kube.EventType;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.reconcile.watch.SharedWatch;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The webhook that adds Envoy to pods, on every replica. */
public final class SidecarWebhook {
    /** Name of the index of DiscoveryServices by namespace. */
    private static final String BY_NAMESPACE = "discovery-services-by-namespace";

    private final ObjectCache cache;
    private final Reader reader;
    private final MeterRegistry meters;
    private final String image;
    private final boolean lenient;
    private final WebhookServer server;
    private final WebhookRegistration registration;

    /**
     * Starts the server and the registration.
     *
     * @param platform its engine has not started
     * @param namespace namespace of the operator
     * @param image MARIN3R's image where nobody names one; empty for no default
     * @throws IllegalArgumentException when the port is not free
     */
    public SidecarWebhook(
            Platform platform, WebhookSettings settings, String namespace, String image) {
        var engine = platform.engine();
        var wanted = new WantedWebhook(namespace, settings.url(), settings.ignoring());
        var secret = WebhookRegistration.secret(wanted);
        this.cache = engine.cache();
        this.reader = platform.writers().reader();
        this.meters = platform.meters();
        this.image = image;
        this.lenient = settings.lenient();
        this.server = new WebhookServer(settings.port(), this::answer);
        engine.index(BY_NAMESPACE, SidecarWebhook::namespace);
        // the operator may watch these Secrets by their names alone
        engine.share(
                new SharedWatch(
                        "",
                        secret.kind(),
                        namespace,
                        WantedWebhook.CA,
                        "",
                        new ObjectKey("", secret.kind(), namespace, WantedWebhook.CA)::equals,
                        _ -> true,
                        ""));
        engine.watch(
                watch(
                        secret,
                        KeptWatch.Content.WHOLE,
                        // the watch's thread must not wait
                        key ->
                                Thread.ofVirtual()
                                        .name("sidecar-key")
                                        .start(() -> cache.shown(key).ifPresent(server::use))));
        engine.watch(watch(WebhookRegistration.CONFIGURATION, KeptWatch.Content.METADATA, _ -> {}));
        Runnable missing =
                settings.ignoring() ? new MissingSidecars(platform, namespace)::look : () -> {};
        var applier = platform.writers().applier();
        this.registration =
                new WebhookRegistration(wanted, cache, reader, applier, engine::mayWrite, missing);
    }

    private static KeptWatch watch(
            ObjectKey key, KeptWatch.Content content, Consumer<ObjectKey> changed) {
        return new KeptWatch(
                key.group(), key.kind(), key.namespace(), key.name(), content, changed);
    }

    private static Optional<String> namespace(Map<String, Object> object) {
        return DiscoveryNames.KIND.equals(object.get("kind"))
                        && DiscoveryNames.API_VERSION.equals(object.get("apiVersion"))
                ? Optional.of(Fields.metadata(object, "namespace"))
                : Optional.empty();
    }

    private byte[] answer(byte[] question) {
        long begin = System.nanoTime();
        var result = "unable";
        try {
            var review = AdmissionReview.of(Json.read(question));
            if (!knows(review.namespace())) {
                throw new IllegalStateException(
                        "the operator has not yet read all DiscoveryServices; try again in some seconds");
            }
            var answer = Injection.of(review.pod(), facts(review.namespace()));
            result =
                    answer instanceof Injection.Allowed allowed
                            ? allowed.patch().isEmpty() ? "unchanged" : "injected"
                            : "denied";
            return review.answer(answer);
        } catch (IOException broken) {
            throw new IllegalArgumentException("the question is no JSON object", broken);
        } finally {
            meters.timer("dragoman_sidecar_reviews", "result", result)
                    .record(Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /** Whether the cache has all that a decision needs. */
    private boolean knows(String namespace) {
        return cache.covers(key(DiscoveryNames.KIND, namespace, "any"))
                && cache.covers(key(DiscoveryNames.CERTIFICATE, namespace, DiscoveryNames.CLIENT));
    }

    private static ObjectKey key(String kind, String namespace, String name) {
        return new ObjectKey(DiscoveryNames.GROUP, kind, namespace, name);
    }

    private SidecarFacts facts(String name) {
        var key = new ObjectKey("", "Namespace", "", name);
        // one that was just made may not be in the cache yet
        var namespace = cache.get(key).or(() -> reader.get("v1", key)).orElse(Map.of());
        var serving =
                SidecarFacts.servingId(namespace)
                        .map(each -> each.split("/", 2))
                        .flatMap(each -> cache.get(key(DiscoveryNames.KIND, each[0], each[1])));
        List<Map<String, Object>> own =
                cache.byIndex(BY_NAMESPACE, name).stream()
                        .flatMap(each -> cache.get(each).stream())
                        .toList();
        if (own.isEmpty() && serving.isEmpty()) {
            own =
                    reader.list(
                            DiscoveryNames.API_VERSION,
                            DiscoveryNames.KIND,
                            name,
                            "",
                            each -> each);
        }
        return new SidecarFacts(
                namespace,
                own.stream().map(DiscoveryService::new).toList(),
                serving.map(DiscoveryService::new),
                cache.get(key(DiscoveryNames.CERTIFICATE, name, DiscoveryNames.CLIENT)),
                image,
                lenient);
    }

    /** Ends both; clients go to another replica first. */
    public void stop() throws InterruptedException {
        registration.stop();
        server.stop();
    }

    /**
     * Tells of labelled pods that were made without a sidecar: by an Event each, and a metric.
     * Lists them whole, since their metadata does not show it. Not thread-safe.
     */
    static final class MissingSidecars {
        private static final Logger LOG = LoggerFactory.getLogger(MissingSidecars.class);
        private static final String LABEL = DiscoveryNames.STATUS + "=" + DiscoveryNames.ENABLED;
        private static final String NOTE =
                "the pod has no sidecar, as no webhook answered when it was made; delete it, so that it is made anew with one";

        private final Platform.Writers writers;
        private final String namespace;
        private volatile int number;

        /**
         * @param namespace namespace of the operator, for which the webhook is not called
         */
        MissingSidecars(Platform platform, String namespace) {
            this.writers = platform.writers();
            this.namespace = namespace;
            platform.meters().gauge("dragoman_sidecars_missing", this, each -> each.number);
        }

        /** Looks for such pods. */
        void look() {
            try {
                var reader = writers.reader();
                var pods = new ArrayList<>(reader.list("v1", "Pod", "", LABEL, this::ifMissing));
                pods.removeIf(Map::isEmpty);
                number = pods.size();
                pods.forEach(this::tell);
            } catch (RuntimeException failed) {
                LOG.warn("pods without a sidecar are not found: {}", failed.getMessage());
            }
        }

        /** Once an hour for each pod, as Events last no longer. */
        private void tell(Map<String, Object> pod) {
            writers.events().emit(pod, EventType.WARNING, "SidecarMissing", "InjectSidecar", NOTE);
        }

        private Map<String, Object> ifMissing(Map<String, Object> pod) {
            return Injection.isMissing(pod, namespace)
                    ? Map.of(
                            "apiVersion",
                            "v1",
                            "kind",
                            "Pod",
                            "metadata",
                            Fields.map(pod, "metadata"))
                    : Map.of();
        }
    }
}
