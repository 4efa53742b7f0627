package dev.dragoman.azure.check;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.Proof;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the client secrets and certificates for which a credential's Secret names a Key Vault. They
 * are read as the operator's identity. So only vaults that the administrator lists for the
 * namespace are read: otherwise anybody who writes a Secret could use every client secret that the
 * operator can read. Thread-safe.
 */
final class CredentialVault {
    /** How long a value is used without reading it again. Each reconciliation needs the value. */
    static final Duration FRESH = Duration.ofMinutes(1);

    /** How long nothing is read again after a read without a value: each may take a minute. */
    static final Duration SILENT = Duration.ofSeconds(15);

    /** How long a thread usually waits for another thread's read. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How long the last value is used while the vault's name is not found. */
    static final Duration OUTAGE = Duration.ofHours(1);

    /** Maximum number of entries that are remembered. The least recently used one is dropped. */
    private static final int MOST = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(CredentialVault.class);

    private final VaultSettings settings;
    private final Supplier<Optional<ArmClient>> operator;
    private final VaultReader reader;
    private final InstantSource steady;
    private final Duration patience;
    private final Map<String, Known> known = new RecentMap<>(MOST);

    /** The reads that run now, by entry. */
    private final Map<String, CountDownLatch> reading = new HashMap<>();

    /** Why a vault gave no answer, by its host. */
    private final Map<String, Known> silent = new RecentMap<>(MOST);

    /**
     * What is known of an entry.
     *
     * @param value the last value; empty if there is none
     * @param problem why the last read gave no value
     * @param passing whether the problem passes by itself, and says nothing about the entry
     * @param until time until which nothing is read again
     * @param told time when the vault told the value
     */
    private record Known(
            Optional<String> value,
            Optional<Problem> problem,
            boolean passing,
            Instant until,
            Instant told) {
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
        private final boolean passing;

        private Unresolved(Problem problem, boolean passing) {
            super(problem.message(), null, false, false);
            this.problem = problem;
            this.passing = passing;
        }

        Problem problem() {
            return problem;
        }

        /** Whether the problem passes by itself, and says nothing about the entry. */
        boolean passing() {
            return passing;
        }
    }

