package dev.dragoman.azure;

import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What keeps an object from being sent to Azure, in the order in which it is asked. The first check
 * that speaks is the object's condition; where none does, it is sent. What was not gathered keeps a
 * check silent. Pure.
 */
final class Checks {
    /** In their order. */
    static final List<Check> ALL =
            List.of(
                    new Check(
                            "holder",
                            kept(seen -> seen.others),
                            "What is not the object's own comes before what is wrong with it. Gathered last: the id is taken where no other check speaks."),
                    new Check(
                            "policy",
                            Checks::policy,
                            "What a user forbids must be understood before anything is done."),
                    new Check(
                            "operator",
                            Checks::operator,
                            "Where no operator can be, none would say what became of the object."),
                    new Check(
                            "credential",
                            seen -> seen.credential.problem(),
                            "Without one nothing is sent. No subscription is known then, so what has no owner has no id."),
                    new Check(
                            "dependants",
                            deleted(seen -> seen.others),
                            "A deletion takes with it what lies below, also what others hold. Needs the id."),
                    new Check(
                            "owner",
                            Checks::owner,
                            "The id begins with the owner's. A deletion has its id already, and asks only for kinds that are not in ARM."),
                    new Check(
                            "stale owner",
                            kept(seen -> seen.staleOwner),
                            "The garbage collector may delete the object at any moment. Once it is claimed, that deletes its resource; so only before."),
                    new Check(
                            "name",
                            kept(seen -> seen.name.problem()),
                            "The id ends with it. While the ConfigMap that has it is not there, there is no id."),
                    new Check(
                            "segment",
                            kept(seen -> seen.resource.flatMap(NamedResource::badName)),
                            "A name with a slash would be the id of something else."),
                    new Check(
                            "subscription",
                            Checks::subscription,
                            "Needs credential and id. Before `renamed`: another subscription changes the id of what has no owner too."),
                    new Check(
                            "renamed",
                            kept(seen -> seen.resource.flatMap(NamedResource::renamed)),
                            "Once something may have been sent, another id would lose a resource."),
                    new Check(
                            "references",
                            kept(seen -> seen.missing),
                            "Without them the body has gaps. What is wrong with the id comes first: the body has the name in it."),
                    new Check(
                            "stored form",
                            mapped(seen -> storedForm(Fields.spec(seen.object))),
                            "An object that is stored as Azure Service Operator stores it would be sent without its property bags."),
                    new Check(
                            "exports",
                            mapped(seen -> ExportNames.problem(seen.exports)),
                            "Where they cannot be written is told before anything is made."),
                    new Check(
                            "expressions",
                            mapped(seen -> seen.expressions.problem()),
                            "They are evaluated when the resource is there. What can be known before is told before."),
                    new Check(
                            "reads",
                            seen -> seen.unread,
                            "A refused read ends the gathering. What was gathered before it speaks first."));

    private Checks() {}

    /**
     * One thing that keeps an object from being sent.
     *
     * @param problem what is wrong, or empty
     * @param why it is asked, and why here in the order; for docs/architecture.md
     */
    record Check(String name, Function<Gathered, Optional<Problem>> problem, String why) {}

    /** What the first check says that speaks; empty where the object may be sent. */
    static Optional<Problem> first(Gathered seen) {
        return ALL.stream().flatMap(check -> check.problem().apply(seen).stream()).findFirst();
    }

    private static Function<Gathered, Optional<Problem>> kept(
            Function<Gathered, Optional<Problem>> finds) {
        return seen -> seen.deleting() ? Optional.empty() : finds.apply(seen);
    }

    private static Function<Gathered, Optional<Problem>> deleted(
            Function<Gathered, Optional<Problem>> finds) {
        return seen -> seen.deleting() ? finds.apply(seen) : Optional.empty();
    }

    /** Kept, and its body is known: else the checks before say why not. */
    private static Function<Gathered, Optional<Problem>> mapped(
            Function<Gathered, Optional<Problem>> finds) {
        return seen -> seen.body.flatMap(any -> finds.apply(seen));
    }

    private static Optional<Problem> policy(Gathered seen) {
        if (seen.policy.isEmpty() || Facts.Policy.of(seen.policy).isPresent()) {
            return Optional.empty();
        }
        var place =
                Fields.annotation(seen.object, AsoNames.POLICY).isEmpty()
                        ? "Namespace " + Fields.metadata(seen.object, "namespace")
                        : "metadata.annotations";
        return Optional.of(
                Problem.error(
                        "InvalidReconcilePolicy",
                        "%s: the annotation %s is '%s'; write manage, skip or detach-on-delete, or remove it"
                                .formatted(place, AsoNames.POLICY, Excerpt.value(seen.policy))));
    }

    private static Optional<Problem> operator(Gathered seen) {
        var name = AsoNames.OPERATOR_NAMESPACE;
        var ours = seen.operatorNamespace;
        var written = Fields.annotation(seen.object, name);
        return written.isEmpty() || written.equals(ours) || Names.isLabel(written)
                ? Optional.empty()
                : Optional.of(
                        Problem.error(
                                "InvalidOperatorNamespace",
                                "metadata.annotations: the annotation %s is '%s', which is no name of a namespace; write %s, the namespace of another operator, or remove it"
                                        .formatted(name, Excerpt.value(written), ours)));
    }

    /** Silent while the name is not known: a refused read of it is the reason then. */
    private static Optional<Problem> owner(Gathered seen) {
        return seen.resource
                .filter(any -> !seen.deleting() || !seen.kind.inArm())
                .flatMap(any -> seen.owner.problem());
    }

    /**
     * What Azure may have stays where it was made; what it has not is where its spec says. A
     * deletion is looked at when all was read.
     */
    private static Optional<Problem> subscription(Gathered seen) {
        var looked = seen.resource.filter(any -> !seen.deleting() || seen.unread.isEmpty());
        return looked.flatMap(
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

    static Optional<Problem> storedForm(Map<String, Object> spec) {
        return spec.containsKey(TakenOver.ORIGINAL)
                ? Optional.of(
                        Problem.error(
                                "NotSupported",
                                "the object is stored as Azure Service Operator stores it; nothing is sent to Azure: run 'dragoman take-over'"))
                : Optional.empty();
    }
}
