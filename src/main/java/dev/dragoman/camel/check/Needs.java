package dev.dragoman.camel.check;

import dev.dragoman.camel.arm.AzureArmConstants;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.camel.event.KubernetesEventConstants;
import dev.dragoman.camel.vault.VaultComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Finds endpoints that would fail for each message, because an option or the reconciled object is
 * missing.
 */
final class Needs {
    private static final Set<String> ABOUT_AN_OBJECT =
            Set.of(
                    "azure-arm",
                    VaultComponent.SCHEME,
                    "kubernetes-status",
                    "kubernetes-event",
                    "kubernetes-finalizer");

    private static final Pattern MAPS =
            Pattern.compile("azure-arm:(put|post)|kubernetes-(apply|status):.*");

    private static final Set<String> BRANCHES = Set.of("filter", "when", "otherwise", "step");

    private static final Pattern PATH = Pattern.compile("/|\\{id}|\\{\\{|\\$\\{");

    private Needs() {}

    static List<Diagnostic> check(List<YamlFile> all, List<YamlFile> overlays) {
        var reach = Reach.of(all);
        var problems = new ArrayList<Diagnostic>();
        boolean reasons = isNamed(all, KubernetesEventConstants.REASON);
        boolean computed = isNamed(all, AzureArmConstants.PATH);
        var map =
                "this needs a map as message body, but the step above sets a text; write 'unmarshal: { json: {} }' between them";
        for (var file : overlays) {
            Templates.lines(file, file.root(), to -> MAPS.matcher(to.base()).matches())
                    .forEach(line -> problems.add(file.problem(line, map)));
            YamlFile.fields(file.root()).forEach(field -> branch(file, field, problems));
            for (var address : EndpointAddress.of(file)) {
                event(address, reasons, problems);
                if (address.hasScheme("azure-arm") && !computed) {
                    request(address, problems);
                }
            }
        }
        if (!reach.isUncertain()) {
            object(reach, overlays, problems);
        }
        return problems;
    }

    /** Camel takes the steps below a branch that has none for those of the branch. */
    private static void branch(YamlFile file, NodeTuple field, List<Diagnostic> problems) {
        var name = YamlFile.text(field.getKeyNode());
        if (!BRANCHES.contains(name)) {
            return;
        }
        var value = field.getValueNode();
        for (var each : value instanceof SequenceNode list ? list.getValue() : List.of(value)) {
            if (YamlFile.field(each, "steps")
                    .filter(steps -> !YamlFile.items(steps).isEmpty())
                    .isEmpty()) {
                problems.add(
                        file.problem(
                                value instanceof SequenceNode ? each : field.getKeyNode(),
                                "'%s' has no steps, so what stands below it would run under its condition alone; write them in the field 'steps' of '%s'",
                                name,
                                name));
            }
        }
    }

    private static boolean isNamed(List<YamlFile> files, String name) {
        return files.stream()
                .flatMap(file -> YamlFile.texts(file.root()))
                .anyMatch(text -> text.getValue().contains(name));
    }

    private static void event(EndpointAddress address, boolean reasons, List<Diagnostic> problems) {
        boolean event = address.hasScheme("kubernetes-event");
        if (event && address.parameter("reason").isBlank() && !reasons) {
            var reason = "kubernetes-event needs a reason: set the option reason or the header %s";
            problems.add(address.problem(reason, KubernetesEventConstants.REASON));
        }
    }

    /** Finds requests without path or version. With neither, it is a line of the route azure. */
    private static void request(EndpointAddress address, List<Diagnostic> problems) {
        var path = address.parameter("path");
        var version = address.parameter("apiVersion");
        boolean line = path.isEmpty() && !address.file().isSteps();
        if (!line && (version.isEmpty() || !PATH.matcher(path).lookingAt())) {
            problems.add(
                    address.problem(
                            "azure-arm:%s needs the options path, which begins with {id} or '/', and apiVersion, such as 2020-05-01, but has path '%s' and apiVersion '%s'",
                            address.name(), path, version));
        }
    }

    /** Finds endpoints that need the reconciled object in routes that no reconciliation reaches. */
    private static void object(Reach reach, List<YamlFile> overlays, List<Diagnostic> problems) {
        var without = reach.from(Unit::isTriggered);
        without.removeAll(reach.from(unit -> unit.scheme().equals(Reach.RECONCILE)));
        for (var unit : reach.in(overlays)) {
            if (without.contains(unit)) {
                var reason =
                        "%s is about the reconciled object, but no route that begins with %s leads here";
                EndpointAddress.of(unit.file(), unit.part()).stream()
                        .filter(Needs::writesAboutIt)
                        .map(each -> each.problem(reason, each.scheme(), Reach.RECONCILE))
                        .forEach(problems::add);
            }
        }
    }

    private static boolean writesAboutIt(EndpointAddress address) {
        return ABOUT_AN_OBJECT.contains(address.scheme())
                || (address.hasScheme("kubernetes-apply")
                        && !address.parameter("owner").equals("false"));
    }
}