    /**
     * @param operator sends as the operator's identity; throws {@link IllegalArgumentException}
     *     while the operator has no credential; empty if nothing is ever sent to Azure
     * @param steady clock that never goes back
     * @param patience how long a thread waits for another thread's read
     */
    CredentialVault(
            VaultSettings settings,
            Supplier<Optional<ArmClient>> operator,
            VaultReader reader,
            InstantSource steady,
            Duration patience) {
        this.patience = patience;
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
                    Problem.slow(
                            ObjectCredential.MISSING,
                            "%s, key %s: %s".formatted(place, key, unfit.getMessage())),
                    false);
        } catch (Unresolved why) {
            var problem = why.problem();
            throw new Unresolved(
                    new Problem(
                            why.passing() || problem.reason().equals(VaultReader.NOT_READ)
                                    ? problem.reason()
                                    : ObjectCredential.MISSING,
                            problem.severity(),
                            "%s, key %s: %s".formatted(place, key, problem.message()),
                            problem.retry(),
                            problem.notBefore(),
                            problem.quoted()),
                    why.passing());
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
        var now = claim(id, vault).orElseGet(() -> read(client.get(), vault, source, id));
        return now.value()
                .orElseThrow(() -> new Unresolved(now.problem().orElseThrow(), now.passing()));
    }

    /** Where nothing is sent, any client secret will do. A certificate would be opened. */
    private static String unsent(String written, String key) {
        if (key.equals(AzureIdentity.CLIENT_SECRET)) {
            return written;
        }
        throw new Unresolved(
                Problem.waiting(
                        VaultReader.NOT_READ,
                        "a certificate in a Key Vault is not read without a credential of the operator"),
                false);
    }

    /**
     * What is known of the entry. Empty if this thread is to read it: then no other thread does
     * until {@link #store}. Waits a moment for another thread's read if there is no value yet, so
     * that Ready objects stay Ready after a start.
     */
    private Optional<Known> claim(String id, VaultAddress vault) {
        running(id).ifPresent(this::await);
        return now(id, vault);
    }

    private synchronized Optional<CountDownLatch> running(String id) {
        boolean value = Optional.ofNullable(known.get(id)).flatMap(Known::value).isPresent();
        return Optional.ofNullable(reading.get(id)).filter(any -> !value);
    }

    private void await(CountDownLatch read) {
        try {
            var _ = read.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<Known> now(String id, VaultAddress vault) {
        var now = steady.instant();
        var last = Optional.ofNullable(known.get(id));
        if (last.filter(each -> each.until().isAfter(now)).isPresent()) {
            return last;
        }
        var silence =
                Optional.ofNullable(silent.get(vault.host()))
                        .filter(each -> each.until().isAfter(now));
        if (silence.isEmpty() && reading.putIfAbsent(id, new CountDownLatch(1)) == null) {
            return Optional.empty();
        }
        var why =
                silence.flatMap(Known::problem)
                        .orElseGet(
                                () ->
                                        Problem.waiting(
                                                ObjectCredential.MISSING,
                                                "entry %s is being read for another object"
                                                        .formatted(id)));
        return Optional.of(
                new Known(
                        last.flatMap(Known::value),
                        Optional.of(why),
                        silence.map(Known::passing).orElse(true),
                        now,
                        Instant.MIN));
    }

    private Known read(ArmClient client, VaultAddress vault, VaultSource source, String id) {
        var done = false;
        try {
            var now = store(id, vault, source, reader.read(client, vault, source));
            done = true;
            return now;
        } finally {
            if (!done) {
                release(id);
            }
        }
    }

    private synchronized void release(String id) {
        Optional.ofNullable(reading.remove(id)).ifPresent(CountDownLatch::countDown);
    }

    private synchronized Known store(String id, VaultAddress vault, VaultSource source, Read read) {
        release(id);
        var now = steady.instant();
        var last = Optional.ofNullable(known.get(id));
        var value = read.value().filter(each -> !each.isBlank());
        if (value.isPresent()) {
            silent.remove(vault.host());
            return keep(id, new Known(value, Optional.empty(), false, now.plus(FRESH), now));
        }
        var problem = read.problem().orElseGet(() -> empty(vault, source));
        var kept = read.unread().flatMap(answer -> kept(answer, last, now));
        var found =
                new Known(
                        kept,
                        Optional.of(problem),
                        read.unread().filter(AzureDecision::passes).isPresent(),
                        now.plus(SILENT),
                        last.map(Known::told).orElse(Instant.MIN));
        if (read.unread().filter(CredentialVault::isSilent).isPresent()) {
            silent.put(vault.host(), found);
        }
        if (kept.isPresent() && last.filter(each -> each.problem().isEmpty()).isPresent()) {
            LOG.warn("{} is used with its last value: {}", id, problem.message());
        }
        return keep(id, found);
    }

    private Known keep(String id, Known found) {
        known.put(id, found);
        return found;
    }

    private static Problem empty(VaultAddress vault, VaultSource source) {
        return Problem.waiting(
                "KeyVaultValueUnfit",
                "the value of %s in Key Vault %s is empty; write it"
                        .formatted(source.name(), vault));
    }

    /** Whether the vault, or Entra before it, did not say what the entry is. */
    private static boolean isSilent(Answer answer) {
        return AzureDecision.saysNothing(answer)
                || answer.error()
                        .filter(each -> each.code().equals(Answer.AUTHENTICATION))
                        .isPresent();
    }

    /** The last value, if the answer does not say that there is none. */
    private static Optional<String> kept(Answer answer, Optional<Known> last, Instant now) {
        return last.filter(any -> isSilent(answer))
                .filter(each -> !answer.noVault() || each.told().plus(OUTAGE).isAfter(now))
                .flatMap(Known::value);
    }
}
