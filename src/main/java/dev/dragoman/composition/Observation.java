package dev.dragoman.composition;

import dev.dragoman.capability.Observed;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.capability.object.AddedObjects.Named;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Present;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.composition.decision.CompositionFacts;
import dev.dragoman.composition.decision.CompositionMaker;
import dev.dragoman.composition.decision.CompositionTrouble;
import dev.dragoman.composition.decision.LineFacts;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.composition.template.Rule;
import dev.dragoman.composition.template.Template;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.composition.template.Unrendered;
import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Variable;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads what exists for one object, each object once. Confined to one reconciliation. */
final class Observation {
    /** Most objects of one reconciled object; more would not fit its record. */
    private static final int MOST = 100;

    private static final String CRD = "CustomResourceDefinition";
    private static final String DEFINITIONS = "apiextensions.k8s.io";

    private final Templates templates;
    private final Reader reader;
    private final Reader operator;
    private final Optional<Map<String, Object>> platform;
    private final Map<String, Object> object;
    private final Map<ObjectKey, Optional<Map<String, Object>>> read = new HashMap<>();

    /**
     * @param reader reads as the composition's account
     * @param operator reads as the operator
     * @param platform the Platform; empty when there is none
     */
    Observation(
            Templates templates,
            Reader reader,
            Reader operator,
            Optional<Map<String, Object>> platform,
            Map<String, Object> object) {
        this.templates = templates;
        this.reader = reader;
        this.operator = operator;
        this.platform = platform;
        this.object = object;
    }

    /**
     * What is there for an object that is not being deleted.
     *
     * @param remembered what was recorded before it was made
     * @param cluster what templates know of the cluster
     * @param trial whether what a line makes counts as there for the others
     */
    Observed<CompositionFacts> all(
            Collection<Named> remembered, Map<String, Object> cluster, boolean trial) {
        var recorded = recorded(remembered);
        var known = new HashMap<String, Object>();
        known.put("object", Variable.of(part(object)));
        known.put("cluster", Variable.of(cluster));
        platform.ifPresent(each -> known.put("platform", Variable.of(Fields.spec(each))));
        var budget = new Budget();
        var lines = lines(known, budget);
        var rendered = rendered(known, budget, lines);
        while (trial && imagine(rendered.made().values())) {
            var again = new Budget();
            rendered = rendered(known, again, lines(known, again));
        }
        var facts =
                new CompositionFacts(
                        object,
                        templates,
                        lines,
                        recorded,
                        rendered.made(),
                        rendered.status(),
                        false);
        var needs = new HashSet<>(read.keySet());
        if (templates.readsPlatform()) {
            needs.add(platform.map(Fields::key).orElse(TeamPlatform.ANY));
        }
        return new Observed<>(facts, needs, present(lines, recorded));
    }

    /** What is there for an object that is being deleted. */
    Observed<CompositionFacts> leaving(Collection<Named> remembered) {
        var recorded = recorded(remembered);
        var facts =
                new CompositionFacts(
                        object,
                        templates,
                        Map.of(),
                        recorded,
                        Map.of(),
                        CompositionFacts.Status.NONE,
                        isDetached());
        return new Observed<>(facts, Set.copyOf(read.keySet()));
    }

