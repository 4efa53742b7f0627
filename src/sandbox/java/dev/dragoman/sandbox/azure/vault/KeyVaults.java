package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The secrets, rights, limits and delays of all vaults. The secrets of a deleted vault are kept
 * until the vault is purged. Thread-safe.
 */
public final class KeyVaults {
    private static final Pattern HOST =
            Pattern.compile("(?i)([a-z0-9-]+)\\.vault\\.azure\\.net(?::\\d+)?");

    private final Map<String, Secrets> byVault = new ConcurrentHashMap<>();
    private final Map<String, VaultTokens.Accepted> accepted = new ConcurrentHashMap<>();
    private final Vaults arm;
    private final VaultRights rights;
    private final VaultLimits limits = new VaultLimits();
    private final VaultApi api;
    private final Clock clock;
    private volatile Delays delays = Delays.USUAL;

    public KeyVaults(Vaults arm, Tokens tokens, Faults faults, Clock clock) {
        this.arm = arm;
        this.clock = clock;
        rights = new VaultRights(arm, tokens.issuer());
        api = new VaultApi(this, new VaultTokens(tokens), faults, clock);
    }

    /** The name of the vault in a host with or without a port; empty for another host. */
    public static Optional<String> name(String host) {
        var match = HOST.matcher(host);
        return match.matches() ? Optional.of(match.group(1)) : Optional.empty();
    }

    /** Whether there is a vault of this name. */
    public boolean exists(String name) {
        return arm.find(name).isPresent();
    }

    /**
     * The call with the host before its path, {@code /NAME.vault.azure.net/secrets/x}. Patterns of
     * faults are searched in this path.
     */
    public Call named(Call call) {
        var name = name(call.header("Host").orElse("")).orElse("").toLowerCase(Locale.ROOT);
        return new Call(
                call.method(),
                call.uri(),
                "/" + name + ".vault.azure.net" + call.path(),
                call.query(),
                call.headers(),
                call.body());
    }

    /**
     * A copy of a body with {@code ***} as the value of the secret. A body of a list is returned as
     * it is.
     *
     * @param body null for none
     */
    public static JsonNode withoutValue(JsonNode body) {
        if (body == null || !body.path("value").isTextual()) {
            return body;
        }
        ObjectNode copy = body.deepCopy();
        return copy.put("value", "***");
    }

    /**
     * Answers a request to a vault.
     *
     * @param authority the URL of the tenant at Entra, for the challenge
     */
    public Answer answer(Call call, String authority) {
        return api.answer(call, authority);
    }

    /** Lets a vault accept only tokens of that tenant for that resource. */
    public void accept(String vault, String tenant, String resource) {
        accepted.put(key(vault), new VaultTokens.Accepted(tenant, resource));
    }

    /**
     * The tokens that a vault accepts.
     *
     * @param tenant the tenant if no other was set
     */
    VaultTokens.Accepted accepted(Vault vault, String tenant) {
        return accepted.getOrDefault(
                key(vault.name()), new VaultTokens.Accepted(tenant, Tokens.VAULT_AUDIENCE));
    }

    /** Forgets the secrets of a purged vault. */
    public void purged(String name) {
        byVault.remove(key(name));
    }

    /** Sets how long vaults work on deletions and recoveries, also on those under way. */
    public void delays(Duration deletion, Duration recovery) {
        delays = new Delays(deletion, recovery);
    }

    /** Gives an application rights to the secrets of all vaults; see {@link VaultRights#grant}. */
    public void grant(String clientId, String... permissions) {
        rights.grant(clientId, permissions);
    }

    /** Turns off the limits of vaults. */
    public void unlimited() {
        limits.unlimited();
    }

    /** Turns the limits of vaults on again. */
    public void limited() {
        limits.limited();
    }

    /**
     * After this call each vault refuses all requests for ten seconds, from its next request on.
     */
    public void exhaust() {
        limits.exhaust();
    }

    /**
     * The secrets of a vault, with their values.
     *
     * @throws IllegalArgumentException when there is no vault of this name
     */
    public VaultView view(String name) {
        var vault =
                arm.find(name)
                        .orElseThrow(
                                () -> new IllegalArgumentException("there is no vault " + name));
        return new VaultView(vault.name(), secrets(vault).view());
    }

    Optional<Vault> find(String name) {
        return arm.find(name);
    }

    Secrets secrets(Vault vault) {
        var secrets =
                byVault.computeIfAbsent(
                        key(vault.name()), any -> new Secrets(clock, () -> delays));
        secrets.expire(vault.retention());
        return secrets;
    }

    VaultRights rights() {
        return rights;
    }

    VaultLimits limits() {
        return limits;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
