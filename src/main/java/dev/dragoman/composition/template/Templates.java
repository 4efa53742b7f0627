package dev.dragoman.composition.template;

import dev.dragoman.expression.Scope;
import dev.dragoman.reconcile.GroupKind;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The templates and rules of one composition. Immutable.
 *
 * @param name name of the composition
 * @param lines by name, each after the lines that it reads
 * @param status what is shown in the status of the reconciled object; empty without such a file
 */
public record Templates(
        String name, Map<String, Template> lines, List<Rule> rules, Optional<Template> status) {
    /** How the names of templates' files end. */
    public static final String OBJECT = ".object.yaml";

    /** How the names of rules' files end. */
    public static final String RULES = ".rules.yaml";

    /** How the name of a file ends that says what the reconciled object's status shows. */
    public static final String STATUS = ".status.yaml";

    /** The other objects of the kind, in rules. */
    static final String PEERS = "peers";

    private static final Pattern FILE = Pattern.compile("([a-z][a-z0-9-]{0,39})\\.([^.]+)");

    public Templates {
        rules = List.copyOf(rules);
    }

    /**
     * Reads files.
     *
     * @param problems gets the mistakes
     * @return by the name of the composition; to be used only where there is no problem
     */
    public static Map<String, Templates> of(Collection<TemplateText> files, List<String> problems) {
        var named = new TreeMap<String, Map<String, TemplateText>>();
        var besides = new TreeMap<String, TemplateText>();
        for (var file : files) {
            if (file.name().endsWith(RULES) || file.name().endsWith(STATUS)) {
                besides.put(file.name(), file);
                continue;
            }
            var name = FILE.matcher(file.stem(OBJECT));
            if (name.matches()) {
                var lines = named.computeIfAbsent(name.group(1), any -> new TreeMap<>());
                lines.put(name.group(2), file);
            } else {
                problems.add(
                        file.problem(
                                1,
                                "the name must be COMPOSITION.LINE.object.yaml, such as teams.identity.object.yaml"));
            }
        }
        var all = new TreeMap<String, Templates>();
        named.forEach((name, lines) -> all.put(name, read(name, lines, besides, problems)));
        for (var each : besides.values()) {
            problems.add(
                    each.problem(
                            1,
                            "there are no templates %s.LINE.object.yaml to which this file belongs",
                            each.name().replaceFirst("[.].*", "")));
        }
        return all;
    }

    /** Why a composition cannot have this name; an empty text when it can. */
    public static String refusal(String name) {
        return TemplateCheck.refusalOfName(name);
    }

    /** Whether a line or a rule reads the Platform. */
    public boolean readsPlatform() {
        var references =
                Stream.concat(
                        all().flatMap(Template::texts).flatMap(each -> each.references().stream()),
                        rules.stream().flatMap(each -> each.rule().references().stream()));
        return references.anyMatch(each -> each.variable().equals(TemplateCheck.PLATFORM));
    }

    /** The lines, and the status. */
    private Stream<Template> all() {
        return Stream.concat(lines.values().stream(), status.stream());
    }

    /**
     * Compares the lines, and what they read of the reconciled object, with the schemas of specs.
     *
     * @param reconciled the kinds whose objects the composition gets
     * @param specs the schema of a kind's spec; empty when it is not known
     * @param problems gets the mistakes
     */
    public void compare(
            Collection<GroupKind> reconciled,
            Function<GroupKind, Map<String, Object>> specs,
            List<String> problems) {
        for (var line : lines.values()) {
            var none = new Part.Entries(line.object().line(), Map.of());
            var spec = Objects.requireNonNullElse(line.object().at("spec"), none);
            new SchemaCheck(line.kind(), line.file(), problems)
                    .part(spec, specs.apply(line.made()), "spec");
        }
        for (var kind : reconciled) {
            var schema = specs.apply(kind);
            all().forEach(
                            line -> {
                                var check = new SchemaCheck(kind.kind(), line.file(), problems);
                                line.texts()
                                        .forEach(
                                                each ->
                                                        check.reads(
                                                                each.line(),
                                                                each.references(),
                                                                schema));
                            });
            for (var each : rules) {
                new SchemaCheck(kind.kind(), each.file(), problems)
                        .reads(each.line(), each.rule().references(), schema);
            }
        }
    }

    private static Templates read(
            String name,
            Map<String, TemplateText> files,
            Map<String, TemplateText> besides,
            List<String> problems) {
        var variables = new TreeSet<>(TemplateCheck.VARIABLES);
        variables.addAll(files.keySet());
        var scope = Scope.of(variables);
        var read = new TreeMap<String, Template>();
        files.forEach(
                (line, file) -> {
                    Stream.of(TemplateCheck.refusalOfName(name), TemplateCheck.refusal(line))
                            .filter(why -> !why.isEmpty())
                            .forEach(why -> problems.add(file.problem(1, why)));
                    var template = new TemplateFile(file, problems).template(line, scope);
                    template.ifPresent(each -> read.put(line, each));
                });
        TemplateCheck.all(read, problems);
        var rules = Optional.ofNullable(besides.remove(name + RULES));
        var status = Optional.ofNullable(besides.remove(name + STATUS));
        return new Templates(
                name,
                sorted(read),
                rules.map(each -> new TemplateFile(each, problems).rules()).orElse(List.of()),
                status.flatMap(each -> new TemplateFile(each, problems).status(read, scope)));
    }

    /** Each template after those that it reads; by name where that leaves a choice. */
    private static Map<String, Template> sorted(Map<String, Template> read) {
        var all = new LinkedHashMap<String, Template>();
        var left = new TreeMap<>(read);
        while (!left.isEmpty()) {
            // in a circle, which the check reports, the first one
            var next = left.firstKey();
            for (var each : left.values()) {
                if (Collections.disjoint(each.reads(), left.keySet())) {
                    next = each.line();
                    break;
                }
            }
            all.put(next, left.remove(next));
        }
        return Collections.unmodifiableMap(all);
    }
}
