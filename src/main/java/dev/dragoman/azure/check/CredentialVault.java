package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.azure.vault.VaultReader;
import dev.dragoman.azure.vault.VaultReader.Read;
import dev.dragoman.azure.vault.VaultSource;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
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

    /** How long a vault that did not answer is not asked again: each try may take a minute. */
    static final Duration SILENT = Duration.ofSeconds(15);

    /** Maximum number of entries that are remembered. The least recently used one is dropped. */
    private static final int MOST = 1_000;

    private static final int FORBIDDEN = 403;

    private final VaultSettings settings;
    private final Supplier<Optional<ArmClient>> operator;
    private final VaultReader reader;
    private final InstantSource steady;
    private final Map<String, Known> known = new RecentMap<>(MOST);

    /**
     * What is known of an entry.
     *
     * @param value the last value; empty if there is none
     * @param problem why the last read gave no value
     * @param until time until which nothing is read again
     */
    private record Known(Optional<String> value, Optional<Problem> problem, Instant until) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Known[%s]".formatted(until);
        }
    }

    /** Says why a credential has no value. */
    static final class Unresolved extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Problem problem;

        private Unresolved(Problem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }

        Problem problem() {
            return problem;
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
     * The values of a credential, with those of Key Vaults in the place of their names. Only the
     * values of the chosen proof are read.
     *
     * @param written the identity as the Secret has it
     * @param place the credential's Secret, for messages
     * @throws Unresolved when a value cannot be had
     */
    Map<String, String> resolved(
            Map<String, String> values, AzureIdentity written, String namespace, String place) {
        var keys =
                switch (written.proof()) {
                    case Proof.ClientSecret _ -> List.of(AzureIdentity.CLIENT_SECRET);
                    case Proof.ClientCertificate _ ->
                            List.of(AzureIdentity.CERTIFICATE, AzureIdentity.PASSWORD);
                    default -> List.<String>of();
                };
        var out = new HashMap<>(values);
        for (var key : keys) {
            var text = values.getOrDefault(key, "").strip();
            if (VaultSource.named(text)) {
                out.put(key, value(text, key, namespace, place));
            }
        }
        return out;
    }

    private String value(String written, String key, String namespace, String place) {
        try {
            return value(written, key, namespace);
        } catch (IllegalArgumentException unfit) {
            throw new Unresolved(
                    new Problem(
                            ObjectCredential.MISSING,
                            Severity.WARNING,
                            "%s, key %s: %s".formatted(place, key, unfit.getMessage()),
                            Problem.Retry.SLOW,
                            Optional.empty()));
        } catch (Unresolved why) {
            var problem = why.problem();
            throw new Unresolved(
                    new Problem(
                            problem.reason().equals(VaultReader.NOT_READ)
                                    ? problem.reason()
                                    : ObjectCredential.MISSING,
                            problem.severity(),
                            "%s, key %s: %s".formatted(place, key, problem.message()),
                            problem.retry(),
                            problem.notBefore(),
                            problem.quoted()));
        }
    }

    private String value(String written, String key, String namespace) {
        var source = VaultSource.of(written);
        var client = operator.get();
        if (client.isEmpty()) {
            return unsent(written, key);
        }
        var vault =
                VaultAddress.of(
                        source.vault(),
                        settings.suffixes(client.get().identity().cloud().vaultSuffix()));
        if (!settings.lists(namespace, vault)) {
            throw new IllegalArgumentException(
                    "credentials of namespace %s may not be read from %s; list the vault for the namespace in the operator's setting %s"
                            .formatted(namespace, vault, VaultSettings.LISTED));
        }
        var id = vault.id(source.name()) + "/" + source.version();
        var now = fresh(id).orElseGet(() -> read(client.get(), vault, source, id));
        return now.value().orElseThrow(() -> new Unresolved(now.problem().orElseThrow()));
    }

    /** Where nothing is sent, any client secret will do. A certificate would be opened. */
    private static String unsent(String written, String key) {
        if (key.equals(AzureIdentity.CLIENT_SECRET)) {
            return written;
        }
        throw new Unresolved(
                Problem.waiting(
                        VaultReader.NOT_READ,
                        "a certificate in a Key Vault is not read without a credential of the operator"));
    }

    private synchronized Optional<Known> fresh(String id) {
        return Optional.ofNullable(known.get(id))
                .filter(each -> each.until().isAfter(steady.instant()));
    }

    private Known read(ArmClient client, VaultAddress vault, VaultSource source, String id) {
        var before = begin(id);
        var read = reader.read(client, vault, source);
        var blank = read.value().filter(each -> each.isBlank() && !read.assumed()).isPresent();
        var value =
                read.assumed()
                        ? Optional.of("assumed")
                        : read.value().filter(any -> !blank).or(() -> last(read, before));
        var problem =
                blank
                        ? Optional.of(
                                Problem.waiting(
                                        "KeyVaultValueUnfit",
                                        "the value of %s in Key Vault %s is empty; write it"
                                                .formatted(source.name(), vault)))
                        : read.problem();
        var now =
                new Known(
                        value,
                        problem,
                        steady.instant().plus(problem.isPresent() ? SILENT : FRESH));
        synchronized (this) {
            known.put(id, now);
        }
        return now;
    }

    /** While one thread reads, the others use the last value, if there is one. */
    private synchronized Optional<Known> begin(String id) {
        var before = Optional.ofNullable(known.get(id));
        before.filter(each -> each.value().isPresent())
                .ifPresent(
                        each ->
                                known.put(
                                        id,
                                        new Known(
                                                each.value(),
                                                each.problem(),
                                                steady.instant().plus(SILENT))));
        return before;
    }

    /**
     * The last value, if the answer does not say that there is none. A vault that refuses the
     * operator, or has no such entry, does say so.
     */
    private static Optional<String> last(Read read, Optional<Known> before) {
        boolean silent = read.unread().map(Answer::status).filter(s -> s != FORBIDDEN).isPresent();
        return silent ? before.flatMap(Known::value) : Optional.empty();
    }
}
