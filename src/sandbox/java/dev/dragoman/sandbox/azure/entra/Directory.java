package dev.dragoman.sandbox.azure.entra;

import com.nimbusds.jose.jwk.JWKSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The applications of the tenant, and the issuers whose tokens can be verified. Thread-safe. */
public final class Directory {
    private final Map<String, Client> clients = new ConcurrentHashMap<>();
    private final Map<String, Supplier<JWKSet>> issuers = new ConcurrentHashMap<>();
    private final Set<String> further = ConcurrentHashMap.newKeySet();
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();
    private final String tenant;

    public Directory(String tenant, List<Client> known) {
        this.tenant = tenant;
        known.forEach(this::add);
    }

    public String tenant() {
        return tenant;
    }

    /** Adds a further tenant, with the applications of the first one. */
    public void tenant(String id) {
        further.add(id);
    }

    boolean knows(String id) {
        return tenant.equals(id) || further.contains(id);
    }

    public void add(Client client) {
        clients.put(client.clientId(), client);
        if (client instanceof Client.Secret s) {
            secrets.add(s.secret());
        }
        if (client instanceof Client.Federated f) {
            issuers.put(f.issuer(), f.keys());
        }
    }

    public void remove(String clientId) {
        clients.remove(clientId);
    }

    public void changeSecret(String clientId, String secret) {
        secrets.add(secret);
        clients.computeIfPresent(
                clientId, (id, client) -> new Client.Secret(id, secret, client.scopes()));
    }

    /** Every secret that an application has or had. */
    public Set<String> secrets() {
        return Set.copyOf(secrets);
    }

    public Optional<Client> find(String clientId) {
        return Optional.ofNullable(clients.get(clientId));
    }

    Optional<JWKSet> keysOf(String issuer) {
        return Optional.ofNullable(issuers.get(issuer)).map(Supplier::get);
    }

    public void trust(String issuer, Supplier<JWKSet> keys) {
        issuers.put(issuer, keys);
    }

    /**
     * The object id of an application's service principal. It is derived from the client id, so
     * that it is stable without being stored.
     */
    public static String objectId(String clientId) {
        return UUID.nameUUIDFromBytes(("oid:" + clientId).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
