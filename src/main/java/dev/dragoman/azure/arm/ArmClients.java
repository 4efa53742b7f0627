package dev.dragoman.azure.arm;

import com.azure.core.http.HttpClient;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.Trust;
import dev.dragoman.reconcile.SteadyClock;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * One client, and so one token cache, per identity. Thread-safe. Clients of identities that are no
 * longer used fall out after {@value #MAX} others.
 */
public final class ArmClients {
    static final int MAX = 256;

    private final AzureSettings settings;
    private final InstantSource clock;
    private final HttpClient http;
    private final Throttle throttle;
    private final ArmMetrics metrics;
    private final BooleanSupplier mayWrite;
    private final Map<AzureIdentity, ArmClient> clients =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<AzureIdentity, ArmClient> eldest) {
                    return size() > MAX;
                }
            };

    /**
     * @param mayWrite asked before each request that changes something
     */
    public ArmClients(
            AzureSettings settings,
            InstantSource clock,
            ArmMetrics metrics,
            BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
        this.metrics = metrics;
        this.settings = settings;
        this.clock = clock;
        this.http = Trust.httpClient(settings.caFile());
        this.throttle = new Throttle(SteadyClock.from(clock));
    }

    /**
     * The client of an identity.
     *
     * @throws IllegalArgumentException when tenant or client id are malformed
     */
    public synchronized ArmClient of(AzureIdentity identity) {
        return clients.computeIfAbsent(
                identity,
                i ->
                        new ArmClient(
                                settings,
                                http,
                                new Credentials(settings, http).create(i),
                                throttle,
                                i.subscriptionId() + " " + i.tenantId() + " " + i.clientId(),
                                clock,
                                metrics,
                                mayWrite));
    }
}
