package dev.dragoman.azure.vault;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import java.util.Map;
import java.util.Optional;

/** Decides what is done with one entry of a Key Vault. Pure. */
final class VaultDecision {
    /** Condition reason: the vault is still deleting or recovering an entry. */
    static final String RECOVERING = "KeyVaultEntryRecovering";

    private VaultDecision() {}

    /**
     * Terms under which an entry belongs to the object, besides its tags.
     *
     * @param takesOver whether an entry of the same object in another cluster is taken over
     * @param recorded whether the object has written the entry before; then an entry without tags
     *     still belongs to it, because a value that is set by hand makes a version without tags
     * @param otherName how the entry gets another name, for messages
     */
    record Terms(boolean takesOver, boolean recorded, String otherName) {}

    /** What is to be done with an entry. */
    sealed interface Next {
        /** Nothing: the entry is as it is wanted, or there is none to delete. */
        record Nothing() implements Next {}

        /** Write the entry. */
        record Write() implements Next {}

        /** Recover the deleted entry. */
        record Recover() implements Next {}

        /** Delete the entry. */
        record Delete() implements Next {}

        /** Leave the entry as it is, and report the problem. */
        record Refuse(Problem problem) implements Next {}

        /** Leave the entry as it is, because it could not be read. */
        record Unread(Problem problem, Answer answer) implements Next {}
    }

    /**
     * What is done for a wanted entry.
     *
     * @param place the entry and its vault, for messages
     * @param terms terms under which an entry belongs to the object
     */
    static Next wanted(
            VaultEntry wanted, VaultOwner owner, Terms terms, Found found, String place) {
        return switch (found) {
            case Found.Absent _ -> new Next.Write();
            case Found.Present present ->
                    foreign(present.tags(), owner, terms, place)
                            .<Next>map(Next.Refuse::new)
                            .orElseGet(
                                    () ->
                                            same(wanted, present)
                                                    ? new Next.Nothing()
                                                    : new Next.Write());
            case Found.Disabled _ -> new Next.Refuse(disabled(place));
            case Found.Failed(var answer) ->
                    new Next.Unread(Problem.passing(answer, "read " + place), answer);
        };
    }

    /**
     * What is done after the vault has refused to write an entry because a deleted entry has its
     * name.
     *
     * @param deleted what the vault answers about the deleted entry
     */
    static Next deleted(VaultOwner owner, Terms terms, Found deleted, String place) {
        return switch (deleted) {
            // for some seconds after a deletion, the vault shows neither the entry nor the deleted
            // one
            case Found.Absent _ -> new Next.Refuse(recovering(place));
            case Found.Present present ->
                    foreign(present.tags(), owner, terms, place).isPresent()
                            ? new Next.Refuse(taken(present.tags(), owner, terms, place))
                            : new Next.Recover();
            case Found.Disabled _ -> new Next.Refuse(disabled(place));
            case Found.Failed(var answer) ->
                    new Next.Refuse(Problem.passing(answer, "read the deleted " + place));
        };
    }

    /** What is done with an entry that is not wanted any more. An entry of another owner stays. */
    static Next unwanted(VaultOwner owner, Found found, String place) {
        return switch (found) {
            case Found.Absent _ -> new Next.Nothing();
            case Found.Present present ->
                    owner.of(present.tags()) == VaultOwner.Relation.OURS
                            ? new Next.Delete()
                            : new Next.Nothing();
            case Found.Disabled _ -> new Next.Nothing();
            case Found.Failed(var answer) ->
                    new Next.Refuse(Problem.passing(answer, "read " + place));
        };
    }

    private static boolean same(VaultEntry wanted, Found.Present present) {
        return present.sameValue()
                && present.tags().entrySet().containsAll(wanted.tags().entrySet())
                && present.contentType().equals(wanted.contentType())
                && present.notBefore().equals(wanted.notBefore())
                && present.expires().equals(wanted.expires());
    }

    private static Optional<Problem> foreign(
            Map<String, String> tags, VaultOwner owner, Terms terms, String place) {
        var relation = owner.of(tags);
        boolean allowed =
                switch (relation) {
                    case OURS -> true;
                    case OTHER_CLUSTER -> terms.takesOver();
                    case NOBODY -> terms.recorded();
                    case FOREIGN -> false;
                };
        if (allowed) {
            return Optional.empty();
        }
        var text =
                switch (relation) {
                    case OURS, OTHER_CLUSTER ->
                            "%s belongs to this object in cluster %s, so it is not overwritten. To take it over, set the annotation %s to true. In a vault that all namespaces share, set it on the Namespace"
                                    .formatted(
                                            place,
                                            VaultOwner.cluster(tags),
                                            AsoNames.KEY_VAULT_TAKE_OVER);
                    case NOBODY ->
                            "%s belongs to %s, so it is not overwritten. Delete and purge it in the vault, or %s"
                                    .formatted(place, owner.described(tags), terms.otherName());
                    case FOREIGN ->
                            "%s belongs to %s, so it is not overwritten; %s"
                                    .formatted(place, owner.described(tags), terms.otherName());
                };
        return Optional.of(Problem.slow("KeyVaultEntryTaken", text));
    }

    private static Problem taken(
            Map<String, String> tags, VaultOwner owner, Terms terms, String place) {
        return Problem.slow(
                "KeyVaultEntryTaken",
                "%s was deleted and still has its name. It belonged to %s, so it is not recovered. Purge it, or %s"
                        .formatted(place, owner.described(tags), terms.otherName()));
    }

    /** The problem of an entry whose deletion or recovery is not finished. */
    static Problem recovering(String place) {
        return Problem.waiting(
                RECOVERING,
                "%s was deleted, and the vault is still deleting or recovering it; the operator writes it in a few seconds"
                        .formatted(place));
    }

    /** The problem of an entry to delete that the vault does not show, and may be recovering. */
    static Problem missing(String place) {
        return Problem.waiting(
                RECOVERING,
                "%s is to be deleted. The vault shows neither the entry nor a deleted entry of this name. It may be recovering the entry, so the operator asks the vault again"
                        .formatted(place));
    }

    /** The problem of a disabled entry. */
    static Problem disabled(String place) {
        return Problem.slow(
                "KeyVaultEntryDisabled",
                "%s is disabled, so its value can be neither read nor written; enable it in the vault"
                        .formatted(place));
    }
}
