package dev.dragoman.cli.trial;

import dev.dragoman.Operator;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.composition.CompositionProvider;
import dev.dragoman.composition.Definitions;
import dev.dragoman.composition.template.Template;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checks say of a team's files.
 *
 * @param findings errors and warnings of routes, kamelets and steps
 * @param broken errors of templates and of other files that capabilities read
 */
public record CheckedFiles(List<Diagnostic> findings, List<String> broken) {
    /**
     * Checks the files.
     *
     * @throws IllegalArgumentException when a setting is wrong
     */
    public static CheckedFiles of(Map<String, String> settings, Overlays overlays) {
        var found = Operator.overlayCheck(settings, overlays).check(overlays);
        return new CheckedFiles(found, broken(settings, overlays));
    }

    /** Errors of files other than routes, kamelets and steps. */
    public static List<String> broken(Map<String, String> settings, Overlays overlays) {
        // the operator's settings decide what the file of a capability may contain
        var files = Operator.fileProblems(settings, overlays);
        return files.isEmpty() ? unknownKinds(overlays) : files;
    }

    /** All errors, as lines. */
    public List<String> errors() {
        var all = new ArrayList<String>();
        findings.stream().filter(each -> !each.warning()).forEach(each -> all.add(each.toString()));
        all.addAll(broken);
        return all;
    }

    /** All warnings, as lines. */
    public List<String> warnings() {
        return findings.stream().filter(Diagnostic::warning).map(Diagnostic::toString).toList();
    }

    /**
     * The templates of a kind or version that the catalog lacks although it has the group. Kinds
     * that have a definition beside the templates are another's.
     */
    private static List<String> unknownKinds(Overlays overlays) {
        var others = Definitions.of(overlays::ending, new ArrayList<>()).specs().keySet();
        return new CompositionProvider()
                .reading(overlays::ending, any -> Map.of()).templates().stream()
                        .flatMap(each -> each.lines().values().stream())
                        .filter(each -> !others.contains(each.made()))
                        .flatMap(each -> unknownKind(each).stream())
                        .toList();
    }

    private static Optional<String> unknownKind(Template template) {
        var group = template.made().group();
        var kinds =
                Catalog.load().names().stream()
                        .filter(each -> each.group().equals(group))
                        .map(KindName::kind)
                        .toList();
        var versions =
                Catalog.load().find(group, template.kind()).stream()
                        .flatMap(each -> each.versions().stream())
                        .flatMap(each -> each.names().stream())
                        .map(each -> group + "/" + each)
                        .toList();
        if (kinds.isEmpty() || versions.contains(template.apiVersion())) {
            return Optional.empty();
        }
        var hint =
                versions.isEmpty()
                        ? Nearest.of(template.kind(), kinds)
                        : Nearest.of(template.apiVersion(), versions);
        return Optional.of(
                template.at(
                        "there is no %s in %s%s; correct it, or put the definition of another operator's kind beside the templates",
                        template.kind(), template.apiVersion(), Nearest.hint(hint)));
    }
}
