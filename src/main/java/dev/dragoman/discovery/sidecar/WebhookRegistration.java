package dev.dragoman.discovery.sidecar;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.sidecar.WantedWebhook;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the certificates of the webhook and its configuration as they are wanted, in the replica
 * that leads. Looks at what the cache shows, and asks the API server only when that has changed.
 */
final class WebhookRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookRegistration.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** Number of periods between two tries that fail. */
    private static final int PAUSE = 5;

    /** Number of periods between two looks for pods without a sidecar. */
    private static final int LOOKS = 300;

    private static final String MANAGER = "dragoman-sidecars";

    /** The names are the operator's, so what has them becomes its. */
    private static final ApplyOptions OPTIONS =
            new ApplyOptions(MANAGER, Optional.empty(), /* force= */ true, /* takeOver= */ true);

    /** The configuration. */
    static final ObjectKey CONFIGURATION =
            new ObjectKey(
                    "admissionregistration.k8s.io",
                    "MutatingWebhookConfiguration",
                    "",
                    WantedWebhook.CONFIGURATION);

    private final WantedWebhook wanted;
    private final ObjectCache cache;
    private final Reader reader;
    private final Applier applier;
    private final BooleanSupplier leads;
    private final Runnable missing;
    private final List<ObjectKey> watched;
    private final Thread thread;

    /** Versions of what is watched when it was registered. */
    private List<String> versions = List.of();

    /** The last failure in the log; empty after a success. */
    private String failure = "";

    private int pause;

    /**
     * @param leads whether this replica leads
     * @param missing looks for pods without a sidecar; does not fail
     */
    WebhookRegistration(
            WantedWebhook wanted,
            ObjectCache cache,
            Reader reader,
            Applier applier,
            BooleanSupplier leads,
            Runnable missing) {
        this.wanted = wanted;
        this.cache = cache;
        this.reader = reader;
        this.applier = applier;
        this.leads = leads;
        this.missing = missing;
        this.watched =
                List.of(
                        certificate(WantedWebhook.CA),
                        certificate(WantedWebhook.SERVER),
                        secret(wanted),
                        CONFIGURATION);
        this.thread = Thread.ofVirtual().name("sidecar-registration").start(this::run);
    }

    static ObjectKey secret(WantedWebhook wanted) {
        return new ObjectKey("", "Secret", wanted.namespace(), WantedWebhook.SERVER);
    }

    private ObjectKey certificate(String name) {
        return new ObjectKey(
                DiscoveryNames.GROUP, DiscoveryNames.CERTIFICATE, wanted.namespace(), name);
    }

    private void run() {
        try {
            // of the time in which this replica leads
            for (long period = 0; true; period++) {
                Thread.sleep(PERIOD);
                if (!leads.getAsBoolean()) {
                    versions = List.of();
                    period = -1;
                } else if (period % LOOKS == 0) {
                    missing.run();
                } else if (pause > 0) {
                    pause--;
                } else {
                    look();
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        var now =
                watched.stream()
                        .map(each -> cache.shown(each).map(WebhookRegistration::version).orElse(""))
                        .toList();
        if (now.equals(versions)) {
            return;
        }
        try {
            // with a name, so that the certificates' own reconciliation is told of its writes
            Acting.as(MANAGER, wanted.namespace(), Executors.callable(this::register));
            versions = now;
            failure = "";
        } catch (Exception failed) {
            pause = PAUSE;
            var text = PlainText.oneLine(String.valueOf(failed.getMessage()));
            if (!text.equals(failure) && leads.getAsBoolean()) {
                LOG.warn("the webhook for sidecars is not registered, trying again: {}", text);
                failure = text;
            }
        }
    }

    private static String version(Map<String, Object> object) {
        return Fields.metadata(object, "resourceVersion");
    }

    private void register() {
        // the operator takes over what has these names, so the answer is always the object
        var server = applier.apply(wanted.server(), OPTIONS).object();
        // before the Secret, so that the Secret's bundle is this one or a later one
        var hash = Json.text(Json.map(server, "status"), "trustBundleHash");
        var data = reader.get("v1", secret(wanted)).map(each -> Fields.map(each, "data"));
        var bundle = data.map(each -> Json.text(each, "ca.crt")).orElse("");
        boolean issued =
                !bundle.isEmpty() && data.filter(each -> each.containsKey("tls.key")).isPresent();
        if (issued) {
            var _ = applier.apply(wanted.configuration(bundle), OPTIONS);
        }
        var _ = applier.apply(wanted.ca(issued ? hash : ""), OPTIONS);
    }

    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
