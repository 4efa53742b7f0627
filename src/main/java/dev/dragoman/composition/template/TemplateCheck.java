package dev.dragoman.composition.template;

import dev.dragoman.capability.point.Point;
import dev.dragoman.expression.Expression;
import dev.dragoman.expression.Reference;
import dev.dragoman.kube.object.SettableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for mistakes in a template of a composition, before it is used.
 *
 * @param templates all templates of the composition, by line
 * @param problems gets the mistakes
 */
record TemplateCheck(Template template, Map<String, Template> templates, List<String> problems) {
    static final String OBJECT = "object";
    static final String CLUSTER = "cluster";
    static final String EACH = "each";
    static final String PLATFORM = "platform";

    /** The variables of a template, besides its lines. */
    static final Set<String> VARIABLES = Set.of(OBJECT, CLUSTER, EACH, PLATFORM);

    private static final List<String> OF_THE_CLUSTER =
            List.of("issuer", "subject", "version", "tenantId", "subscriptionId", "clientId");

    private static final String UNREADABLE = "%s cannot be read; of %s there are %s";

    /** Fields that say who may do what: whoever writes an object must not choose them. */
    private static final Map<String, List<String>> LITERAL =
            Map.of(
                    "Role", List.of("rules"),
                    "ClusterRole", List.of("rules", "aggregationRule"),
                    "RoleBinding", List.of("roleRef"),
                    "ClusterRoleBinding", List.of("roleRef"),
                    "Secret", List.of("type"));

    /** Marks that the operator sets itself. */
    private static final Set<String> MARKS =
            Stream.of("composition", "made-for", "kept-for", "filled-for", "keep", "adopt")
                    .map("dragoman.dev/"::concat)
                    .collect(Collectors.toUnmodifiableSet());

    /** Names of the core's steps, which a line cannot have, as those of points. */
    private static final Set<String> STEPS =
            Set.of(
                    "observe compare claim apply remove release end record finish makers peers"
                            .split(" "));

    /**
     * Names with which {@code dragoman-NAME} would be an account, a role or a field manager of the
     * operator itself.
     */
    private static final Set<String> OF_THE_OPERATOR =
            Set.of(
                    "agents azure cdtargets certificates dashboard discovery edit export kinds metrics namespaces objects operator overlays secrets sidecars status system view webhook"
                            .split(" "));

    /** Why a composition cannot have this name; an empty text when it can. */
    static String refusalOfName(String composition) {
        boolean taken =
                OF_THE_OPERATOR.contains(composition)
                        || composition.matches(".*-(deletion|granted|operator|status|writes)");
        return taken
                ? "a composition cannot have the name '%s', because dragoman-%s is the operator's; rename its files"
                        .formatted(composition, composition)
                : "";
    }

    /** Why a line cannot have this name; an empty text when it can. */
    static String refusal(String line) {
        if (!line.matches("[a-z][A-Za-z0-9]{0,39}")) {
            return "the line '%s' must have letters and digits only, at most 40, and begin with a small letter"
                    .formatted(line);
        }
        boolean taken = STEPS.contains(line) || VARIABLES.contains(line);
        return taken || Stream.of(Point.values()).anyMatch(each -> each.text().equals(line))
                ? "a line cannot have the name '%s', which means something else; rename the file"
                        .formatted(line)
                : "";
    }

    /** Adds the mistakes to the problems. */
    static void all(Map<String, Template> templates, List<String> problems) {
        var checks = new ArrayList<TemplateCheck>();
        for (var each : templates.values()) {
            checks.add(new TemplateCheck(each, templates, problems));
        }
        checks.forEach(TemplateCheck::one);
        checks.forEach(each -> each.circle(each.template.line(), new TreeSet<>()));
    }

    /** Adds only the mistakes in what the template reads. */
    static void references(
            Template template, Map<String, Template> templates, List<String> problems) {
        template.texts().forEach(new TemplateCheck(template, templates, problems)::references);
    }

    private void one() {
        var object = template.object();
        for (var field : List.of("name", "namespace")) {
            var part = object.at("metadata", field);
            knownBefore("metadata." + field, Optional.ofNullable(part));
            if (part instanceof Part.Literal(var _, var value) && !(value instanceof String)) {
                problem(part, "metadata.%s must be a text; write it in quotation marks", field);
            }
        }
        knownBefore("each", template.each());
        if (template.keep().orElse(null) instanceof Part.Literal keep
                && !List.of("always", "deletion").contains(keep.value())) {
            problem(keep, "'keep' must be always or deletion");
        }
        for (var field : LITERAL.getOrDefault(template.kind(), List.of())) {
            literal(field, object.at(field));
        }
        var subjects = object.at("subjects");
        if (subjects instanceof Part.Items(var _, var all)
                && all.stream().allMatch(Part.Entries.class::isInstance)) {
            for (var each : all) {
                literal("subjects[].kind", each.at("kind"));
                literal("subjects[].apiGroup", each.at("apiGroup"));
            }
        } else if (subjects != null) {
            problem(
                    subjects,
                    "write the list 'subjects' itself, because the kinds of subjects must be literal");
        }
        metadata();
        typed("when", template.when(), Expression.Result.BOOL, "true or false");
        typed("each", template.each(), Expression.Result.LIST, "a list");
        template.texts().forEach(this::references);
        boolean data = template.kind().equals("ConfigMap") || template.kind().equals("Secret");
        if (template.missing() && !(data && template.keep().isEmpty())) {
            problem(
                    object,
                    "'missing' is for ConfigMaps and Secrets, and not together with 'keep': what others own is never deleted");
        }
    }

