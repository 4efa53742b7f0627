package dev.dragoman.azure;

import dev.dragoman.azure.arm.ArmMetrics;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.Observer;
import dev.dragoman.azure.decision.AzureDecision;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.export.ExportSource;
import dev.dragoman.azure.model.AppliedVersion;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.RouteLines;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reconciles Azure resources from their custom resources. Thread-safe. */
final class AzureCapability implements Capability<AzureObservation> {
    /** Field manager of writes to the status. Other writes have other field managers. */
    static final String MANAGER = "dragoman-status";

    /** Name of the capability, its route and its extension points. */
    static final String NAME = "azure";

    /** The lines that the routes may have: one for each request and each write. */
    static final CapabilityLines LINES =
            CapabilityLines.of(
                            NAME,
                            Line.of("poll", "azure-arm:poll").before("get"),
                            Line.of("get", "azure-arm:get").follows("desired"),
                            Line.of("look-up", "azure-arm:look-up"),
                            Line.of("claim", "bean:azureSteps.claim")
                                    .after("get", "look-up")
                                    .gated(),
                            Line.of("confirm", "bean:azureSteps.confirm").after("claim"),
                            Line.of("post", "azure-arm:post")
                                    .follows("claim", "confirm", "look-up"),
                            Line.of("put", "azure-arm:put")
                                    .after("get", "look-up", "claim", "confirm")
                                    .before("get", "look-up", "register"),
                            Line.of("register", "azure-arm:register")
                                    .follows("get", "look-up", "put"),
                            Line.of("call", "azure-arm:call").follows("get", "put"),
                            Line.of("await", "azure-arm:await").follows("get", "put"),
                            Line.of("export", "bean:azureSteps.export").follows("call", "await"),
                            Line.of("store", "azure-key-vault:exports.store").follows("export"))
                    .deleting(
                            Line.of("poll", "azure-arm:poll").before("get"),
                            Line.of("get", "azure-arm:get"),
                            Line.of("post", "azure-arm:post").after("get"),
                            Line.of("delete", "azure-arm:delete")
                                    .after("get")
                                    .follows("poll", "post")
                                    .before("get", "release")
                                    .gated(),
                            Line.of("withdraw", "azure-key-vault:exports.withdraw")
                                    .after("get")
                                    .before("release"),
                            Line.of("release", "bean:azureSteps.release").always())
                    .holding(AsoNames.FINALIZER);

    private final Declaration declaration;
    private final Observer observer;
    private final Supplier<byte[]> hashKey;
    private final Memory memory;
    private final ArmMetrics metrics;
    private final Points points;
    private final RouteLines lines;

