package dev.dragoman.azure.identity;

import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.KeptWatch;
import dev.dragoman.reconcile.ObjectCache;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.settings.SettingsReview;
import dev.dragoman.settings.SettingsReview.Finding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's own credential: the keys of Secret {@code aso-controller-settings} in its
 * namespace, over those of the environment. The engine watches the Secret, so that a change of it
 * counts at once. Which credential is used is logged whenever that changes. Thread-safe.
 */
public final class GlobalIdentity implements Identity {
    /** Name of the settings Secret, as Azure Service Operator has it. */
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
    private final boolean onNode;
    private final Set<String> once = new HashSet<>();
    private Map<String, String> secret = Map.of();
    private List<Finding> named = List.of();
    private String unread = "";
    private volatile GlobalCredential last;

    /**
     * Asks the engine for the watch.
     *
     * @param review says which keys of the Secret have no effect
     * @param engine not started yet
     */
    public GlobalIdentity(
            KubernetesClient client,
            Map<String, String> env,
            AzureSettings settings,
            SettingsReview review,
            Engine engine) {
        this(client, env, settings, review, engine.cache(), true);
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

    /**
     * Without a watch, for commands, which run on other machines than the operator: what the cache
     * does not have is read live, each time.
     *
     * @param cache what was read before
     */
    public GlobalIdentity(
            KubernetesClient client,
            Map<String, String> env,
            AzureSettings settings,
            SettingsReview review,
            ObjectCache cache) {
        this(client, env, settings, review, cache, false);
    }

    private GlobalIdentity(
            KubernetesClient client,
            Map<String, String> env,
            AzureSettings settings,
            SettingsReview review,
            ObjectCache cache,
            boolean onNode) {
        this.review = review;
        this.onNode = onNode;
        this.client = client;
        this.env = Map.copyOf(env);
        this.settings = settings;
        this.cache = cache;
        this.key = new ObjectKey("", "Secret", settings.operatorNamespace(), SECRET);
        this.place = "Secret %s/%s".formatted(key.namespace(), SECRET);
    }

    @Override
    public ObjectKey secret() {
        return key;
    }

    /**
     * The credential as it is now.
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
        return Optional.of(current());
    }

    @Override
    public Optional<AzureIdentity> known() {
        var now = last;
        return now == null ? Optional.empty() : now.identity();
    }

    @Override
    public boolean uses(AzureIdentity identity) {
        return known().filter(identity::equals).isPresent();
    }

    private void changed() {
        try {
            var _ = look();
        } catch (RuntimeException e) {
            // the next reconciliation looks again
            LOG.debug("look at {}: {}", place, e.toString());
        }
    }

    private synchronized GlobalCredential look() {
        read();
        once.addAll(secret.keySet());
        var now =
                GlobalCredential.of(
                        new GlobalCredential.Sources(
                                env,
                                secret,
                                Set.copyOf(once),
                                place,
                                settings.tokenFile(),
                                Files.isReadable(settings.tokenFile()),
                                onNode,
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

    /** From the watch, or live where it cannot be opened. */
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
        unread = "";
        if (!there.equals(secret)) {
            secret = there;
            name(review.secret(secret, env));
        }
    }

    private Object live() {
        var found = client.secrets().inNamespace(key.namespace()).withName(SECRET).get();
        return found == null ? null : found.getData();
    }

    private void unreadable(KubernetesClientException failure) {
        var text = failure.getCode() > 0 ? "HTTP " + failure.getCode() : "no answer";
        if (!unread.equals(text)) {
            unread = text;
            LOG.warn(
                    "cannot read {}: {}; until it can be read, {}",
                    place,
                    text,
                    once.isEmpty() ? "the environment alone counts" : "what it said last counts");
        }
    }

    /** Each once, until it changes. What is refused is the credential's problem. */
    private void name(List<Finding> findings) {
        findings.stream()
                .filter(each -> !each.refused() && !named.contains(each))
                .forEach(each -> LOG.warn("{}: {}", place, each.text()));
        named = findings;
    }
}
