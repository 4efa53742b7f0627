package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.TakenOver;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The checks that may keep an object from being sent to Azure, in their order. The first check that
 * finds a problem gives the object's condition; if none does, the object is sent. A check finds no
 * problem in a fact that was not gathered. Pure.
 */
public final class AzureChecks {
    /** All checks in their order; docs/design/azure.md says why each has its place. */
    static final List<Check> ALL =
            List.of(
                    new Check("holder", kept(seen -> seen.others)),
                    new Check("policy", AzureChecks::policy),
                    new Check("operator", AzureChecks::operator),
                    new Check("credential", seen -> seen.credential.problem()),
                    new Check("dependants", deleted(seen -> seen.others)),
                    new Check("owner", AzureChecks::owner),
                    new Check("stale owner", kept(seen -> seen.staleOwner)),
                    new Check("name", kept(seen -> seen.name.problem())),
                    new Check("segment", kept(seen -> seen.resource.flatMap(r -> r.badName()))),
                    new Check("subscription", AzureChecks::subscription),
                    new Check("renamed", kept(seen -> seen.resource.flatMap(r -> r.renamed()))),
                    new Check("references", kept(seen -> seen.missing)),
                    new Check(
                            "allowance",
                            mapped(
                                    seen ->
                                            seen.allowance.flatMap(
                                                    each -> each.problem(Allowance.wish(seen))))),
                    new Check("stored form", mapped(seen -> storedForm(Fields.spec(seen.object)))),
                    new Check("exports", mapped(seen -> ExportNames.problem(seen.exports))),
                    new Check("vault", mapped(seen -> seen.vault.problem())),
                    new Check("expressions", mapped(seen -> seen.expressions.problem())),
                    new Check("reads", seen -> seen.unread));

    private AzureChecks() {}

    /**
     * One check.
     *
     * @param problem finds the problem that keeps an object from being sent; empty if there is none
     */
    record Check(String name, Function<Gathered, Optional<Problem>> problem) {}

    /** The problem of the first check that finds one; empty if the object may be sent. */
    public static Optional<Problem> first(Gathered seen) {
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

    /**
     * Limits a check to objects whose body is known. The body is not known for an object that is
     * being deleted, or after a refused read, which the last check reports.
     */
    private static Function<Gathered, Optional<Problem>> mapped(
            Function<Gathered, Optional<Problem>> finds) {
        return seen -> seen.body.flatMap(any -> finds.apply(seen));
    }

    private static Optional<Problem> policy(Gathered seen) {
        if (seen.policy.isEmpty() || AzureFacts.Policy.of(seen.policy).isPresent()) {
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
                                "metadata.annotations: the annotation %s is '%s', which is no name of a namespace; write '%s' or the namespace of another operator, or remove the annotation"
                                        .formatted(name, Excerpt.value(written), ours)));
    }

    /** Finds nothing if a refused read came before the name; the last check reports the read. */
    private static Optional<Problem> owner(Gathered seen) {
        return seen.resource
                .filter(any -> !seen.deleting() || !seen.kind.inArm())
                .flatMap(any -> seen.owner.problem());
    }

    /**
     * Checks the subscription in the recorded id if a request may have been sent, else in the id
     * that the spec names. An object that is being deleted is not checked if the operator was
     * refused a read while it gathered facts.
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

    public static Optional<Problem> storedForm(Map<String, Object> spec) {
        return spec.containsKey(TakenOver.ORIGINAL)
                ? Optional.of(
                        Problem.error(
                                "NotSupported",
                                "the object is stored as Azure Service Operator stores it; nothing is sent to Azure: run 'dragoman take-over'"))
                : Optional.empty();
    }
}
