package dev.dragoman.composition;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.TeamFiles;
import dev.dragoman.composition.template.TemplateText;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Provides a capability for each composition of which there are templates. */
public final class CompositionProvider implements CapabilityProvider {
    private final Map<String, Templates> templates;
    private final List<String> problems;
    private final ReconciledKinds kinds;

    /** Without files there are no compositions. */
    public CompositionProvider() {
        this(Map.of(), List.of(), ReconciledKinds.of(List.of()));
    }

    private CompositionProvider(
            Map<String, Templates> templates, List<String> problems, ReconciledKinds kinds) {
        this.templates = templates;
        this.problems = problems;
        this.kinds = kinds;
    }

    @Override
    public CompositionProvider reading(
            TeamFiles files, Function<GroupKind, Map<String, Object>> specs) {
        var texts = texts(files, Templates.OBJECT);
        texts.addAll(texts(files, Templates.RULES));
        texts.addAll(texts(files, Templates.STATUS));
        if (texts.isEmpty()) {
            return this;
        }
        var found = new ArrayList<String>();
        var read = Templates.of(texts, found);
        var routes = ReconciledKinds.of(texts(files, ".camel.yaml"));
        found.addAll(routes.problems(read));
        var own = Definitions.of(files, found);
        Function<GroupKind, Map<String, Object>> all =
                kind -> own.specs().containsKey(kind) ? own.schema(kind) : specs.apply(kind);
        read.forEach((name, each) -> each.compare(routes.of(name), all, found));
        return new CompositionProvider(read, found, routes);
    }

    static List<TemplateText> texts(TeamFiles files, String suffix) {
        var all = new ArrayList<TemplateText>();
        for (var path : files.ending(suffix)) {
            try {
                all.add(TemplateText.of(path, Files.readString(path)));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(path + " cannot be read as text", unreadable);
            }
        }
        return all;
    }

    /** The templates of all compositions. */
    public Collection<Templates> templates() {
        return templates.values();
    }

    /** Names of the compositions, sorted. */
    public Set<String> names() {
        return templates.keySet();
    }

    /** The kinds whose objects routes hand to compositions, as far as routes name them. */
    public Set<GroupKind> reconciled() {
        return names().stream()
                .flatMap(each -> kinds.of(each).stream())
                .collect(Collectors.toSet());
    }

    /**
     * The kinds that route files hand to routes of their own, compositions among them.
     *
     * @param files text of each file by its name
     */
    public static Set<GroupKind> reconciled(Map<String, String> files) {
        var routes =
                files.entrySet().stream()
                        .filter(each -> each.getKey().endsWith(".camel.yaml"))
                        .map(each -> TemplateText.of(Path.of(each.getKey()), each.getValue()))
                        .toList();
        return ReconciledKinds.of(routes).all().values().stream()
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
    }

    /**
     * The manifests of a composition's account.
     *
     * @param namespace namespace of the operator
     * @param plurals the plurals of kinds, as far as they are known
     */
    public String rights(String composition, String namespace, Map<GroupKind, String> plurals) {
        var reconciled = kinds.of(composition);
        return new Rights(templates.get(composition), namespace, reconciled, plurals).manifests();
    }

    @Override
    public List<CapabilityLines> lines() {
        return templates.values().stream().map(Composition::lines).toList();
    }

    @Override
    public List<String> problems(Configuration configuration) {
        return problems;
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(problems.getFirst());
        }
        return new Compositions(templates, kinds, configuration.operator());
    }
}
