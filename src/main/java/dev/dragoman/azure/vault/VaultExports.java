package dev.dragoman.azure.vault;

import dev.dragoman.azure.arm.ArmClient;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.decision.StoreResult;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the values that an object exports to Key Vaults, and deletes its entries there. Entries
 * are written one after the other; a problem of one entry does not keep the others from being
 * written. Thread-safe.
 */
public final class VaultExports {
    /** Condition reason: an object asks for exports to a Key Vault that are impossible. */
    public static final String INVALID = "InvalidKeyVault";

    private static final String EXPORT =
            "choose other names with the annotation " + AsoNames.KEY_VAULT_ENTRY;
    private static final String STEP = "give the entry another name in the step";

    private static final Logger LOG = LoggerFactory.getLogger(VaultExports.class);

    /** Time after which an entry that is not shown counts as gone. Recoveries take some seconds. */
    static final Duration RECOVERY = Duration.ofSeconds(20);

    /**
     * Time after which a vault at whose address nobody answers counts as gone. The restart of a DNS
     * server takes less.
     */
    static final Duration OUTAGE = Duration.ofSeconds(30);

    /** Codes of a vault that still deletes or recovers an entry. */
    private static final Set<String> BUSY =
            Set.of("ObjectIsBeingRecovered", "ObjectIsBeingDeleted");

    /** Codes of a vault that may have a deleted entry of the name. */
    private static final Set<String> DELETED =
            Set.of("ObjectIsDeletedButRecoverable", "Conflict", "HTTP409");

    /** Maximum number of entries that are known. */
    private static final int MOST = 100_000;

    private final VaultAbsences absences;
    private final VaultAbsences unanswered;

    /** The entries that were as wanted when they were last compared or written. */
    private final Map<String, Known> known = Collections.synchronizedMap(new RecentMap<>(MOST));

    /**
     * An entry that was as wanted.
     *
     * @param wanted hash of what was wanted, to tell a repair from a value that has changed
     * @param shown hash of what the vault told, to tell whether somebody has changed it
     */
    private record Known(int wanted, int shown) {}

    /**
     * @param steady clock that never goes back
     */
    public VaultExports(InstantSource steady) {
        this.absences = new VaultAbsences(steady, RECOVERY);
        this.unanswered = new VaultAbsences(steady, OUTAGE);
    }

    /**
     * The object that uses vaults, and its identity.
     *
     * @param client sends as the object's identity
     * @param owner the object
     * @param suffixes DNS suffixes of vaults that may get tokens of the identity
     */
    public record Asker(ArmClient client, VaultOwner owner, List<String> suffixes) {}

    /**
     * Whether the vault tells the same of the entries as when they were last as wanted. Reads them,
     * as a vault lists versions only to those with another right.
     *
     * @param ids the entries, each as {@code HOST/NAME}
     */
    public boolean areSame(Asker asker, VaultAddress vault, Collection<String> ids) {
        var client = new VaultClient(asker.client(), vault);
        return ids.stream()
                .allMatch(
                        id -> {
                            var before = known.get(id);
                            return before != null
                                    && client.look(name(id)) instanceof Found.Present now
                                    && now.shown() == before.shown();
                        });
    }

    private static String name(String id) {
        return id.substring(id.indexOf('/') + 1);
    }

