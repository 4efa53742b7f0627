package dev.dragoman.composition.decision;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.composition.decision.LineFacts.Target;
import dev.dragoman.composition.template.Part;
import dev.dragoman.composition.template.Template;
import dev.dragoman.composition.template.Unrendered;
import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Variable;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Renders the templates of a composition for one object. Confined to one reconciliation, because
 * all expressions share its budget.
 */
public final class CompositionMaker {
    /** What readers of a line see of an object that is ready, and wait for until it is. */
    private static final String READY = "ready";

    private final Map<String, Object> owner;
    private final String composition;
    private final Budget budget;
    private final Map<String, Object> variables;
    private final Map<String, LineFacts> lines;
    private final Set<ObjectKey> taken = new HashSet<>();

    /** Names of the namespaces that lines make, and whether each exists and is ours. */
    private final Map<String, Boolean> namespaces = new HashMap<>();

    /**
     * @param owner the reconciled object
     * @param known the variables besides the lines
     * @param lines as in {@link CompositionFacts}
     */
    public CompositionMaker(
            Map<String, Object> owner,
            String composition,
            Budget budget,
            Map<String, Object> known,
            Map<String, LineFacts> lines) {
        this.owner = owner;
        this.composition = composition;
        this.budget = budget;
        this.lines = lines;
        this.variables = new HashMap<>(known);
        for (var line : lines.values()) {
            if (line.template().kind().equals("Namespace")) {
                for (var each : line.targets()) {
                    boolean there = each.there().filter(this::isOurs).isPresent();
                    namespaces.putIfAbsent(each.key().name(), there);
                }
            }
        }
        lines.forEach((name, line) -> variables.put(name, value(line)));
    }

    /** What each line answers. */
    public Map<String, Made> all() {
        var all = new LinkedHashMap<String, Made>();
        lines.forEach((name, line) -> all.put(name, made(line)));
        return all;
    }

    /** The fields of the status; one that waits for a line is left out. */
    public CompositionFacts.Status status(Template status) {
        var fields = new LinkedHashMap<String, Object>();
        var troubles = new ArrayList<Trouble>();
        ((Part.Entries) status.object())
                .entries()
                .forEach(
                        (name, part) -> {
                            try {
                                fields.put(name, part.value(variables, budget, true));
                            } catch (Unrendered why) {
                                troubles.add(trouble(status, why));
                            }
                        });
        fields.values().removeIf(Objects::isNull);
        troubles.removeIf(each -> each.reason().equals(CompositionTrouble.WAITING));
        return new CompositionFacts.Status(fields, troubles);
    }

    /** The objects of a line as its readers see them: one, or a list where it makes several. */
    private Variable value(LineFacts line) {
        var template = line.template();
        var known = line.there();
        // also of what a line with 'missing' would only fill in
        known.keySet().removeIf(each -> !isPlaced(template, each));
        var there = new ArrayList<>(known.values());
        there.removeIf(each -> !template.missing() && !isOurs(each));
        there.replaceAll(each -> readable(line, each));
        var one = there.isEmpty() ? Map.of() : there.getFirst();
        return Variable.of(template.each().isPresent() ? there : one);
    }

    private static Map<String, Object> readable(LineFacts line, Map<String, Object> object) {
        if (!"Secret".equals(object.get("kind"))) {
            var all = new LinkedHashMap<>(object);
            if (line.readiness(object).isReady()) {
                all.put(READY, true);
            }
            return all;
        }
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.keySet().retainAll(Template.OF_A_SECRET);
        return Map.of("metadata", metadata);
    }

    private boolean isOurs(Map<String, Object> there) {
        return MadeMarks.isOurs(there, composition, owner);
    }

    private Made made(LineFacts line) {
        var template = line.template();
        var troubles = new ArrayList<>(line.trouble().stream().toList());
        var objects = new ArrayList<Map<String, Object>>();
        boolean known = troubles.isEmpty();
        for (var target : known ? line.targets() : List.<Target>of()) {
            var own = new HashMap<>(variables);
            own.putAll(target.variables());
            try {
                if (template.isWanted(own, budget)) {
                    var why = refusal(template, target);
                    if (why.isEmpty()) {
                        objects.add(wanted(template, target, own, troubles));
                    } else {
                        troubles.add(why.get());
                        known &= why.get().reason().equals(Trouble.NOT_OURS);
                    }
                }
            } catch (Unrendered why) {
                troubles.add(trouble(template, why));
                known = false;
            }
        }
        return known
                ? new Made.Objects(objects, troubles)
                : new Made.Unknown(troubles, objects, List.of());
    }

    private Map<String, Object> wanted(
            Template template, Target target, Map<String, Object> own, List<Trouble> troubles)
            throws Unrendered {
        var object = template.object(own, budget);
        var keep = template.keep(own, budget);
        var marked = MadeMarks.on(object, target.key(), template, keep, composition, owner);
        if (!template.missing() || target.there().isEmpty()) {
            return marked;
        }
        var manager = MadeMarks.manager(composition);
        var missing = MissingKeys.of(marked, target.there().get(), manager);
        if (!missing.empty().isEmpty()) {
            troubles.add(missing.trouble());
        }
        return missing.object();
    }

