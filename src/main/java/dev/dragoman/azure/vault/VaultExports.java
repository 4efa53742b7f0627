package dev.dragoman.azure.vault;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.StoredEntries;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the values that an object exports to Key Vaults, and deletes its entries there. One entry
 * after the other: a problem of one does not keep the others from being written. Thread-safe.
 */
public final class VaultExports {
    /** Condition reason: what an object asks about a Key Vault is impossible. */
    public static final String INVALID = "InvalidKeyVault";

    private static final String EXPORT =
            "name the entries by the annotation " + AsoNames.KEY_VAULT_ENTRY;
    private static final String STEP = "give the entry another name in the step";

    private static final Logger LOG = LoggerFactory.getLogger(VaultExports.class);

    /** An entry that is not shown for so long is gone. Recoveries take a second or a few. */
    static final Duration RECOVERY = Duration.ofSeconds(20);

    /**
     * A vault at whose address nobody answers for so long is gone. It is longer than the restart of
     * a name server takes.
     */
    static final Duration OUTAGE = Duration.ofSeconds(30);

    private final VaultPauses pauses;
    private final VaultAbsences absences;
    private final VaultAbsences unanswered;

    /**
     * @param steady clock that never goes back
     * @param pauses pauses that vaults have asked for
     */
    public VaultExports(InstantSource steady, VaultPauses pauses) {
        this.pauses = pauses;
        this.absences = new VaultAbsences(steady, RECOVERY);
        this.unanswered = new VaultAbsences(steady, OUTAGE);
    }

    /**
     * Who asks, and under which identity.
     *
     * @param client sends as the object's identity
     * @param owner the object
     * @param suffixes DNS suffixes of vaults that may get tokens of the identity
     */
    public record Asker(ArmClient client, VaultOwner owner, List<String> suffixes) {}

    /**
     * Writes the entries that are asked for, and deletes those that are not asked for any more.
     *
     * @param choice what is asked; empty for nothing
     * @param secrets Secrets with the values
     * @param has the entries that the object has or may have
     * @param keeps whether entries that are not asked for any more stay
     */
    public StoreResult store(
            Asker asker,
            Optional<VaultChoice> choice,
            List<Map<String, Object>> secrets,
            StoredEntries has,
            boolean keeps) {
        List<VaultEntry> entries;
        try {
            entries =
                    choice.map(each -> VaultEntries.of(secrets, each, asker.owner()))
                            .orElse(List.of());
        } catch (IllegalArgumentException impossible) {
            return new StoreResult(
                    has.entries(), Optional.of(Problem.error(INVALID, impossible.getMessage())));
        }
        var work = new Work(asker, has.entries());
        choice.ifPresent(
                each ->
                        entries.forEach(
                                entry ->
                                        work.write(
                                                each.vault(),
                                                entry,
                                                work.terms(each, entry))));
        // while a new entry is not written, the former one may be the only one with the value
        if (!keeps && work.problem.isEmpty()) {
            var gone = has.all();
            gone.removeAll(work.wanted);
            work.delete(gone, has);
        }
        return work.result();
    }

    /**
     * Deletes entries.
     *
     * @param has the entries that the object has or may have, each as {@code HOST/NAME}; those that
     *     do not exist or belong to another owner are left
     * @param asked entries that the object asks for now, of which nothing says that they were
     *     written
     */
    public StoreResult withdraw(Asker asker, StoredEntries has, Collection<String> asked) {
        var work = new Work(asker, has.entries());
        // what is known comes first: a vault that is silent is not asked again
        var all = has.all();
        all.addAll(asked);
        work.delete(all, has);
        return work.result();
    }

    /**
     * Writes one entry where it differs. An entry of another owner is left.
     *
     * @param takesOver whether an entry of the same object in another cluster is taken over
     * @return why it is not written; empty if it is as wanted now
     */
    public Optional<Problem> set(
            Asker asker, VaultAddress vault, VaultEntry entry, boolean takesOver) {
        var work = new Work(asker, List.of());
        work.write(vault, entry, new VaultDecision.Terms(takesOver, false, STEP));
        return work.problem;
    }