    private void metadata() {
        var object = template.object();
        if (!(object.at("metadata") instanceof Part.Entries(var _, var fields))
                || fields.get("name") == null) {
            problem(object, "the object has no metadata.name; write one");
            return;
        }
        var others = new TreeSet<>(fields.keySet());
        others.removeAll(SettableMetadata.FIELDS);
        if (!others.isEmpty()) {
            problem(
                    fields.get(others.first()),
                    "metadata.%s is set by the operator; a template may set only name, namespace, labels and annotations",
                    others.first());
        }
        for (var field : List.of("labels", "annotations")) {
            if (fields.get(field) instanceof Part.Entries(var _, var keys)) {
                for (var key : keys.keySet()) {
                    if (MARKS.contains(key)) {
                        problem(keys.get(key), key + " is the operator's; remove it");
                    }
                }
            }
        }
        if (object.at("status") != null) {
            problem(object.at("status"), "a template cannot set the status");
        }
        if (template.each().isPresent() && !isNamedByElement()) {
            problem(
                    fields.get("name"),
                    "metadata.name has no ${each}, so all objects of this line would have one name");
        }
    }

    private boolean isNamedByElement() {
        return Stream.of("name", "namespace")
                .map(each -> template.object().at("metadata", each))
                .filter(Part.Text.class::isInstance)
                .flatMap(each -> ((Part.Text) each).references().stream())
                .anyMatch(each -> each.variable().equals(EACH));
    }

    private void typed(
            String option, Optional<Part> value, Expression.Result wanted, String words) {
        if (value.isEmpty()) {
            return;
        }
        if (!(value.get() instanceof Part.Text(var _, var text)
                && text.isSingle()
                && Set.of(wanted, Expression.Result.OPEN).contains(text.result()))) {
            problem(value.get(), "'%s' must be one expression ${...} that gives %s", option, words);
        }
    }

    /** What a line is named by is known before any line runs. */
    private void knownBefore(String where, Optional<Part> part) {
        for (var text : part.stream().flatMap(Part::texts).toList()) {
            for (var each : text.references()) {
                if (templates.containsKey(each.variable())) {
                    problem(
                            text,
                            "%s reads the line %s; it may read only object, platform, cluster and each, so that it is known which objects there are",
                            where,
                            each.variable());
                    break;
                }
            }
        }
    }

    private void literal(String field, Part part) {
        var texts = part == null ? List.<Part.Text>of() : part.texts().toList();
        if (!texts.isEmpty()) {
            problem(
                    texts.getFirst(),
                    "%s of a %s must be literal: who writes the reconciled object would choose rights with it",
                    field,
                    template.kind());
        }
    }

    private void references(Part.Text part) {
        for (var each : part.references()) {
            var why = refusal(each);
            if (!why.isEmpty()) {
                problem(part, "column %d: %s", each.column(), why);
                return;
            }
        }
    }

    private String refusal(Reference read) {
        var line = read.variable();
        if (line.equals(EACH)) {
            return template.each().isPresent()
                    ? ""
                    : "there is no 'each' beside 'object:', so ${each} has no value";
        }
        if (line.equals(template.line())) {
            return "the line reads itself; let it read other lines";
        }
        return templates.containsKey(line) && templates.get(line).isHidden(read.fields())
                ? UNREADABLE.formatted(
                        read.written(), "a Secret", "metadata.name, namespace, labels and uid")
                : unreadable(read);
    }

    /** Why a part of the object or of the cluster cannot be read; an empty text when it can. */
    static String unreadable(Reference read) {
        var first = read.fields().isEmpty() ? "" : read.fields().getFirst();
        var parts =
                Map.of(OBJECT, List.of("metadata", "spec"), CLUSTER, OF_THE_CLUSTER)
                        .getOrDefault(read.variable(), List.of(first));
        return parts.contains(first)
                ? ""
                : UNREADABLE.formatted(
                        read.written(), "the " + read.variable(), String.join(", ", parts));
    }

    private void circle(String line, Set<String> passed) {
        var from = template.line();
        for (var each : templates.get(line).reads()) {
            if (each.equals(from) && !each.equals(line)) {
                if (passed.stream().allMatch(other -> from.compareTo(other) < 0)) {
                    problem(
                            template.object(),
                            "the lines %s and %s read each other, so none can be made; break the circle",
                            from,
                            line);
                }
            } else if (templates.containsKey(each) && passed.add(each)) {
                circle(each, passed);
            }
        }
    }

    private void problem(Part part, String text, Object... values) {
        problems.add(TemplateText.problem(template.file(), part.line(), text, values));
    }
}
