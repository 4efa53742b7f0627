package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.model.LookUp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Everything that was observed about one object at the start of a reconciliation. Immutable.
 *
 * @param subject the object and what it asks of the operator
 * @param type how Azure treats the object's kind
 * @param claim the Azure resource that the object stands for
 * @param problem first problem that keeps the body from being sent, or empty
 * @param desired body to send, or empty while there is a problem
 * @param state what Dragoman remembers of the object
 * @param exports the values that {@code operatorSpec} asks to export
 * @param timing waits, and whether to compare the resource in Azure with the body
 */
public record AzureFacts(
        Subject subject,
        Type type,
        Claimed claim,
        Optional<Problem> problem,
        Optional<Desired> desired,
        OwnState state,
        Exported exports,
        Timing timing) {
    /**
     * The object.
     *
     * @param object the object as it was read; not empty
     * @param display how messages name the resource
     * @param generation generation of the object
     * @param deleting whether the object has a deletion time
     * @param held whether the object has our finalizer
     * @param foreignOperator namespace of another operator that has claimed the object, or empty
     * @param policy manage, skip or detach-on-delete
     * @param ownerGone whether the owner object is deleted or being deleted
     * @param vaultValue whether the values that the spec takes from Key Vaults are known
     */
    public record Subject(
            Map<String, Object> object,
            String display,
            long generation,
            boolean deleting,
            boolean held,
            Optional<String> foreignOperator,
            Policy policy,
            boolean ownerGone,
            VaultValue vaultValue) {
        /** Leaves out the object, which may hold secrets. */
        @Override
        public String toString() {
            return "Subject[%s]".formatted(display);
        }
    }

    /**
     * How Azure treats the object's kind.
     *
     * @param rules how Azure treats this kind differently from most kinds
     * @param hasDelete whether ARM has a DELETE for the type
     * @param detaching whether the CRD of the kind is being removed; then nothing may be deleted in
     *     Azure
     */
    public record Type(KindRules rules, boolean hasDelete, boolean detaching) {}

    /**
     * The resource that the object stands for.
     *
     * @param resourceId ARM id, or empty while it cannot be known
     * @param claimedId ARM id from the claim or the status, unless the spec names another one now.
     *     For an object that is being deleted, the ARM id of the resource that may be deleted.
     *     Empty if there is none
     * @param needed whether a claim must be written, because finalizer, annotations, labels or
     *     owner reference differ from those that Dragoman writes
     * @param reconciledGeneration generation of the last PUT according to our annotation, -1 for
     *     none
     * @param made whether the resource is known to have been created for this object; recorded only
     *     for kinds where that matters
     * @param subscription subscription of the credential, or empty while there is no credential
     */
    public record Claimed(
            Optional<String> resourceId,
            Optional<String> claimedId,
            boolean needed,
            long reconciledGeneration,
            boolean made,
            Optional<String> subscription) {}

    /**
     * What is written to Secrets and ConfigMaps.
     *
     * @param asked values that must be read from Azure for the exports
     * @param any whether {@code operatorSpec} asks for an export
     * @param intact whether every exported Secret and ConfigMap exists and has its keys
     * @param pending export requests that Azure has not finished, each with the URL to poll for its
     *     result; only in memory, because whoever could change a stored URL could choose what is
     *     exported
     * @param vault text of all choices about the Key Vault, which shows whether they have changed;
     *     empty if no values go to a Key Vault
     * @param entries entries of Key Vaults that the object asks for, each as {@code HOST/NAME}
     * @param withdraws whether a deletion of the object deletes entries of Key Vaults
     * @param standing hash of what the resource showed when its keys were asked for last; empty if
     *     they must be asked for, whatever it shows now, because they or what was made of them may
     *     have changed
     */
    public record Exported(
            List<Export> asked,
            boolean any,
            boolean intact,
            Map<ExportCall, String> pending,
            String vault,
            Set<String> entries,
            boolean withdraws,
            Optional<Integer> standing) {}

    /**
     * When to poll, to compare and to try again.
     *
     * @param pollWait how long Azure asks to wait before the running operation is polled again, or
     *     empty
     * @param doubt how long a resource that is not found may still appear, because the answer to
     *     its PUT was lost; or empty
     * @param resync whether this reconciliation is to compare the resource in Azure with the body
     * @param now current time
     * @param longestPause longest time between two tries after a failure, if the kind's setting
     *     limits it; or empty
     */
    public record Timing(
            Optional<Duration> pollWait,
            Optional<Duration> doubt,
            boolean resync,
            Instant now,
            Optional<Duration> longestPause) {}

    /** Whether the values that an object takes from Key Vaults are known. */
    public enum VaultValue {
        /** All values are known, or the object has another problem. */
        THERE,
        /** A value does not exist, or the operator may not read it. */
        MISSING,
        /** A value of the spec could not be read, for a reason that passes by itself. */
        UNREAD,
        /**
         * A value of the object's credential could not be read, for a reason that passes by itself.
         * Nothing can be sent to Azure.
         */
        CREDENTIAL_UNREAD
    }

    /** What the object, its namespace or the settings allow us to do in Azure. */
    public enum Policy {
        MANAGE("manage"),
        SKIP("skip"),
        DETACH_ON_DELETE("detach-on-delete");

        private final String text;

        Policy(String text) {
            this.text = text;
        }

        /** The policy of that name; empty when there is none. */
        public static Optional<Policy> of(Object text) {
            return Stream.of(values()).filter(policy -> policy.text.equals(text)).findFirst();
        }

        /** The policy as users write it. */
        String text() {
            return text;
        }
    }

    /**
     * The body to send.
     *
     * @param body JSON object
     * @param hash keyed hash over body and api-version
     * @param lookUps values that must be looked up in Azure before the body is complete
     * @param against compares a complete body with an answer to GET
     * @param look whether a GET must come before the PUT, because a team's step decides by what
     *     exists in Azure
     */
    public record Desired(
            Map<String, Object> body,
            String hash,
            List<LookUp> lookUps,
            Comparing against,
            boolean look) {
        /** Leaves out the body, which may hold secrets. */
        @Override
        public String toString() {
            return "Desired[%s]".formatted(hash);
        }
    }

    /** Leaves out the object and the body, which may hold secrets. */
    @Override
    public String toString() {
        return "AzureFacts[%s]".formatted(subject.display());
    }

    /** These facts with another body to send. */
    public AzureFacts with(Optional<Desired> body) {
        return new AzureFacts(subject, type, claim, problem, body, state, exports, timing);
    }

    /** These facts; the state names the entries of Key Vaults that are about to be written. */
    AzureFacts intending() {
        return remembering(state.withStored(state.stored().intending(exports.entries())));
    }

    /** These facts with further Key Vault entries that the object asks for. */
    public AzureFacts alsoWriting(Set<String> more) {
        var all = new TreeSet<>(exports.entries());
        all.addAll(more);
        var named =
                new Exported(
                        exports.asked(),
                        exports.any(),
                        exports.intact(),
                        exports.pending(),
                        exports.vault(),
                        Set.copyOf(all),
                        exports.withdraws(),
                        exports.standing());
        return new AzureFacts(subject, type, claim, problem, desired, state, named, timing);
    }

    /** Whether the status names all Key Vault entries to write; only then may they be written. */
    boolean intentRecorded() {
        return OwnState.of(subject.object()).stored().names(exports.entries());
    }

    /** These facts with another state to remember. */
    AzureFacts remembering(OwnState other) {
        return new AzureFacts(subject, type, claim, problem, desired, other, exports, timing);
    }

    /** These facts without a running operation. */
    AzureFacts idle() {
        return remembering(state.idle());
    }

    /**
     * Whether nothing has changed since the last reconciliation that ended in Ready, and nothing is
     * left to do. The status may name entries that a step has added since, and that are not written
     * yet.
     */
    boolean settled() {
        return unchanged() && OwnState.of(subject.object()).stored().intended().isEmpty();
    }

    /** Whether nothing has changed since the last reconciliation that ended in Ready. */
    boolean unchanged() {
        return ReadyCondition.readyAt(subject.object(), subject.generation())
                && !claim.needed()
                && exports.intact()
                && exports.pending().isEmpty()
                && state.stored().mark().equals(exports.vault())
                && state.operation().isEmpty()
                && (subject.policy() == Policy.SKIP || accepted());
    }

    /** Whether the present body is the one that Azure accepted last. */
    boolean accepted() {
        return desired.isPresent() && state.acceptedHash().equals(desired.map(Desired::hash));
    }

    /** Distinct requests whose answers hold values to export. */
    Set<ExportCall> calls() {
        return exports.asked().stream()
                .flatMap(e -> e.action().stream())
                .map(Export.Action::call)
                .collect(java.util.stream.Collectors.toCollection(java.util.LinkedHashSet::new));
    }
}