    /**
     * Deletes one entry of the owner. An entry that does not exist is no problem.
     *
     * @return why it is not deleted
     */
    public Optional<Problem> delete(Asker asker, VaultAddress vault, String name) {
        var client = new VaultClient(asker.client(), vault, pauses);
        var place = client.place(VaultNames.checked(name));
        var found = client.look(name);
        return switch (VaultDecision.unwanted(asker.owner(), found, place)) {
            case VaultDecision.Next.Delete _ ->
                    client.delete(name)
                            .map(
                                    answer ->
                                            Problem.passing(
                                                    answer, "delete " + place, Optional.empty()));
            case VaultDecision.Next.Refuse(var why) -> Optional.of(why);
            default ->
                    found instanceof Found.Absent
                            ? Optional.empty()
                            : Optional.of(
                                    Problem.error(
                                            "KeyVaultEntryTaken",
                                            "%s is disabled, or not this object's, so it is not deleted; delete it in the vault"
                                                    .formatted(place)));
        };
    }

    /** The work for one object. */
    private final class Work {
        private final Asker asker;
        private final Set<String> has;
        private final Set<String> recorded;
        private final Set<String> wanted = new TreeSet<>();
        private Optional<Problem> problem = Optional.empty();
        private Optional<Answer> unread = Optional.empty();
        private boolean waits;

        /**
         * Vaults that gave no answer in this step. They are not asked again: each try takes long.
         */
        private final Set<VaultAddress> silent = new HashSet<>();

        Work(Asker asker, Collection<String> recorded) {
            this.asker = asker;
            this.has = new TreeSet<>(recorded);
            this.recorded = Set.copyOf(recorded);
        }

        StoreResult result() {
            return new StoreResult(List.copyOf(has), problem, unread, waits);
        }

        VaultDecision.Terms terms(VaultChoice choice, VaultEntry entry) {
            return new VaultDecision.Terms(
                    choice.takesOver(),
                    recorded.contains(choice.vault().id(entry.name())),
                    EXPORT);
        }

        void write(VaultAddress vault, VaultEntry entry, VaultDecision.Terms terms) {
            var client = client(vault);
            var id = vault.id(entry.name());
            wanted.add(id);
            if (silent.contains(vault)) {
                return;
            }
            var place = client.place(entry.name());
            var next = VaultDecision.wanted(entry, asker.owner(), terms, client.get(entry), place);
            switch (next) {
                case VaultDecision.Next.Nothing _ -> has.add(id);
                case VaultDecision.Next.Refuse(var why) -> refused(why);
                case VaultDecision.Next.Unread(var why, var answer) -> {
                    unread = problem.isEmpty() ? Optional.of(answer) : unread;
                    heard(vault, answer);
                    refused(why);
                }
                case VaultDecision.Next.Write _ ->
                        client.set(entry)
                                .ifPresentOrElse(
                                        answer -> notWritten(client, vault, entry, terms, answer),
                                        () -> {
                                            has.add(id);
                                            LOG.info("wrote {}", place);
                                        });
                default -> throw new IllegalStateException(place + ": " + next);
            }
        }

        private void notWritten(
                VaultClient client,
                VaultAddress vault,
                VaultEntry entry,
                VaultDecision.Terms terms,
                Answer answer) {
            var id = vault.id(entry.name());
            var place = client.place(entry.name());
            if (answer.lost() || answer.status() >= 500) {
                // it may have been carried out: the entry must not be forgotten
                has.add(id);
            }
            heard(vault, answer);
            if (answer.status() != 409) {
                refused(Problem.passing(answer, "write " + place, Optional.empty()));
                return;
            }
            var next =
                    VaultDecision.deleted(
                            asker.owner(), terms, client.deleted(entry.name()), place);
            switch (next) {
                case VaultDecision.Next.Refuse(var why) -> refused(why);
                case VaultDecision.Next.Recover _ -> {
                    LOG.info("recovering {}", place);
                    has.add(id);
                    refused(
                            client.recover(entry.name())
                                    .map(
                                            failed ->
                                                    Problem.passing(
                                                            failed,
                                                            "recover " + place,
                                                            Optional.empty()))
                                    .orElseGet(() -> VaultDecision.recovering(place)));
                }
                default -> throw new IllegalStateException(place + ": " + next);
            }
        }

