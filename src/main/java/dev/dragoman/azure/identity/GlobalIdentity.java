package dev.dragoman.azure.identity;

import dev.dragoman.capability.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.settings.SettingsReview;
import dev.dragoman.settings.SettingsReview.Finding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's own credential. It is read from the Secret {@code aso-controller-settings} in the
 * operator's namespace and from the environment; keys of the Secret come first. The engine watches
 * the Secret, so a change takes effect at once. Each change of the credential is logged.
 * Thread-safe.
 */
public final class GlobalIdentity implements Identity {
    /** Name of the settings Secret, which Azure Service Operator also uses. */
    public static final String SECRET = "aso-controller-settings";

    private static final Logger LOG = LoggerFactory.getLogger(GlobalIdentity.class);

    private final Map<String, String> env;
    private final AzureSettings settings;
    private final SettingsReview review;
    private final KubernetesClient client;
    private final ObjectCache cache;
    private final ObjectKey key;
    private final String place;
    private final IdentityFiles files = new IdentityFiles();
    private final Outside.Azure azure;
    private final Set<String> keysSeen = new HashSet<>();
    private Map<String, String> secret = Map.of();
    private List<Finding> warnedOf = List.of();
    private String readFailure = "";
    private volatile GlobalCredential last;
    private volatile Looked looked;

    /** For how long files that a credential names are not read again. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    /**
     * The last look at the credential.
     *
     * @param version resourceVersion of the Secret in the cache; empty if there is none
     * @param at a time of {@link System#nanoTime}
     */
    private record Looked(String version, long at) {
        boolean holds(String now) {
            return version.equals(now) && System.nanoTime() - at < FRESH.toNanos();
        }
    }

    /**
     * Adds the watch of the Secret to the engine.
     *
     * @param review says which keys of the Secret have no effect
     * @param engine not started yet
     * @param azure other than {@code HERE} only in a command, which runs on another machine
     */
    public GlobalIdentity(
            KubernetesClient client,
            Map<String, String> env,
            AzureSettings settings,
            SettingsReview review,
            Watches engine,
            Outside.Azure azure) {
        this.review = review;
        this.azure = azure;
        this.client = client;
        this.env = Map.copyOf(env);
        this.settings = settings;
        this.cache = engine.cache();
        this.key = new ObjectKey("", "Secret", settings.operatorNamespace(), SECRET);
        this.place = "Secret %s/%s".formatted(key.namespace(), SECRET);
        engine.watch(
                new KeptWatch(
                        "",
                        "Secret",
                        key.namespace(),
                        SECRET,
                        KeptWatch.Content.WHOLE,
                        // the watch's thread must not wait for a lock, or for the API server
                        changed -> Thread.ofVirtual().name("credential").start(this::changed)));
    }

    @Override
    public ObjectKey secret() {
        return key;
    }

    /**
     * The current credential.
     *
     * @throws IllegalArgumentException naming the key that is missing or not supported, and where
     *     to set it
     */
    public AzureIdentity current() {
        var now = look();
        return now.identity().orElseThrow(() -> new IllegalArgumentException(now.problem()));
    }

    @Override
    public Optional<AzureIdentity> sender() {
        return azure == Outside.Azure.UNASKED ? Optional.empty() : Optional.of(current());
    }

    @Override
    public Optional<AzureIdentity> known() {
        var now = last;
        return now == null ? Optional.empty() : now.identity();
    }

    private void changed() {
        try {
            var _ = look();
        } catch (RuntimeException e) {
            // the next reconciliation reads the Secret again
            LOG.debug("cannot look at {}: {}", place, e.toString());
        }
    }

    /** Takes no lock if the last look still holds, because every reconciliation calls this. */
    private GlobalCredential look() {
        var seen = cache.get(key);
        if (seen.isEmpty() && !cache.whole(key)) {
            return lookAgain();
        }
        var version = seen.map(secret -> Fields.metadata(secret, "resourceVersion")).orElse("");
        var before = looked;
        if (before != null && before.holds(version)) {
            return last;
        }
        var at = System.nanoTime();
        var now = lookAgain();
        looked = new Looked(version, at);
        return now;
    }

    private synchronized GlobalCredential lookAgain() {
        read();
        keysSeen.addAll(secret.keySet());
        var now =
                GlobalCredential.of(
                        new GlobalCredential.Sources(
                                env,
                                secret,
                                Set.copyOf(keysSeen),
                                place,
                                settings.tokenFile(),
                                Files.isReadable(settings.tokenFile()),
                                azure == Outside.Azure.HERE,
                                settings.identityRules()),
                        files::read);
        if (!now.equals(last)) {
            last = now;
            tell(now);
        }
        return now;
    }

    private static void tell(GlobalCredential now) {
        if (now.identity().isPresent()) {
            LOG.info("the credential is {}", now.described());
        } else {
            LOG.warn("there is no credential: {}", now.problem());
        }
        now.warnings().forEach(LOG::warn);
    }

    /** Reads the Secret from the cache, or from the API server if the cache does not hold it. */
    private void read() {
        Map<String, String> there;
        try {
            var seen = cache.get(key);
            there =
                    SecretText.decode(
                            seen.isPresent() || cache.whole(key)
                                    ? seen.map(object -> object.get("data")).orElse(null)
                                    : live());
        } catch (KubernetesClientException unreadable) {
            unreadable(unreadable);
            return;
        }
        readFailure = "";
        if (!there.equals(secret)) {
            secret = there;
            warn(review.secret(secret, env));
        }
    }

    private Object live() {
        var found = client.secrets().inNamespace(key.namespace()).withName(SECRET).get();
        return found == null ? null : found.getData();
    }

    private void unreadable(KubernetesClientException failure) {
        var text = failure.getCode() > 0 ? "HTTP " + failure.getCode() : "no answer";
        if (!readFailure.equals(text)) {
            readFailure = text;
            LOG.warn(
                    "cannot read {}: {}; until it can be read, {}",
                    place,
                    text,
                    keysSeen.isEmpty()
                            ? "only the environment is used"
                            : "its last content is used");
        }
    }

    /**
     * Logs new findings. Leaves out refused settings, because {@link #tell} logs them as the
     * problem of the credential.
     */
    private void warn(List<Finding> findings) {
        findings.stream()
                .filter(each -> !each.refused() && !warnedOf.contains(each))
                .forEach(each -> LOG.warn("{}: {}", place, each.text()));
        warnedOf = findings;
    }
}
