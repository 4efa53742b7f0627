package dev.dragoman.composition.template;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Reference;
import dev.dragoman.expression.Variable;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A line of a composition: what one file NAME.LINE.object.yaml says. Immutable.
 *
 * @param line name of the line
 * @param file path of the file, for messages
 * @param apiVersion of the made objects
 * @param kind of the made objects
 * @param when whether objects are wanted; empty for always
 * @param each one object for each element of this list; empty for one object
 * @param keep when a made object stays; empty for never
 * @param missing whether only keys are set that nobody else owns
 * @param elsewhere whether objects may lie outside of the reconciled object's namespace: false,
 *     true for namespaces that are literal or made by a line, any for whatever values say
 * @param open whether expressions may give maps
 * @param existence whether an object is ready once it exists, for kinds that show no Ready
 * @param object what is made
 */
public record Template(
        String line,
        String file,
        String apiVersion,
        String kind,
        Optional<Part> when,
        Optional<Part> each,
        Optional<Part> keep,
        boolean missing,
        String elsewhere,
        boolean open,
        boolean existence,
        Part object) {
    /** What may be read of a Secret's metadata; its values are for its readers alone. */
    public static final Set<String> OF_A_SECRET = Set.of("name", "namespace", "labels", "uid");

    /** Most objects of one template. */
    public static final int MOST = 50;

    /** What {@code keep} may be. */
    static final List<String> KEEPS = List.of("always", "deletion", "never");

    /** The lines whose objects this one reads, sorted. */
    public Set<String> reads() {
        var all = new TreeSet<String>();
        references().forEach(each -> all.add(each.variable()));
        all.removeAll(TemplateCheck.VARIABLES);
        return all;
    }

    /** The whole path that the template reads, of one of which a part is not there. */
    public String read(String missing) {
        return references()
                .map(Reference::written)
                .reduce(missing, (path, each) -> each.startsWith(path + ".") ? each : path);
    }

    /** The texts with expressions. */
    Stream<Part.Text> texts() {
        var parts = Stream.of(Optional.of(object), when, each, keep).flatMap(Optional::stream);
        return parts.flatMap(Part::texts);
    }

    private Stream<Reference> references() {
        return texts().flatMap(each -> each.references().stream());
    }

    /**
     * The elements for each of which there is an object: one empty list item where the template has
     * no {@code each}.
     *
     * @throws Unrendered when the expression has no value, or none that may be used
     */
    public List<Map<String, Object>> elements(Map<String, Object> variables, Budget budget)
            throws Unrendered {
        if (each.isEmpty()) {
            return List.of(variables);
        }
        if (isOff(variables, budget)) {
            return List.of();
        }
        var value = each.get().value(variables, budget, open);
        if (value != null && !(value instanceof List<?>)) {
            throw wrong(each.get(), "'each' gives no list; let it give a list");
        }
        var elements = value == null ? List.of() : (List<?>) value;
        if (elements.size() > MOST) {
            throw wrong(
                    each.get(),
                    "'each' gives %d elements, but at most %d are allowed",
                    elements.size(),
                    MOST);
        }
        var all = new ArrayList<Map<String, Object>>();
        for (var element : elements) {
            var own = new HashMap<>(variables);
            own.put(TemplateCheck.EACH, Variable.of(element));
            all.add(own);
        }
        return all;
    }

    private static Unrendered wrong(Part part, String text, Object... values) {
        return new Unrendered(part.line(), TemplateText.text(text, values), Optional.empty());
    }

    /**
     * Whether objects are wanted.
     *
     * @throws Unrendered as {@link #object}
     */
    public boolean isWanted(Map<String, Object> variables, Budget budget) throws Unrendered {
        if (when.isEmpty()) {
            return true;
        }
        var value = when.get().value(variables, budget, true);
        if (!(value instanceof Boolean truth)) {
            throw wrong(when.get(), "'when' gives neither true nor false; compare its value");
        }
        return truth;
    }

    /** Whether no object is wanted, whatever the variables that are not known yet will be. */
    public boolean isOff(Map<String, Object> variables, Budget budget) {
        try {
            return !isWanted(variables, budget);
        } catch (Unrendered unknown) {
            return false;
        }
    }

    /**
     * When a made object stays: {@code always}, {@code deletion} or {@code never}.
     *
     * @throws Unrendered as {@link #object}
     */
    public String keep(Map<String, Object> variables, Budget budget) throws Unrendered {
        var value = keep.isEmpty() ? "never" : keep.get().value(variables, budget, false);
        if (!(value instanceof String text) || !KEEPS.contains(text)) {
            throw wrong(keep.orElseThrow(), "'keep' must be always, deletion or never");
        }
        return text;
    }

    /** Whether the template itself names a label or annotation. */
    public boolean names(String field, String key) {
        return object.at("metadata", field) instanceof Part.Entries(var _, var entries)
                && entries.containsKey(key);
    }

    /**
     * A text of the metadata, such as the name; empty when the template has none.
     *
     * @throws Unrendered as {@link #object}
     */
    public Optional<String> metadata(String field, Map<String, Object> variables, Budget budget)
            throws Unrendered {
        var part = object.at("metadata", field);
        var value = part == null ? null : part.value(variables, budget, false);
        if (value != null && !(value instanceof String)) {
            throw wrong(part, "metadata.%s is no text; use string()", field);
        }
        return Optional.ofNullable((String) value);
    }

    /** Whether other lines may not read this path of the object. */
    boolean isHidden(List<String> path) {
        boolean fits =
                !path.isEmpty()
                        && path.getFirst().equals("metadata")
                        && (path.size() == 1 || OF_A_SECRET.contains(path.get(1)));
        return kind.equals("Secret") && !fits;
    }

    /** The object's fields that have no expressions. */
    @SuppressWarnings("unchecked") // the check has seen that it is a map
    public Map<String, Object> literals() {
        return (Map<String, Object>) object.literal();
    }

    /** Whether a text of the metadata is written without expressions. */
    public boolean isLiteral(String field) {
        return object.at("metadata", field) instanceof Part.Literal;
    }

    /**
     * The object.
     *
     * @throws Unrendered when an expression has no value, or one that may not be used
     */
    @SuppressWarnings("unchecked") // the check has seen that it is a map
    public Map<String, Object> object(Map<String, Object> variables, Budget budget)
            throws Unrendered {
        return (Map<String, Object>) object.value(variables, budget, open);
    }

    /** A problem at a line of this file, as one text. */
    public String at(Unrendered why) {
        var text = why.getMessage().replaceFirst("^line 1, ", "");
        return TemplateText.problem(file, why.line(), text);
    }

    /** A problem of the whole template, as one text. */
    public String at(String text, Object... values) {
        return TemplateText.problem(file, object.line(), text, values);
    }

    /** The kind of the made objects. */
    public GroupKind made() {
        return new GroupKind(Fields.group(apiVersion), kind);
    }
}