    private Trouble trouble(Template template, Unrendered why) {
        var path = why.missing().orElse("");
        var line = path.replaceFirst("[.\\[].*", "");
        if (!lines.containsKey(line)) {
            return CompositionTrouble.invalid(template.at(why));
        }
        if (lines.get(line).there().isEmpty()) {
            return waiting(template, line + " is not there yet");
        }
        var lacks = template.read(path).substring(line.length()).replaceFirst("^[.]", "");
        return waiting(
                template,
                lacks.equals(READY)
                        ? line + " is not ready yet"
                        : "%s has no %s yet".formatted(line, lacks));
    }

    private static Trouble waiting(Template template, String why) {
        return CompositionTrouble.waiting("the line %s waits: %s".formatted(template.line(), why));
    }

    /** Why a wanted object is left out; empty when it is made. */
    private Optional<Trouble> refusal(Template template, Target target) {
        var key = target.key();
        var name = key.kind() + " " + key.name();
        var mistake = mistake(template, key);
        if (!mistake.isEmpty()) {
            return Optional.of(CompositionTrouble.invalid(template.at(name + mistake)));
        }
        if (isComputed(template, key) && !namespaces.get(key.namespace())) {
            var why = "the namespace %s is not there yet".formatted(key.namespace());
            return Optional.of(waiting(template, why));
        }
        if (target.there().isEmpty() || template.missing()) {
            return Optional.empty();
        }
        var there = target.there().get();
        if (!isOurs(there) && !MadeMarks.isHandedOver(there, owner)) {
            return Optional.of(
                    Trouble.foreign(
                            String.valueOf(owner.get("kind")),
                            List.of(name),
                            "it is left out; delete it, choose another name, or annotate it with %s: \"true\" and without a made-for or kept-for"
                                    .formatted(MadeMarks.ADOPT)));
        }
        return Fields.deleting(there)
                ? Optional.of(waiting(template, name + " is still being deleted"))
                : Optional.empty();
    }

    /** What is wrong with the template of this object; an empty text when nothing is. */
    private String mistake(Template template, ObjectKey key) {
        if (!taken.add(key)) {
            return " is made twice; give the objects other names";
        }
        if (key.kind().equals("Secret")
                && ReservedSecrets.OF_THE_OPERATOR.contains(key.name())
                && !template.isLiteral("name")) {
            return " has a name under which the operator reads its own Secrets; only a literal name in the template may be this one";
        }
        return key.name().contains(" ")
                ? " has a name with a space; choose another name"
                : misplaced(template, key);
    }

    /** Whether an object may lie where it would, and its namespace is there. */
    private boolean isPlaced(Template template, ObjectKey key) {
        return misplaced(template, key).isEmpty()
                && (!isComputed(template, key) || namespaces.get(key.namespace()));
    }

    /** Why an object may not lie where it would; an empty text when it may. */
    private String misplaced(Template template, ObjectKey key) {
        if (isElsewhere(key) && template.elsewhere().equals("false")) {
            return " does not lie in the namespace of its object; write 'elsewhere: true' beside 'object:' if that is meant";
        }
        return isComputed(template, key) && !namespaces.containsKey(key.namespace())
                ? " would lie in a namespace that no line of this composition makes; write the namespace into the template, or make it"
                : "";
    }

    private boolean isElsewhere(ObjectKey key) {
        return !key.namespace().equals(Fields.metadata(owner, "namespace"));
    }

    /** Whether values choose a namespace that is not the owner's. */
    private boolean isComputed(Template template, ObjectKey key) {
        return isElsewhere(key)
                && !key.namespace().isEmpty()
                && !template.elsewhere().equals("any")
                && !template.isLiteral("namespace");
    }

    /**
     * The part of a wanted ConfigMap or Secret that nobody else owns.
     *
     * @param object what to apply
     * @param empty keys that another manager has left empty
     */
    record MissingKeys(Map<String, Object> object, List<String> empty) {
        private static final List<String> PARTS = List.of("data", "binaryData", "stringData");

        /**
         * @param there the object as it exists, with its managedFields
         */
        static MissingKeys of(
                Map<String, Object> wanted, Map<String, Object> there, String manager) {
            var copy = new LinkedHashMap<>(wanted);
            var empty = new ArrayList<String>();
            for (var part : PARTS) {
                var stored = part.equals("stringData") ? "data" : part;
                var keys = new LinkedHashMap<>(Fields.map(wanted, part));
                for (var key : new TreeSet<>(keys.keySet())) {
                    if (isOfAnother(there, stored, key, manager)) {
                        keys.remove(key);
                        if ("".equals(Fields.map(there, stored).get(key))) {
                            empty.add(key);
                        }
                    }
                }
                if (copy.containsKey(part)) {
                    copy.put(part, keys);
                }
            }
            return new MissingKeys(copy, empty);
        }

        private static boolean isOfAnother(
                Map<String, Object> there, String part, String key, String manager) {
            for (var each : Fields.managed(there)) {
                if (!manager.equals(each.get("manager"))
                        && Json.map(each, "fieldsV1", "f:" + part).containsKey("f:" + key)) {
                    return true;
                }
            }
            return false;
        }

        /** Names the keys that another manager has left empty. */
        Trouble trouble() {
            return Trouble.beside(
                    "EmptyKeys",
                    "KeysLeftEmpty",
                    "%s %s: another field manager has left %s empty, so the value is not set; let it leave the key out"
                            .formatted(
                                    object.get("kind"),
                                    Fields.metadata(object, "name"),
                                    String.join(", ", empty)));
        }
    }
}
