package dev.dragoman.cli.validate;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.camel.Overlays;
import dev.dragoman.composition.CompositionProvider;
import dev.dragoman.composition.Definitions;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.settings.OperatorSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;

/** Prints the account of a composition with its rights. */
public final class RightsPage {
    private RightsPage() {}

    /** Prints the manifests, or which compositions there are; returns the exit code. */
    public static int print(
            Overlays overlays, String name, Map<String, String> settings, CommandLine command) {
        var compositions = new CompositionProvider().reading(overlays::ending, any -> Map.of());
        if (!compositions.names().contains(name)) {
            var text = "there are no templates %s.LINE.object.yaml in the overlays".formatted(name);
            command.getErr().println(text);
            command.getErr().flush();
            return 1;
        }
        var namespace = OperatorSettings.from(settings).namespace();
        command.getOut().print(compositions.rights(name, namespace, plurals(overlays)));
        command.getOut().flush();
        return 0;
    }

    /** The plurals of kinds that definitions among the overlays or the catalog name. */
    static Map<GroupKind, String> plurals(Overlays overlays) {
        var plurals = new HashMap<>(Definitions.of(overlays::ending, new ArrayList<>()).plurals());
        for (var each : Catalog.load().names()) {
            plurals.putIfAbsent(new GroupKind(each.group(), each.kind()), each.plural());
        }
        return plurals;
    }
}
