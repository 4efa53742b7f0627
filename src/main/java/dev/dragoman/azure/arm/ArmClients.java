package dev.dragoman.azure.arm;

import com.azure.core.credential.TokenCredential;
import dev.dragoman.azure.identity.AzureHttp;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.GuardedClient;
import dev.dragoman.azure.identity.Proofs;
import dev.dragoman.kube.object.RecentMap;
import dev.dragoman.reconcile.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One client, and so one token cache, per identity. Thread-safe. A client that was not used for
 * {@link #UNUSED} is dropped: its token has expired by then, or will soon.
 */
public final class ArmClients {
    /**
     * How long an unused client is kept: longer than a token is valid, and longer than the default
     * sync period.
     */
    static final Duration UNUSED = Duration.ofMinutes(90);

    /**
     * Maximum number of clients that are kept. If there are more, the least recently used client is
     * dropped; making it again costs a request for a token.
     */
    static final int MOST = 2_000;

    private final AzureSettings settings;
    private final InstantSource steady;
    private final InstantSource clock;
    private final GuardedClient http;
    private final Proofs proofs;
    private final Credentials credentials;
    private final Throttle throttle;
    private final ArmMetrics metrics;
    private final BooleanSupplier mayWrite;

    /**
     * The most recently used clients, by identity. Their number is limited, because a user may
     * write another credential each second.
     */
    private final Map<AzureIdentity, Used> clients = new RecentMap<>(MOST);

    private Instant swept;

    private record Used(ArmClient client, Instant last) {}

    /**
     * @param proofs tokens and files that prove identities in this process
     * @param mayWrite whether this replica may write; evaluated before each request other than GET
     *     and HEAD
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
     * @param steady clock that never goes back, for durations such as how long a client was not
     *     used
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
        this.http =
                proofs.outside()
                        .map(each -> AzureHttp.answeredBy(each, steady))
                        .orElseGet(
                                () ->
                                        AzureHttp.client(
                                                settings.caFile(), settings.proxy(), steady));
        this.proofs = proofs;
        this.credentials = new Credentials(settings, http, proofs, steady);
        this.throttle = new Throttle(steady);
    }

    /**
     * Returns the identity, with the content of its file if a file proves the identity.
     *
     * @throws IllegalArgumentException when the file is missing, not allowed or invalid
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
        // the client is made without the lock, because opening a certificate takes a while, and
        // other identities must not wait
        return known(identity, now).orElseGet(() -> kept(identity, make(identity), now));
    }

    /**
     * A new credential of an identity, for another service than ARM; it keeps tokens of its own.
     *
     * @throws IllegalArgumentException when tenant, client id or certificate are malformed
     */
    public TokenCredential credential(AzureIdentity identity) {
        return credentials.create(identity);
    }

    private synchronized Optional<ArmClient> known(AzureIdentity identity, Instant now) {
        sweep(now);
        return Optional.ofNullable(clients.get(identity))
                .map(each -> kept(identity, each.client(), now));
    }

    /**
     * Keeps the client and returns it. If another thread has kept a client of the identity first,
     * that client is returned.
     */
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

    /** How many clients are kept. */
    synchronized int size() {
        return clients.size();
    }
}
