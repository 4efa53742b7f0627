package dev.dragoman.azure.vault;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.security.keyvault.secrets.SecretClient;
import com.azure.security.keyvault.secrets.SecretClientBuilder;
import com.azure.security.keyvault.secrets.models.KeyVaultSecret;
import com.azure.security.keyvault.secrets.models.SecretProperties;
import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.reconcile.OutcomeException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends single requests to one Key Vault as one identity, with Microsoft's client: no retry, no
 * polling, no waiting. Thread-safe.
 *
 * <p>Every failure is returned. Only an interruption is thrown, as an {@link OutcomeException}.
 */
final class VaultClient {
    /** The vault's own code for an entry that it does not have. */
    private static final String ABSENT = "SecretNotFound";

    /** Maximum number of characters of a value: a Key Vault takes 25 kB. */
    private static final int LONGEST = 25 * 1024;

    private final ArmClient identity;
    private final VaultAddress vault;
    private final SecretClient client;

    /** A vault counts the requests of all identities together. */
    private final String limit;

    /**
     * @param identity gives the identity, and says whether a request may be sent now
     */
    VaultClient(ArmClient identity, VaultAddress vault) {
        this.identity = identity;
        this.vault = vault;
        this.limit = "Key Vault " + vault;
        this.client =
                new SecretClientBuilder()
                        .vaultUrl(vault.url().toString())
                        .pipeline(identity.pipeline(vault.scope()))
                        .buildClient();
    }

    /** An entry of the vault, for messages. */
    String place(String name) {
        return "entry %s of Key Vault %s".formatted(name, vault);
    }

    /** Reads an entry, and compares its value with the wanted one. */
    Found get(VaultEntry wanted) {
        return read(
                wanted.name(),
                () -> {
                    var now = client.getSecret(wanted.name());
                    return present(now.getProperties(), same(now.getValue(), wanted.value()));
                });
    }

    /** Reads an entry without comparing its value. */
    Found look(String name) {
        return read(name, () -> present(client.getSecret(name).getProperties(), false));
    }

    /**
     * Reads a value.
     *
     * @param version version of the entry; empty for the latest
     * @param value gets the value, if the entry is present
     */
    Found fetch(String name, String version, Consumer<String> value) {
        return read(
                name,
                () -> {
                    var now = client.getSecret(name, version);
                    if (now.getValue() == null || now.getValue().length() > LONGEST) {
                        return new Found.Failed(
                                VaultError.odd(
                                        vault,
                                        "without a value, or with one of more than %d characters, which no Key Vault holds"
                                                .formatted(LONGEST)));
                    }
                    value.accept(now.getValue());
                    return present(now.getProperties(), false);
                });
    }

    /** Reads a deleted entry. */
    Found deleted(String name) {
        return read(name, () -> present(client.getDeletedSecret(name).getProperties(), false));
    }

    /**
     * Writes an entry with all its properties in one request. Returns a failure, or empty.
     *
     * @param written gets the entry as the vault has it now, if it was written
     */
    Optional<Answer> set(VaultEntry entry, Consumer<Found> written) {
        var properties =
                new SecretProperties()
                        .setContentType(entry.contentType())
                        .setTags(entry.tags())
                        .setNotBefore(entry.notBefore().map(VaultClient::time).orElse(null))
                        .setExpiresOn(entry.expires().map(VaultClient::time).orElse(null));
        return write(
                entry.name(),
                () -> {
                    var secret = new KeyVaultSecret(entry.name(), entry.value());
                    var now = client.setSecret(secret.setProperties(properties));
                    written.accept(present(now.getProperties(), true));
                });
    }

    /** Begins to recover a deleted entry. Returns a failure, or empty. */
    Optional<Answer> recover(String name) {
        return write(name, () -> client.beginRecoverDeletedSecret(name));
    }

    /** Begins to delete an entry. An entry that does not exist is no failure. */
    Optional<Answer> delete(String name) {
        return write(name, () -> client.beginDeleteSecret(name))
                .filter(answer -> !code(answer).equals(ABSENT));
    }

    private Found read(String name, Supplier<Found> request) {
        var held = held(true);
        if (held.isPresent()) {
            return new Found.Failed(held.get());
        }
        try {
            return request.get();
        } catch (RuntimeException e) {
            var failure = failure(name, e);
            return switch (code(failure)) {
                case ABSENT -> new Found.Absent();
                case "SecretDisabled" -> new Found.Disabled();
                default -> new Found.Failed(failure);
            };
        }
    }

    private static String code(Answer answer) {
        return answer.error().map(Answer.Failure::code).orElse("");
    }

    private Optional<Answer> write(String name, Runnable request) {
        var held = held(false);
        if (held.isPresent()) {
            return held;
        }
        try {
            request.run();
            Effects.made("write " + place(name));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(failure(name, e));
        }
    }

    private Optional<Answer> held(boolean reading) {
        return identity.withheld(reading).or(() -> identity.throttle().held(Set.of(limit)));
    }

    private Answer failure(String name, RuntimeException e) {
        if (e instanceof HttpResponseException refused && refused.getResponse() != null) {
            var headers = refused.getResponse().getHeaders();
            var wrong = VaultError.challenged(refused.getResponse(), vault, identity.identity());
            var answer =
                    VaultError.answer(
                            refused,
                            wrong,
                            identity.retryAfter(
                                    header -> headers.getValue(HttpHeaderName.fromString(header))));
            if (answer.throttled()) {
                identity.throttle().close(limit, answer.retryAfter(), code(answer));
            }
            if (answer.notFound() && !code(answer).equals(ABSENT)) {
                return VaultError.odd(
                        vault,
                        "404, and not as a Key Vault does; look at the proxy or firewall before it");
            }
            return wrong.isPresent()
                    ? answer
                    : identity.unlessRefused(
                            "Key Vault " + vault, vault.scope(), refused.getResponse(), answer);
        }
        return VaultError.unresolved(vault, e)
                .or(() -> VaultError.unreadable(vault, e))
                .orElseGet(() -> identity.failure(place(name), vault.host(), e));
    }

    private Found present(SecretProperties now, boolean sameValue) {
        if (now.getId() == null) {
            // a proxy's: it would look like an entry of nobody, which stays for ever
            return new Found.Failed(VaultError.odd(vault, "without an entry"));
        }
        return new Found.Present(
                now.getId(),
                now.getTags() == null ? Map.of() : Map.copyOf(now.getTags()),
                now.getContentType() == null ? "" : now.getContentType(),
                sameValue,
                instant(now.getNotBefore()),
                instant(now.getExpiresOn()));
    }

    private static Optional<Instant> instant(OffsetDateTime time) {
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static boolean same(String one, String other) {
        return one != null && MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }
}