    /**
     * Writes the entries that are asked for, and deletes those that are not asked for any more.
     *
     * @param choice the vault and how to write to it; empty if no values go to a vault
     * @param secrets Secrets with the values
     * @param has the entries that the object has or may have
     * @param mayRepair whether a named entry that somebody else has changed is written again now
     * @param keeps whether entries that are not asked for any more stay
     */
    public StoreResult store(
            Asker asker,
            Optional<VaultChoice> choice,
            List<Map<String, Object>> secrets,
            StoredEntries has,
            Predicate<String> mayRepair,
            boolean keeps) {
        var work = new Work(asker, has.entries(), mayRepair);
        if (choice.isPresent()) {
            var made = VaultEntries.of(secrets, choice.get(), asker.owner());
            for (var entry : made.entries()) {
                work.write(choice.get().vault(), entry, work.terms(choice.get(), entry));
            }
            made.problem().ifPresent(why -> work.refused(Problem.error(INVALID, why)));
        }
        // until all new entries are written, a former entry may be the only one with its value
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
     * @param asked entries that the object asks for now; it is not recorded that they were written
     */
    public StoreResult withdraw(Asker asker, StoredEntries has, Collection<String> asked) {
        var work = new Work(asker, has.entries(), any -> true);
        // recorded entries come first, because a vault that does not answer is not asked again
        var all = has.all();
        all.addAll(asked);
        work.delete(all, has);
        return work.result();
    }

    /**
     * Writes one entry if the entry in the vault differs from it. An entry of another owner is
     * left.
     *
     * @param takesOver whether an entry of the same object in another cluster is taken over
     * @return why the entry is not written; empty if the vault has it as wanted now
     */
    public Optional<Problem> set(
            Asker asker, VaultAddress vault, VaultEntry entry, boolean takesOver) {
        var work = new Work(asker, List.of(), any -> true);
        work.write(vault, entry, new VaultDecision.Terms(takesOver, false, STEP));
        return work.problem;
    }

    /**
     * Deletes one entry of the owner. An entry that does not exist is no problem.
     *
     * @return why the entry is not deleted; empty if it no longer exists
     */
    public Optional<Problem> delete(Asker asker, VaultAddress vault, String name) {
        var client = new VaultClient(asker.client(), vault);
        var place = client.place(VaultNames.checked(name));
        var found = client.look(name);
        return switch (VaultDecision.unwanted(asker.owner(), found, place)) {
            case VaultDecision.Next.Delete _ -> deleted(client.delete(name), place);
            case VaultDecision.Next.Refuse(var why) -> Optional.of(why);
            case VaultDecision.Next _ when found instanceof Found.Absent -> Optional.empty();
            default -> {
                boolean disabled = found instanceof Found.Disabled;
                yield Optional.of(
                        Problem.error(
                                disabled ? "KeyVaultEntryDisabled" : "KeyVaultEntryTaken",
                                "%s is disabled, or not this object's, so it is not deleted; delete it in the vault"
                                        .formatted(place)));
            }
        };
    }

    private static Optional<Problem> deleted(Optional<Answer> failure, String place) {
        if (failure.isEmpty()) {
            LOG.info("deleted {}", place);
        }
        return failure.map(answer -> Problem.passing(answer, "delete " + place));
    }

    /** The work for one object. */
    private final class Work {
        private final Asker asker;
        private final Set<String> has;
        private final Set<String> recorded;
        private final Set<String> wanted = new TreeSet<>();
        private final Predicate<String> mayRepair;
        private final Set<String> repaired = new TreeSet<>();
        private Optional<Problem> problem = Optional.empty();
        private Optional<Answer> unread = Optional.empty();
        private boolean waits;

        /**
         * Vaults that gave no answer in this step. They are not asked again, because each request
         * takes long.
         */
        private final Set<VaultAddress> silent = new HashSet<>();

        Work(Asker asker, Collection<String> recorded, Predicate<String> mayRepair) {
            this.mayRepair = mayRepair;
            this.asker = asker;
            this.has = new TreeSet<>(recorded);
            this.recorded = Set.copyOf(recorded);
        }

        StoreResult result() {
            return new StoreResult(List.copyOf(has), problem, unread, waits, List.copyOf(repaired));
        }

        VaultDecision.Terms terms(VaultChoice choice, VaultEntry entry) {
            return new VaultDecision.Terms(
                    choice.takesOver(), recorded.contains(choice.vault().id(entry.name())), EXPORT);
        }

        void write(VaultAddress vault, VaultEntry entry, VaultDecision.Terms terms) {
            var client = new VaultClient(asker.client(), vault);
            var id = vault.id(entry.name());
            wanted.add(id);
            if (silent.contains(vault)) {
                return;
            }
            var place = client.place(entry.name());
            var found = client.get(entry);
            var next = VaultDecision.wanted(entry, asker.owner(), terms, found, place);
            switch (next) {
                case VaultDecision.Next.Nothing _ -> {
                    has.add(id);
                    know(id, entry, found);
                }
                case VaultDecision.Next.Refuse(var why) -> refused(why);
                case VaultDecision.Next.Unread(var why, var answer) -> {
                    heard(vault, answer);
                    if (problem.isEmpty()) {
                        problem = Optional.of(why);
                        unread = Optional.of(answer);
                    }
                }
                case VaultDecision.Next.Write _ -> {
                    var before = known.get(id);
                    boolean repair =
                            found instanceof Found.Present
                                    && recorded.contains(id)
                                    && (before == null || before.wanted() == entry.hashCode());
                    if (repair && !mayRepair.test(named(id))) {
                        has.add(id);
                        return;
                    }
                    var whole =
                            found instanceof Found.Present now ? entry.keeping(now.tags()) : entry;
                    var failure = client.set(whole, now -> know(id, entry, now));
                    if (failure.isPresent()) {
                        notWritten(client, vault, entry, terms, failure.get());
                        return;
                    }
                    has.add(id);
                    absences.ended(named(id));
                    if (repair) {
                        repaired.add(named(id));
                    }
                    LOG.info("wrote {}", place);
                }
                default -> throw new IllegalStateException(place + ": " + next);
            }
        }

        private void know(String id, VaultEntry entry, Found now) {
            if (now instanceof Found.Present shown) {
                known.put(id, new Known(entry.hashCode(), shown.shown()));
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
                // the vault may have written the entry, so the entry is recorded
                has.add(id);
            }
            heard(vault, answer);
            var code = answer.error().map(Answer.Failure::code).orElse("");
            if (answer.status() == 409 && BUSY.contains(code)) {
                busy(id, place);
                return;
            }
            if (answer.status() != 409 || !DELETED.contains(code)) {
                refused(Problem.passing(answer, "write " + place));
                return;
            }
            var next =
                    VaultDecision.deleted(
                            asker.owner(), terms, client.deleted(entry.name()), place);
            switch (next) {
                case VaultDecision.Next.Refuse(var why) -> {
                    waits |=
                            why.reason().equals(VaultDecision.RECOVERING)
                                    && absences.mayEnd(named(id));
                    refused(why);
                }
                case VaultDecision.Next.Recover _ -> {
                    LOG.info("recovering {}", place);
                    has.add(id);
                    client.recover(entry.name())
                            .map(each -> Problem.passing(each, "recover " + place))
                            .ifPresentOrElse(this::refused, () -> busy(id, place));
                }
                default -> throw new IllegalStateException(place + ": " + next);
            }
        }

        /** The vault still deletes or recovers the entry, which takes some seconds. */
        private void busy(String id, String place) {
            waits |= absences.mayEnd(named(id));
            refused(VaultDecision.recovering(place));
        }

        /** The entry, as conditions name it. */
        private static String named(String id) {
            return "Key Vault entry " + id;
        }

        private void heard(VaultAddress vault, Answer answer) {
            if (answer.status() == 0) {
                silent.add(vault);
            }
        }

        void delete(Collection<String> entries, StoredEntries stored) {
            for (var id : entries) {
                try {
                    var vault = VaultAddress.of("https://" + id.split("/", 2)[0], asker.suffixes());
                    if (!silent.contains(vault)) {
                        delete(vault, id, stored);
                    }
                } catch (IllegalArgumentException unfit) {
                    // the suffix was allowed when the entry was written; now no token is sent to
                    // this host
                    LOG.warn("{} is left in its Key Vault: {}", id, unfit.getMessage());
                    has.remove(id);
                }
            }
        }

        private void delete(VaultAddress vault, String id, StoredEntries stored) {
            var client = new VaultClient(asker.client(), vault);
            var name = name(id);
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
                        deleted(client.delete(name), place)
                                .ifPresentOrElse(this::refused, () -> has.remove(id));
                case VaultDecision.Next.Refuse(var why) -> unanswered(vault, place, found, why);
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

        private void unanswered(VaultAddress vault, String place, Found found, Problem why) {
            if (noVault(found) && !unanswered.mayEnd(vault.host())) {
                // the entries are gone together with their vault, or the operator cannot reach it
                LOG.warn(
                        "{}, and other entries there, are left: no Key Vault answers at the address",
                        place);
                has.removeIf(each -> each.startsWith(vault.host() + "/") && !wanted.contains(each));
                return;
            }
            waits |= noVault(found);
            refused(why);
        }

        /**
         * Whether the object has possibly written the entry. If the status names the entry only as
         * intended, it has when the vault does not answer, or is there without the entry, which may
         * be on its way. It has not when the vault is not found.
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

        /** Whether an entry that its vault does not show may be in recovery. */
        private boolean mayReturn(VaultClient client, String id, String name) {
            return !(client.deleted(name) instanceof Found.Present) && absences.mayEnd(id);
        }

        /** The first problem is told, but no failed read if there is another problem. */
        private void refused(Problem why) {
            if (problem.isEmpty() || unread.isPresent()) {
                problem = Optional.of(why);
                unread = Optional.empty();
            }
        }
    }
}