        private void heard(VaultAddress vault, Answer answer) {
            if (answer.status() == 0) {
                silent.add(vault);
            }
        }

        void delete(Collection<String> entries, StoredEntries stored) {
            for (var id : entries) {
                int slash = id.indexOf('/');
                try {
                    var vault =
                            VaultAddress.of(
                                    "https://" + id.substring(0, Math.max(slash, 0)),
                                    asker.suffixes());
                    if (!silent.contains(vault)) {
                        delete(vault, id, stored);
                    }
                } catch (IllegalArgumentException unfit) {
                    // written when the suffix was allowed: no token is sent there any more
                    LOG.warn("{} is left in its Key Vault: {}", id, unfit.getMessage());
                    has.remove(id);
                }
            }
        }

        private void delete(VaultAddress vault, String id, StoredEntries stored) {
            var client = client(vault);
            var name = id.substring(id.indexOf('/') + 1);
            var place = client.place(name);
            var found = look(client, vault, name);
            if (!mayBeWritten(id, stored, found)) {
                return;
            }
            if (found instanceof Found.Absent && mayReturn(client, id, name)) {
                waits = true;
                refused(VaultDecision.missing(place));
                return;
            }
            absences.ended(id);
            switch (VaultDecision.unwanted(asker.owner(), found, place)) {
                case VaultDecision.Next.Delete _ ->
                        client.delete(name)
                                .ifPresentOrElse(
                                        answer ->
                                                refused(
                                                        Problem.passing(
                                                                answer,
                                                                "delete " + place,
                                                                Optional.empty())),
                                        () -> {
                                            has.remove(id);
                                            LOG.info("deleted {}", place);
                                        });
                case VaultDecision.Next.Refuse(var why) -> unanswered(vault, id, place, found, why);
                default -> {
                    if (!(found instanceof Found.Absent)) {
                        LOG.warn("{} is left: it is disabled, or not this object's", place);
                    }
                    has.remove(id);
                }
            }
        }

        private Found look(VaultClient client, VaultAddress vault, String name) {
            var found = client.look(name);
            if (found instanceof Found.Failed(var answer)) {
                heard(vault, answer);
            }
            if (!noVault(found)) {
                unanswered.ended(vault.host());
            }
            return found;
        }

        private void unanswered(
                VaultAddress vault, String id, String place, Found found, Problem why) {
            if (noVault(found) && !unanswered.mayEnd(vault.host())) {
                // the entry is gone with its vault, or can only be deleted by whoever finds it
                LOG.warn("{} is left: no Key Vault answers at its address", place);
                has.remove(id);
                return;
            }
            waits |= noVault(found);
            refused(why);
        }

        /**
         * Whether the object may have written the entry. It may have where the status names the
         * entry only as intended, and the vault does not say that it has none. A vault that is not
         * found was most likely never written to.
         */
        private static boolean mayBeWritten(String id, StoredEntries stored, Found found) {
            return found instanceof Found.Present
                    || stored.entries().contains(id)
                    || (stored.intended().contains(id) && undecided(found));
        }

        private static boolean undecided(Found found) {
            return found instanceof Found.Absent
                    || (found instanceof Found.Failed(var answer)
                            && AzureDecision.saysNothing(answer)
                            && !noVault(found));
        }

        private static boolean noVault(Found found) {
            return found instanceof Found.Failed(var answer) && answer.noVault();
        }

        /** Whether an entry that its vault does not show may be under way. */
        private boolean mayReturn(VaultClient client, String id, String name) {
            return !(client.deleted(name) instanceof Found.Present) && absences.mayEnd(id);
        }

        private VaultClient client(VaultAddress vault) {
            return new VaultClient(asker.client(), vault, pauses);
        }

        private void refused(Problem why) {
            if (problem.isEmpty()) {
                problem = Optional.of(why);
            }
        }
    }
}
