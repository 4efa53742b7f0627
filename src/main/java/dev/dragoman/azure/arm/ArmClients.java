package dev.dragoman.azure.arm;

import com.azure.core.http.HttpClient;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.AzureHttp;
import dev.dragoman.reconcile.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One client, and so one token cache, per identity. Thread-safe. A client that was not asked for
 * during {@link #UNUSED} is dropped: its token has ended by then, or will soon.
 */
public final class ArmClients {
    /** Longer than a token lives, and than the default pause between two looks at an object. */
    static final Duration UNUSED = Duration.ofMinutes(90);

    /** Beyond, the one that was not used longest is dropped, and costs another token. */
    static final int MOST = 2_000;

    private final AzureSettings settings;
    private final InstantSource steady;
    private final InstantSource clock;
    private final HttpClient http;
    private final Proofs proofs;
    private final Credentials credentials;
    private final Throttle throttle;
    private final ArmMetrics metrics;
    private final BooleanSupplier mayWrite;

    /** The last ones that were used: whoever writes a credential may write another each second. */
    private final Map<AzureIdentity, Used> clients =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<AzureIdentity, Used> eldest) {
                    return size() > MOST;
                }
            };

    private Instant swept;

    private record Used(ArmClient client, Instant last) {}

    /**
     * @param proofs what this process has that proves identities
     * @param mayWrite asked before each request that changes something
     */
    public ArmClients(
            AzureSettings settings,
            InstantSource clock,
            ArmMetrics metrics,
            Proofs proofs,
            BooleanSupplier mayWrite) {
        this(settings, clock, SteadyClock.from(clock), metrics, proofs, mayWrite);
    }

    /**
     * @param steady by which it is told how long a client was not asked for
     */
    ArmClients(
            AzureSettings settings,
            InstantSource clock,
            InstantSource steady,
            ArmMetrics metrics,
            Proofs proofs,
            BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
        this.metrics = metrics;
        this.settings = settings;
        this.clock = clock;
        this.steady = steady;
        this.swept = steady.instant();
        this.http = AzureHttp.client(settings.caFile(), settings.proxy());
        this.proofs = proofs;
        this.credentials = new Credentials(settings, http, proofs, steady);
        this.throttle = new Throttle(steady);
    }

    /**
     * The identity with what its file says, where it is proven by one.
     *
     * @throws IllegalArgumentException when the file is not there, not allowed or wrong
     */
    public AzureIdentity read(AzureIdentity identity) {
        return proofs.read(identity);
    }

    /**
     * The client of an identity.
     *
     * @throws IllegalArgumentException when tenant, client id or certificate are malformed
     */
    public ArmClient of(AzureIdentity identity) {
        var now = steady.instant();
        // a certificate may take a while to open, and nobody waits for that of another
        return known(identity, now).orElseGet(() -> kept(identity, make(identity), now));
    }

    private synchronized Optional<ArmClient> known(AzureIdentity identity, Instant now) {
        sweep(now);
        return Optional.ofNullable(clients.get(identity))
                .map(each -> kept(identity, each.client(), now));
    }

    /** The one that was made first. */
    private synchronized ArmClient kept(AzureIdentity identity, ArmClient made, Instant now) {
        var used = clients.get(identity);
        var client = used == null ? made : used.client();
        clients.put(identity, new Used(client, now));
        return client;
    }

    private ArmClient make(AzureIdentity identity) {
        return new ArmClient(
                settings, http, credentials, identity, throttle, clock, metrics, mayWrite);
    }

    private void sweep(Instant now) {
        if (swept.plus(UNUSED.dividedBy(10)).isAfter(now)) {
            return;
        }
        swept = now;
        clients.values().removeIf(each -> each.last().plus(UNUSED).isBefore(now));
    }

    /** How many there are. */
    synchronized int size() {
        return clients.size();
    }
}
