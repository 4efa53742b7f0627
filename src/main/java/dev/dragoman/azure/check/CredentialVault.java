package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReader.Read;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the client secrets and certificates for which a credential's Secret names a Key Vault. They
 * are read as the operator's identity. So only vaults that the administrator lists for the
 * namespace are read: otherwise anybody who writes a Secret could use every client secret that the
 * operator can read. Thread-safe.
 */
final class CredentialVault {
    /** How long a value is used without reading it again. Each reconciliation needs the value. */
    static final Duration FRESH = Duration.ofMinutes(1);

    /** Maximum number of values that are kept. The least recently used one is dropped. */
    private static final int MOST = 1_000;

    private final VaultSettings settings;
    private final Supplier<Optional<ArmClient>> operator;
    private final VaultReader reader;
    private final InstantSource steady;
    private final Map<String, Kept> kept = new RecentMap<>(MOST);

    private record Kept(String value, Instant read) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Kept[%s]".formatted(read);
        }
    }

    /**
     * @param operator sends as the operator's identity; throws {@link IllegalArgumentException}
     *     while the operator has no credential; empty if nothing is ever sent to Azure
     * @param steady clock that never goes back
     */
    CredentialVault(
            VaultSettings settings,
            Supplier<Optional<ArmClient>> operator,
            VaultReader reader,
            InstantSource steady) {
        this.settings = settings;
        this.operator = operator;
        this.reader = reader;
        this.steady = steady;
    }

    /**
     * The values of a credential's Secret. Each name of a Key Vault entry is replaced by the value
     * of that entry.
     *
     * @param place the credential's Secret, for messages
     * @throws IllegalArgumentException when a value cannot be read; the message says what to do
     */
    Map<String, String> resolved(Map<String, String> values, String namespace, String place) {
        var out = new HashMap<>(values);
        for (var key : AzureIdentity.SECRETS) {
            var written = values.getOrDefault(key, "").strip();
            if (VaultSource.named(written)) {
                try {
                    out.put(key, value(written, namespace));
                } catch (IllegalArgumentException unfit) {
                    throw new IllegalArgumentException(
                            "%s, key %s: %s".formatted(place, key, unfit.getMessage()), unfit);
                }
            }
        }
        return out;
    }

    private String value(String written, String namespace) {
        var client =
                operator.get()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "Key Vaults are not read, because this command sends nothing to Azure"));
        var source = VaultSource.of(written);
        var vault =
                VaultAddress.of(
                        source.vault(), settings.suffixes(client.identity().cloud().vaultSuffix()));
        if (!settings.lists(namespace, vault)) {
            throw new IllegalArgumentException(
                    "credentials of namespace %s may not be read from %s; list the vault for the namespace in the operator's setting %s"
                            .formatted(namespace, vault, VaultSettings.LISTED));
        }
        var id = vault.id(source.name()) + "/" + source.version();
        return fresh(id).orElseGet(() -> read(client, vault, source, id));
    }

    private synchronized Optional<String> fresh(String id) {
        return Optional.ofNullable(kept.get(id))
                .filter(each -> each.read().plus(FRESH).isAfter(steady.instant()))
                .map(Kept::value);
    }

    private String read(ArmClient client, VaultAddress vault, VaultSource source, String id) {
        var read = reader.read(client, vault, source);
        if (read.unread()
                .filter(AzureDecision::saysNothing)
                .filter(each -> !each.noVault())
                .isPresent()) {
            // while the vault does not answer, the last value is used
            return last(id).orElseThrow(() -> failed(read));
        }
        var value = read.assumed() ? Optional.of("assumed") : read.value();
        keep(id, value);
        return value.orElseThrow(() -> failed(read));
    }

    private synchronized Optional<String> last(String id) {
        return Optional.ofNullable(kept.get(id)).map(Kept::value);
    }

    private synchronized void keep(String id, Optional<String> value) {
        kept.remove(id);
        value.ifPresent(each -> kept.put(id, new Kept(each, steady.instant())));
    }

    private static IllegalArgumentException failed(Read read) {
        return new IllegalArgumentException(
                read.problem().map(Problem::message).orElse("the value cannot be read"));
    }
}
