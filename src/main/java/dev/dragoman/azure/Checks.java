package dev.dragoman.azure;

import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What keeps an object from being sent to Azure. The first check that speaks is shown as the
 * object's condition; with none it is sent. Pure.
 */
final class Checks {
    /** In their order. What was not gathered keeps a check silent. */
    static final List<Check> ALL =
            List.of(
                    new Check(
                            "holder",
                            Of.KEPT,
                            "What is not the object's own comes before what is wrong with it. Gathered last: the id is taken where no other check speaks.",
                            seen -> seen.others),
                    new Check(
                            "policy",
                            Of.ALL,
                            "What a user forbids must be understood before anything is done.",
                            Checks::policy),
                    new Check(
                            "operator",
                            Of.ALL,
                            "Where no operator can be, none would say what became of the object.",
                            seen -> OperatorNamespace.problem(seen.object, seen.operatorNamespace)),
                    new Check(
                            "credential",
                            Of.ALL,
                            "Without one nothing is sent. No subscription is known then, so what has no owner has no id.",
                            seen -> seen.credential.problem()),
                    new Check(
                            "dependants",
                            Of.DELETED,
                            "Azure deletes all that lies below, also what others hold. Needs the id.",
                            seen -> seen.others),
                    new Check(
                            "owner",
                            Of.ALL,
                            "The id begins with the owner's. A deletion has its id already, and asks only for kinds that are not in ARM.",
                            Checks::owner),
                    new Check(
                            "stale owner",
                            Of.KEPT,
                            "The garbage collector may delete the object at any moment. Once it is claimed, that deletes its resource; so only before.",
                            seen -> seen.staleOwner),
                    new Check(
                            "name",
                            Of.KEPT,
                            "The id ends with it. While the ConfigMap that has it is not there, there is no id.",
                            seen -> seen.name.problem()),
                    new Check(
                            "segment",
                            Of.KEPT,
                            "A name with a slash would be the id of something else.",
                            seen -> seen.resource.flatMap(NamedResource::badName)),
                    new Check(
                            "subscription",
                            Of.ALL,
                            "Needs credential and id. Before `renamed`: another subscription changes the id of what has no owner too.",
                            Checks::subscription),
                    new Check(
                            "renamed",
                            Of.KEPT,
                            "Once something may have been sent, another id would lose a resource.",
                            seen -> seen.resource.flatMap(NamedResource::renamed)),
                    new Check(
                            "references",
                            Of.KEPT,
                            "Without them the body has gaps. What is wrong with the id comes first: the body has the name in it.",
                            seen -> seen.missing),
                    new Check(
                            "stored form",
                            Of.MAPPED,
                            "An object that is stored as Azure Service Operator stores it would be sent without some of its fields.",
                            seen -> UnsupportedSpec.problem(Fields.spec(seen.object))),
                    new Check(
                            "exports",
                            Of.MAPPED,
                            "Where they cannot be written is told before anything is made.",
                            seen -> ExportNames.problem(seen.exports)),
                    new Check(
                            "expressions",
                            Of.MAPPED,
                            "They are evaluated when the resource is there. What can be known before is told before.",
                            seen -> seen.expressions.problem()),
                    new Check(
                            "reads",
                            Of.ALL,
                            "A refused read ends the gathering. What was gathered before it speaks first.",
                            seen -> seen.unread));

    private Checks() {}

    /** Which objects a check is for. */
    enum Of {
        ALL("all"),
        DELETED("deleted"),
        KEPT("kept"),
        /** The others say first why there is no body. */
        MAPPED("kept, with a body");

        final String text;

        Of(String text) {
            this.text = text;
        }

        private boolean has(Gathered seen) {
            return switch (this) {
                case ALL -> true;
                case DELETED -> seen.deleting();
                case KEPT -> !seen.deleting();
                case MAPPED -> !seen.deleting() && seen.body.isPresent();
            };
        }
    }

    /**
     * One reason not to send an object.
     *
     * @param why it is checked, and why here in the order; for people
     * @param finds what is wrong, or empty
     */
    record Check(String name, Of of, String why, Function<Gathered, Optional<Problem>> finds) {
        Optional<Problem> problem(Gathered seen) {
            return of.has(seen) ? finds.apply(seen) : Optional.empty();
        }
    }

    /** What the first check says that speaks; empty where the object may be sent. */
    static Optional<Problem> first(Gathered seen) {
        return ALL.stream().flatMap(check -> check.problem(seen).stream()).findFirst();
    }

    private static Optional<Problem> policy(Gathered seen) {
        var place =
                Fields.annotation(seen.object, AsoNames.POLICY).isEmpty()
                        ? "Namespace " + Fields.metadata(seen.object, "namespace")
                        : "metadata.annotations";
        return Optional.of(seen.policy)
                .filter(text -> !text.isEmpty() && Facts.Policy.of(text).isEmpty())
                .map(
                        text ->
                                Problem.error(
                                        "InvalidReconcilePolicy",
                                        "%s: the annotation %s is '%s'; write manage, skip or detach-on-delete, or remove it"
                                                .formatted(
                                                        place,
                                                        AsoNames.POLICY,
                                                        Excerpt.value(text))));
    }

    /** Silent while the name is not known: a refused read of it is the reason then. */
    private static Optional<Problem> owner(Gathered seen) {
        return seen.resource
                .filter(any -> !seen.deleting() || !seen.kind.inArm())
                .flatMap(any -> seen.owner.problem());
    }

    /** What Azure may have stays where it was made; what it has not is where its spec says. */
    private static Optional<Problem> subscription(Gathered seen) {
        return seen.resource.flatMap(
                resource -> {
                    var standing = resource.standing();
                    boolean made = seen.deleting() || standing.sent() || standing.uncertain();
                    var known = made && !seen.deleting() ? standing.known() : seen.id;
                    return seen.credential
                            .subscription()
                            .flatMap(
                                    ours ->
                                            known.flatMap(
                                                    id -> resource.elsewhere(id, ours, made)));
                });
    }
}
