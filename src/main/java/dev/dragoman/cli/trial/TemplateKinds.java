package dev.dragoman.cli.trial;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.camel.Overlays;
import dev.dragoman.composition.CompositionProvider;
import dev.dragoman.composition.Definitions;
import dev.dragoman.composition.template.Template;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds of Azure that templates of compositions name. */
final class TemplateKinds {
    private TemplateKinds() {}

    /**
     * The templates of a kind or version that the catalog lacks although it has the group. Kinds
     * that have a definition beside the templates are another's.
     */
    static List<String> problems(Overlays overlays) {
        var others = Definitions.of(overlays::ending, new ArrayList<>()).specs().keySet();
        return new CompositionProvider()
                .reading(overlays::ending, any -> Map.of()).templates().stream()
                        .flatMap(each -> each.lines().values().stream())
                        .filter(each -> !others.contains(each.made()))
                        .flatMap(each -> problem(each).stream())
                        .toList();
    }

    private static Optional<String> problem(Template template) {
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
