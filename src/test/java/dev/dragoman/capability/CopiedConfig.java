package dev.dragoman.capability;

import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A ConfigMap that is copied to the namespaces that the object names: the smallest capability that
 * makes something, keeps it, and takes it away again.
 */
final class CopiedConfig implements Capability<CopiedConfig.Facts>, CapabilityProvider {
    static final String LABEL = "copied.example.com/uid";

    private Reader reader;
    private Declaration declaration;

    /** All that matters. */
    record Facts(
            long generation,
            boolean deleting,
            String source,
            boolean found,
            List<Map<String, Object>> wanted,
            List<String> foreign,
            List<Map<String, Object>> stale) {}

    /** Make the copies be as the source is. */
    record Copy(List<Map<String, Object>> copies) implements Step {
        @Override
        public Object body(StepCall<?> call) {
            return copies;
        }
    }

    /** Delete copies that are not wanted any more. */
    record Remove(List<Map<String, Object>> copies) implements Step {}

    /** The step that no component has. */
    public record Steps(Remover remover) {
        public int remove(StepCall<Facts> call) {
            var copies = call.step(Remove.class).copies();
            copies.forEach(remover::delete);
            return copies.size();
        }
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    private static final CapabilityLines LINES =
            CapabilityLines.of(
                            "copied-config",
                            Line.of("remove", "bean:copiedConfigSteps.remove").after("claim"),
                            Line.of("copy", "kubernetes-apply:copied-config").after("claim"))
                    .deleting(
                            Line.of("remove", "bean:copiedConfigSteps.remove"),
                            Line.of("release", "bean:copied-config.release")
                                    .after("remove")
                                    .always());

    @Override
    public Optional<Observed<Facts>> observe(Reconciliation reconciliation) {
        var object = reconciliation.object();
        var uid = Fields.metadata(object, "uid");
        var name = String.valueOf(Fields.spec(object).get("configMap"));
        var source = new ObjectKey("", "ConfigMap", reconciliation.key().namespace(), name);
        var found = reader.get("v1", source);
        var needs = new HashSet<ObjectKey>();
        needs.add(source);
        var wanted = new ArrayList<Map<String, Object>>();
        var foreign = new ArrayList<String>();
        if (!Fields.deleting(object)
                && Fields.spec(object).get("namespaces") instanceof List<?> to) {
            for (var each : to) {
                var copy = new ObjectKey("", "ConfigMap", String.valueOf(each), name);
                needs.add(copy);
                found.ifPresent(from -> wanted.add(copy(from, copy, uid)));
                reader.get("v1", copy)
                        .filter(there -> !Fields.label(there, LABEL).equals(uid))
                        .ifPresent(any -> foreign.add(copy.namespace()));
            }
        }
        var stale =
                new ArrayList<>(
                        reader.metadata("v1", "ConfigMap", "", LABEL + "=" + uid, each -> each));
        stale.removeIf(there -> wanted.stream().anyMatch(each -> same(each, there)));
        return Optional.of(
                new Observed<>(
                        new Facts(
                                Fields.generation(object),
                                Fields.deleting(object),
                                name,
                                found.isPresent(),
                                wanted,
                                foreign,
                                found.isPresent() || Fields.deleting(object) ? stale : List.of()),
                        needs,
                        wanted.isEmpty() ? Optional.empty() : Optional.of(wanted)));
    }

    private static boolean same(Map<String, Object> one, Map<String, Object> other) {
        return Fields.metadata(one, "namespace").equals(Fields.metadata(other, "namespace"))
                && Fields.metadata(one, "name").equals(Fields.metadata(other, "name"));
    }

    private static Map<String, Object> copy(Map<String, Object> from, ObjectKey to, String uid) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of(
                        "namespace", to.namespace(),
                        "name", to.name(),
                        "labels", Map.of(LABEL, uid)),
                "data",
                Fields.map(from, "data"));
    }

    @Override
    @SuppressWarnings("unchecked")
    public Facts wanted(Facts facts, Object wanted) {
        return new Facts(
                facts.generation(),
                facts.deleting(),
                facts.source(),
                facts.found(),
                (List<Map<String, Object>>) wanted,
                facts.foreign(),
                facts.stale());
    }

    @Override
    public Step decide(Facts facts, Results done) {
        if (!facts.stale().isEmpty() && !done.has(Remove.class)) {
            return new Remove(facts.stale());
        }
        if (facts.deleting()) {
            return Ending.quiet(Outcome.done());
        }
        if (!facts.found()) {
            return waiting(facts, "SourceNotFound", "there is no ConfigMap " + facts.source());
        }
        if (!facts.foreign().isEmpty()) {
            return waiting(
                    facts,
                    "NotOurs",
                    "ConfigMap %s in %s was not copied by this object; delete it there"
                            .formatted(facts.source(), String.join(", ", facts.foreign())));
        }
        if (!facts.wanted().isEmpty() && !done.has(Copy.class)) {
            return new Copy(facts.wanted());
        }
        var text = "%d copies".formatted(facts.wanted().size());
        return Ending.of(
                        Condition.ready("Copied", text, facts.generation()),
                        Note.normal("Copied", text),
                        Outcome.done())
                .withStatus(Map.of("copies", facts.wanted().size()));
    }

    private static Ending waiting(Facts facts, String reason, String text) {
        return Ending.of(
                Condition.notReady(Severity.WARNING, reason, text, facts.generation()),
                Note.warning(reason, text),
                Outcome.done());
    }

    @Override
    public List<CapabilityLines> lines() {
        return List.of(LINES);
    }

    @Override
    public Installed install(Platform platform) {
        var writers = platform.writers();
        reader = writers.reader();
        declaration =
                new Declaration(
                        "copied-config",
                        Optional.of("copied.example.com/copies"),
                        "CopyConfig",
                        new ConditionStatus(writers.status(), "copied-config", platform.clock()),
                        LINES);
        return new Installed(
                List.of(this), Map.of("copiedConfigSteps", new Steps(writers.remover())), () -> {});
    }
}
