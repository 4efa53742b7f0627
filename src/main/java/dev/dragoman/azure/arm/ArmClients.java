package dev.dragoman.azure.arm;

import com.azure.core.http.HttpClient;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.azure.identity.Trust;
import dev.dragoman.reconcile.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * One client, and so one token cache, per identity. Thread-safe. A client that was not asked for
 * during {@link #UNUSED} is dropped: its token has ended by then, or will soon.
 */
public final class ArmClients {
    /** Longer than a token lives, and than the default pause between two looks at an object. */
    static final Duration UNUSED = Duration.ofMinutes(90);

    private final AzureSettings settings;
    private final InstantSource steady;
    private final InstantSource clock;
    private final HttpClient http;
    private final Proofs proofs;
    private final Credentials credentials;
    private final Throttle throttle;
    private final ArmMetrics metrics;
    private final BooleanSupplier mayWrite;
    private final Map<AzureIdentity, Used> clients = new HashMap<>();
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
        this.http = Trust.httpClient(settings.caFile(), settings.proxy());
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
    public synchronized ArmClient of(AzureIdentity identity) {
        var now = steady.instant();
        sweep(now);
        var used = clients.get(identity);
        var client = used == null ? make(identity) : used.client();
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
