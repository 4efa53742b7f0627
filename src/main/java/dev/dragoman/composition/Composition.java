package dev.dragoman.composition;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.MakerCapability;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.object.AddedObjects;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.composition.decision.CompositionDecision;
import dev.dragoman.composition.decision.CompositionFacts;
import dev.dragoman.composition.decision.CompositionTrouble;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Makes the objects that the templates of one composition name. Thread-safe. */
final class Composition extends MakerCapability<CompositionFacts> {
    private final Templates templates;
    private final Reader reader;
    private final Reader operator;
    private final Supplier<Map<String, Object>> cluster;
    private final Supplier<Optional<Map<String, Object>>> platform;
    private final boolean trial;

    /**
     * @param reader reads as the composition's account
     * @param operator reads as the operator
     * @param cluster what templates know of the cluster
     * @param platform the Platform; empty when there is none
     * @param kinds whether the composition reconciles a kind; called for each observation
     * @param own empty for a trial, in which what a line makes counts as there for the others
     */
    Composition(
            Templates templates,
            Reader reader,
            Reader operator,
            Supplier<Map<String, Object>> cluster,
            Supplier<Optional<Map<String, Object>>> platform,
            Predicate<GroupKind> kinds,
            StatusForm form,
            Optional<Makes.Own> own) {
        super(kinds, declaration(templates, form, own), makers(templates));
        this.templates = templates;
        this.reader = reader;
        this.operator = operator;
        this.cluster = cluster;
        this.platform = templates.readsPlatform() ? platform : Optional::empty;
        this.trial = own.isEmpty();
    }

    private static Declaration declaration(
            Templates templates, StatusForm form, Optional<Makes.Own> own) {
        var name = templates.name();
        var worst = CompositionTrouble.WORST_FIRST;
        return new Declaration(
                name,
                Optional.of("dragoman.dev/" + name),
                "ReconcileObjects",
                form,
                lines(templates),
                Optional.of(new Makes(MadeMarks.manager(name), Set.of(), worst, own)));
    }

    /** The lines that the routes of a composition may have. */
    static CapabilityLines lines(Templates templates) {
        var name = templates.name();
        var makers = new ArrayList<Line>();
        for (var each : templates.lines().values()) {
            var address = "kubernetes-object:%s.%s".formatted(name, each.line());
            var line = Line.maker(each.line(), address);
            makers.add(line.after(each.reads().toArray(String[]::new)).read());
        }
        var apply = Line.of("apply", "kubernetes-apply:" + MadeMarks.manager(name));
        var release = Line.of("release", "bean:%s.release".formatted(name));
        return CapabilityLines.making(name, makers, apply.after("compare", "claim").always())
                .deleting(release.after("remove").always());
    }

    @Override
    protected Observed<CompositionFacts> observation(Reconciliation reconciliation) {
        var object = reconciliation.object();
        var remembered = AddedObjects.remembered(declaration().form().marks(object));
        var observation = new Observation(templates, reader, operator, platform.get(), object);
        return Fields.deleting(object)
                ? observation.leaving(remembered)
                : observation.all(remembered, cluster.get(), trial);
    }

    private static Map<String, Function<StepCall<CompositionFacts>, Made>> makers(
            Templates templates) {
        var all = new HashMap<String, Function<StepCall<CompositionFacts>, Made>>();
        for (var line : templates.lines().keySet()) {
            all.put(line, call -> call.facts().made().getOrDefault(line, new Made.NotWanted()));
        }
        return all;
    }

    @Override
    public Step decide(CompositionFacts facts, Results done) {
        return CompositionDecision.next(facts, done);
    }
}