    private Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        return read.computeIfAbsent(key, any -> reader.get(apiVersion, key));
    }

    private boolean isOurs(Map<String, Object> there) {
        return MadeMarks.isOurs(there, templates.name(), object);
    }

    private static Map<String, Object> part(Map<String, Object> object) {
        return Map.of("metadata", Fields.map(object, "metadata"), "spec", Fields.spec(object));
    }

    /** The objects that were recorded before they were made, as far as they exist and are ours. */
    private Map<Named, Map<String, Object>> recorded(Collection<Named> remembered) {
        var all = new LinkedHashMap<Named, Map<String, Object>>();
        for (var each : remembered) {
            try {
                if (!each.line().isEmpty()) {
                    var there = get(each.apiVersion(), each.key());
                    there.filter(this::isOurs).ifPresent(ours -> all.put(each, ours));
                }
            } catch (InvalidName | KindMissing gone) {
                // what cannot exist need not be removed
            }
        }
        return all;
    }

    private Map<String, LineFacts> lines(Map<String, Object> known, Budget budget) {
        var all = new LinkedHashMap<String, LineFacts>();
        templates.lines().forEach((name, each) -> all.put(name, line(each, known, budget)));
        return all;
    }

    private LineFacts line(Template template, Map<String, Object> known, Budget budget) {
        var targets = new ArrayList<LineFacts.Target>();
        Trouble trouble;
        try {
            var resource = reader.resource(template.apiVersion(), template.kind());
            for (var own : template.elements(known, budget)) {
                if (template.isOff(own, budget)) {
                    continue;
                }
                var key = key(template, resource.namespaced(), own, budget);
                var there = get(template.apiVersion(), key);
                targets.add(new LineFacts.Target(key, own, there));
            }
            return new LineFacts(template, resource.status(), targets, Optional.empty());
        } catch (Unrendered why) {
            trouble = CompositionTrouble.invalid(template.at(why));
        } catch (KindMissing | InvalidName why) {
            var text = template.at(why.getMessage());
            trouble = CompositionTrouble.invalid(text).over(Trouble.Over.UNSEEN);
        }
        return new LineFacts(template, false, targets, Optional.of(trouble));
    }

    private ObjectKey key(
            Template template, boolean namespaced, Map<String, Object> variables, Budget budget)
            throws Unrendered {
        var name = template.metadata("name", variables, budget);
        var namespace = template.metadata("namespace", variables, budget);
        return new ObjectKey(
                template.made().group(),
                template.kind(),
                namespaced ? namespace.orElse(Fields.metadata(object, "namespace")) : "",
                name.orElse(""));
    }

    private record Rendered(Map<String, Made> made, CompositionFacts.Status status) {}

    private Rendered rendered(
            Map<String, Object> known, Budget budget, Map<String, LineFacts> lines) {
        var why = refusal(known, budget, lines);
        if (why.isEmpty()) {
            var maker = new CompositionMaker(object, templates.name(), budget, known, lines);
            var made = maker.all();
            var none = CompositionFacts.Status.NONE;
            return new Rendered(made, templates.status().map(maker::status).orElse(none));
        }
        var all = new LinkedHashMap<String, Made>();
        lines.keySet().forEach(each -> all.put(each, new Made.Unknown(List.of(why.get()))));
        return new Rendered(all, CompositionFacts.Status.NONE);
    }

    /** Why nothing at all is made for the object; empty when something is. */
    private Optional<Trouble> refusal(
            Map<String, Object> known, Budget budget, Map<String, LineFacts> lines) {
        if (templates.readsPlatform() && platform.isEmpty()) {
            return Optional.of(CompositionTrouble.waiting("there is no Platform yet; make one"));
        }
        int targets = lines.values().stream().mapToInt(each -> each.targets().size()).sum();
        if (targets > MOST) {
            return Optional.of(CompositionTrouble.tooMany(targets, MOST));
        }
        var variables = new HashMap<>(known);
        for (var rule : templates.rules()) {
            variables.put("peers", Variable.of(rule.readsPeers() ? peers(rule) : List.of()));
            try {
                var broken = rule.broken(variables, budget);
                if (broken.isPresent()) {
                    if (rule.readsPeers()) {
                        // it may be kept once a peer has changed or gone
                        var own = Fields.key(object);
                        read.put(ObjectKey.any(own.group(), own.kind()), Optional.empty());
                    }
                    return Optional.of(CompositionTrouble.rule(rule.reason(), broken.get()));
                }
            } catch (Unrendered why) {
                return Optional.of(CompositionTrouble.invalidRule(rule.at(why)));
            }
        }
        return Optional.empty();
    }

    private List<Map<String, Object>> peers(Rule rule) {
        var own = Fields.key(object);
        var namespace = rule.near() ? own.namespace() : "";
        var apiVersion = String.valueOf(object.get("apiVersion"));
        Function<Map<String, Object>, Map<String, Object>> other =
                each -> Fields.key(each).equals(own) ? Map.of() : part(each);
        var all = new ArrayList<>(operator.list(apiVersion, own.kind(), namespace, "", other));
        all.removeIf(Map::isEmpty);
        return all;
    }

    /** Takes what does not exist of these objects for made; false when there is none. */
    private boolean imagine(Collection<Made> made) {
        boolean more = false;
        for (var each : made) {
            for (var wanted : each.objects()) {
                var key = Fields.key(wanted);
                if (read.getOrDefault(key, Optional.empty()).isEmpty()) {
                    read.put(key, Optional.of(wanted));
                    more = true;
                }
            }
        }
        return more;
    }

    private Present present(
            Map<String, LineFacts> lines, Map<Named, Map<String, Object>> recorded) {
        var all = new LinkedHashMap<ObjectKey, Present.There>();
        for (var line : lines.values()) {
            var template = line.template();
            for (var each : line.there().entrySet()) {
                boolean others = template.missing() || !isOurs(each.getValue());
                all.put(each.getKey(), there(template.line(), each.getValue(), others));
            }
        }
        recorded.forEach(
                (named, there) -> all.putIfAbsent(named.key(), there(named.line(), there, false)));
        var labels = Map.of(MadeMarks.COMPOSITION, templates.name());
        return new Present(object, labels, all, Set.of());
    }

    private static Present.There there(String line, Map<String, Object> there, boolean others) {
        return new Present.There(line, there, others || MadeMarks.stays(there, false));
    }

    /**
     * Whether the definition of the object's kind is being deleted. Then its objects go by
     * themselves, and nobody has asked for the removal of what was made for them.
     */
    private boolean isDetached() {
        var apiVersion = String.valueOf(object.get("apiVersion"));
        try {
            var resource = operator.resource(apiVersion, String.valueOf(object.get("kind")));
            var name = resource.plural() + "." + Fields.group(apiVersion);
            var key = new ObjectKey(DEFINITIONS, CRD, "", name);
            return operator.get(DEFINITIONS + "/v1", key).filter(Fields::deleting).isPresent();
        } catch (KindMissing gone) {
            return true;
        }
    }
}
