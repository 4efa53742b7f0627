package dev.dragoman.namespaces;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.namespaces.RequestContext.Observation;
import dev.dragoman.namespaces.RequestContext.State;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.NameRules;
import dev.dragoman.namespaces.decision.NamespaceDecision;
import dev.dragoman.namespaces.decision.NamespaceFacts;
import dev.dragoman.namespaces.template.Template;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Serves requests: a ConfigMap becomes a namespace with credentials. Thread-safe. */
final class NamespaceRequests implements Capability<Observation> {
    private static final String ACTION = "VendNamespace";

    private final NamespaceSettings settings;
    private final Template template;
    private final CredentialSecret credentials;
    private final Reader reader;
    static final String NAME = "namespaces";

    static final CapabilityLines LINES =
            CapabilityLines.of(
                    NAME,
                    Line.of("makeNamespace", "bean:namespaceSteps.makeNamespace").gated(),
                    Line.of("adopt", "bean:namespaceSteps.adopt").gated(),
                    Line.of("furnish", "bean:namespaceSteps.furnish")
                            .after("makeNamespace", "adopt"),
                    Line.of("issueToken", "bean:namespaceSteps.issueToken")
                            .after("furnish")
                            .before("tryToken"),
                    Line.of("tryToken", "bean:namespaceSteps.tryToken").after("furnish"),
                    Line.of("publish", "bean:namespaceSteps.publish").after("tryToken"),
                    Line.of("noteIssued", "bean:namespaceSteps.noteIssued").after("publish"));

    private final Declaration declaration;
    private final InstantSource clock;

    NamespaceRequests(
            NamespaceSettings settings,
            Template template,
            CredentialSecret credentials,
            Reader reader,
            StatusForm form,
            InstantSource clock) {
        this.settings = settings;
        this.template = template;
        this.credentials = credentials;
        this.reader = reader;
        this.declaration = new Declaration(NAME, Optional.empty(), ACTION, form, LINES);
        this.clock = clock;
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<Observation>> observe(Reconciliation reconciliation) {
        // a team's own dispatch route may send any object here
        if (!"ConfigMap".equals(reconciliation.key().kind())
                || !settings.requestsNamespace().equals(reconciliation.key().namespace())
                || Fields.deleting(reconciliation.object())) {
            return Optional.empty();
        }
        var name = reconciliation.key().name();
        var verdict = settings.rules().judge(name);
        boolean accepted = verdict instanceof NameRules.Verdict.Accepted;
        // read from the API server, since all later steps depend on the request to which the
        // namespace belongs
        var namespace =
                accepted
                        ? reader.get("v1", namespaceKey(name)).orElse(Map.of())
                        : Map.<String, Object>of();
        List<Map<String, Object>> objects =
                accepted ? template.render(name, settings.requestsNamespace()) : List.of();
        var facts =
                new NamespaceFacts(
                        name,
                        Fields.metadata(reconciliation.object(), "uid"),
                        Fields.map(reconciliation.object(), "metadata", "annotations"),
                        boundTo(reconciliation.object(), name),
                        verdict,
                        existing(namespace),
                        settings.lifetime(),
                        settings.defaultPolicy(),
                        clock.instant());
        return Optional.of(
                new Observed<>(
                        new Observation(facts, objects, namespace),
                        accepted ? needed(reconciliation.key(), objects) : Set.of(),
                        accepted ? Optional.of(objects) : Optional.empty()));
    }

    @Override
    @SuppressWarnings("unchecked") // the point has checked that it is a list of objects
    public Observation wanted(Observation observed, Object wanted) {
        var objects = (List<Map<String, Object>>) wanted;
        if (!marked(objects).equals(marked(observed.objects()))) {
            throw new UnfitWanted(
                    "removed the label %s, by which the operator knows its own objects; nothing was made"
                            .formatted(Keys.VENDED));
        }
        return new Observation(observed.facts(), objects, observed.namespace());
    }

    /** Values of the label {@link Keys#VENDED}, in the order of the objects. */
    private static List<String> marked(List<Map<String, Object>> objects) {
        return objects.stream().map(each -> Fields.label(each, Keys.VENDED)).toList();
    }

    @Override
    public Step decide(Observation observed, Results results) {
        var done = State.of(observed, results);
        var step = NamespaceDecision.next(observed.facts(), done.progress());
        return step instanceof dev.dragoman.namespaces.decision.NamespaceStep.Publish publish
                ? publish.exporting(List.of(secret(observed, done)))
                : step;
    }

    private Map<String, Object> secret(Observation observed, State done) {
        return credentials.secret(
                settings.requestsNamespace(),
                observed.facts().name(),
                done.token(),
                done.progress().token().orElseThrow().expiresAt());
    }

    @Override
    public boolean yields(Step step, Object result) {
        return result instanceof State;
    }

    @Override
    public Ending ending(Context<Observation> context, Finish finish) {
        return RequestEnding.of(
                context.facts().facts(),
                State.of(context.facts(), context.results()),
                (dev.dragoman.namespaces.decision.NamespaceStep.Finish) finish);
    }

    static ObjectKey namespaceKey(String name) {
        return new ObjectKey("", "Namespace", "", name);
    }

    static Optional<NamespaceFacts.Existing> existing(Map<String, Object> namespace) {
        if (namespace.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new NamespaceFacts.Existing(
                        Fields.metadata(namespace, "uid"),
                        Fields.deleting(namespace),
                        "true".equals(Fields.label(namespace, Keys.VENDED)),
                        Fields.annotation(namespace, Keys.REQUEST_UID),
                        !Fields.annotation(namespace, Keys.REQUESTS_NAMESPACE).isEmpty(),
                        !Fields.annotation(namespace, Keys.TOKEN_ISSUED).isEmpty()));
    }

    private static Set<ObjectKey> needed(ObjectKey request, List<Map<String, Object>> objects) {
        var needed = new HashSet<ObjectKey>();
        needed.add(namespaceKey(request.name()));
        needed.add(new ObjectKey("", "Secret", request.namespace(), request.name()));
        needed.add(new ObjectKey("", "Secret", request.name(), Keys.HANDLE));
        objects.subList(1, objects.size()).forEach(object -> needed.add(Fields.key(object)));
        return needed;
    }

    /**
     * Uid of the namespace that was made for the request: from the owner reference that this
     * operator or the predecessor wrote, otherwise from an annotation. The garbage collector
     * removes the reference to a deleted owner if there is another owner. A user who forges
     * reference or annotation can only end the request.
     */
    private static Optional<String> boundTo(Map<String, Object> request, String name) {
        var owners = Fields.map(request, "metadata").get("ownerReferences");
        var noted = Fields.annotation(request, Keys.NAMESPACE_UID);
        return (owners instanceof List<?> list ? list.stream() : Stream.<Object>empty())
                .filter(Map.class::isInstance)
                .map(owner -> (Map<?, ?>) owner)
                .filter(owner -> "v1".equals(owner.get("apiVersion")))
                .filter(owner -> "Namespace".equals(owner.get("kind")))
                .filter(owner -> name.equals(owner.get("name")))
                .map(owner -> String.valueOf(owner.get("uid")))
                .findFirst()
                .or(() -> noted.isEmpty() ? Optional.empty() : Optional.of(noted));
    }
}