    AzureCapability(
            Observer observer,
            Supplier<byte[]> hashKey,
            Memory memory,
            ArmMetrics metrics,
            StatusForm form,
            Points points,
            RouteLines lines) {
        this.observer = observer;
        this.hashKey = hashKey;
        this.memory = memory;
        this.metrics = metrics;
        this.points = points;
        this.lines = lines;
        this.declaration = new Declaration(NAME, Optional.empty(), "Reconcile", form, LINES);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<AzureObservation>> observe(Reconciliation reconciliation) {
        memory.begins(reconciliation.key(), reconciliation.cause().compares());
        return observer.observe(reconciliation).map(AzureCapability::observed);
    }

    private static Observed<AzureObservation> observed(AzureObservation seen) {
        return new Observed<>(
                seen,
                seen.needs(),
                seen.mapped().filter(any -> seen.hasBody()).map(ArmBody.Result::body),
                seen.mapped().map(ArmBody.Result::secretPaths).orElse(Set.of()));
    }

    @Override
    @SuppressWarnings("unchecked") // JSON objects have text keys
    public AzureObservation wanted(AzureObservation seen, Object wanted) {
        // the GET finds the differences: a team's step may decide by them, and a route without the
        // line put only reports them
        boolean look =
                points.any(NAME, Point.BEFORE_CREATE, Point.BEFORE_CHANGE)
                        || !lines.has(NAME, false, "put");
        return WantedBody.of(seen, (Map<String, Object>) wanted, hashKey.get(), look);
    }

    @Override
    public FieldType field(AzureObservation seen, List<String> path) {
        return BodyPaths.type(seen.kind(), seen.version().body(), path);
    }

    @Override
    public Optional<String> outsideId(AzureObservation seen) {
        return seen.resourceId();
    }

    @Override
    public Step decide(AzureObservation seen, Results results) {
        var done = AzureProgress.of(results);
        // teams' steps may have added keys to the Secrets, each of which becomes an entry
        var facts =
                seen.facts()
                        .alsoWriting(
                                seen.vault().entriesOf(done.vault().secrets().orElse(List.of())));
        var step = AzureDecision.next(facts, done);
        if (!(step instanceof dev.dragoman.azure.decision.AzureStep.Export export)) {
            return step;
        }
        var answers = new HashMap<ExportCall, Map<String, Object>>();
        done.calls().forEach((each, answer) -> answers.put(each, answer.body()));
        var plan =
                ExportPlan.of(
                                seen.exports(),
                                seen.expressions().values(),
                                new ExportSource(
                                        seen.key().namespace(),
                                        export.resource(),
                                        answers,
                                        export.open(),
                                        () -> read(seen, export.resource())))
                        .hiding(seen.mapped().orElseThrow().secrets());
        return plan.problem().isPresent()
                ? AzureDecision.next(facts, done.withExport(plan.problem()))
                : export.exporting(plan.objects(), plan.kept());
    }

    @Override
    public Ending ending(Context<AzureObservation> context, Finish finish) {
        return AzureEnding.of(
                context.facts(),
                context.object(),
                (dev.dragoman.azure.decision.AzureStep.Finish) finish,
                AzureProgress.of(context.results()),
                observer::childrenOf);
    }

    @Override
    public Finish leftOut(AzureObservation seen, Results results, Step due, Verdict verdict) {
        return AzureDecision.withoutLine(seen.facts(), AzureProgress.of(results), due, verdict)
                .orElseGet(() -> Capability.super.leftOut(seen, results, due, verdict));
    }

    @Override
    public Ending denied(Context<AzureObservation> context, Outcome outcome) {
        var seen = context.facts();
        var unused = seen.unused(context.object());
        return Ending.quiet(outcome).withOthers(AzureEnding.unused(unused, context.object()));
    }

    @Override
    public void ended(Context<AzureObservation> context, Finish last) {
        var seen = context.facts();
        memory.ended(seen.key(), !last.outcome().reason().isEmpty());
        // if a verdict ended the reconciliation, its Finish is not of this capability's type
        if (!(last instanceof dev.dragoman.azure.decision.AzureStep.Finish finish)) {
            return;
        }
        finish.notes().stream()
                .filter(note -> note.repair())
                .forEach(note -> metrics.repaired(seen.kind().id()));
        var pending = AzureDecision.pending(seen.facts(), AzureProgress.of(context.results()));
        memory.pending(seen.key(), pending);
        AzureDecision.sign(seen.facts(), AzureProgress.of(context.results()), finish)
                .ifPresent(sign -> memory.asked(seen.key(), sign));
        var before = seen.facts().state().operation();
        var now = finish.state().operation();
        if ((now.isPresent() || !pending.isEmpty())
                && finish.outcome() instanceof Outcome.Pending(var after)) {
            memory.set(seen.key(), after, !now.equals(before));
        } else {
            memory.set(seen.key(), Duration.ZERO, true);
        }
    }

    @Override
    public void forget(ObjectKey key) {
        observer.forget(key);
    }

    /**
     * Makes the object that expressions read as {@code self}: in the applied version, with the name
     * of its resource, and with the status from Azure's answer.
     *
     * @param resource the resource as Azure shows it; empty for types that only answer HEAD
     */
    static Map<String, Object> read(AzureObservation seen, Map<String, Object> resource) {
        var object = seen.facts().subject().object();
        var out = new LinkedHashMap<>(object);
        out.put("apiVersion", seen.kind().group() + "/" + AppliedVersion.name(object, seen.kind()));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.remove("managedFields");
        out.put("metadata", metadata);
        out.put("spec", readSpec(seen, object));
        out.put("status", readStatus(seen, object, resource));
        return out;
    }

    /**
     * The spec with {@code azureName}, which webhooks of Azure Service Operator add if users leave
     * it out.
     */
    private static Map<String, Object> readSpec(AzureObservation seen, Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        if (seen.kind().fixedName().isEmpty() && seen.kind().scope() != AzureKind.Scope.NONE) {
            seen.resourceId()
                    .map(id -> id.substring(id.lastIndexOf('/') + 1))
                    .ifPresent(name -> spec.putIfAbsent("azureName", name));
        }
        return spec;
    }

    private static Map<String, Object> readStatus(
            AzureObservation seen, Map<String, Object> object, Map<String, Object> resource) {
        var before = Fields.map(object, "status");
        var hidden = seen.mapped().map(ArmBody.Result::secretPaths).orElse(Set.of());
        var status =
                new LinkedHashMap<>(
                        resource.isEmpty()
                                ? before
                                : ArmStatus.of(seen.version(), resource, hidden).fields());
        status.remove(OwnState.FIELD);
        if (before.get("conditions") != null) {
            status.put("conditions", before.get("conditions"));
        }
        return status;
    }
}
