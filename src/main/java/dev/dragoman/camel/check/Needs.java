package dev.dragoman.camel.check;

import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.arm.AzureArmConstants;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.camel.event.KubernetesEventConstants;
import dev.dragoman.camel.vault.VaultComponent;
import dev.dragoman.kube.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

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

    private Needs() {}

    /**
     * @param builtIn built-in files that no overlay replaces
     */
    static List<Diagnostic> check(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var all = new ArrayList<>(builtIn);
        all.addAll(overlays);
        var reach = Reach.of(all);
        var problems = new ArrayList<Diagnostic>();
        boolean reasons =
                all.stream()
                        .flatMap(file -> YamlFile.texts(file.root()))
                        .anyMatch(
                                text -> text.getValue().contains(KubernetesEventConstants.REASON));
        boolean computed =
                all.stream()
                        .flatMap(file -> YamlFile.texts(file.root()))
                        .anyMatch(text -> text.getValue().contains(AzureArmConstants.PATH));
        for (var file : overlays) {
            texts(file, problems);
            for (var address : EndpointAddress.of(file)) {
                engine(address, problems);
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

    private static void engine(EndpointAddress address, List<Diagnostic> problems) {
        var engine = address.parameter("engine").replaceFirst("^#", "");
        if (address.hasScheme(Reach.RECONCILE)
                && !engine.isEmpty()
                && !EndpointAddress.isComputed(engine)
                && !engine.equals(Subscriptions.BEAN)) {
            problems.add(
                    address.problem(
                            "there is no engine '%s'; leave the option engine out", engine));
        }
    }

    private static void event(EndpointAddress address, boolean reasons, List<Diagnostic> problems) {
        if (!address.hasScheme("kubernetes-event")) {
            return;
        }
        if (address.parameter("reason").isBlank() && !reasons) {
            problems.add(
                    address.problem(
                            "kubernetes-event needs a reason: set the option reason or the header "
                                    + KubernetesEventConstants.REASON));
        }
        var type = address.parameter("type").toUpperCase(Locale.ROOT);
        if (!type.isEmpty()
                && !EndpointAddress.isComputed(type)
                && Arrays.stream(EventType.values()).noneMatch(t -> t.name().equals(type))) {
            problems.add(
                    address.problem(
                            "kubernetes-event has no type '%s'; known are %s",
                            type, Arrays.toString(EventType.values())));
        }
    }

    /** Finds requests without path or version. With neither, it is a line of the route azure. */
    private static void request(EndpointAddress address, List<Diagnostic> problems) {
        var path = address.parameter("path");
        var version = address.parameter("apiVersion");
        boolean line = path.isEmpty() && version.isEmpty();
        if (line ? address.file().isSteps() : path.isEmpty() || version.isEmpty()) {
            problems.add(
                    address.problem(
                            "azure-arm:%s needs the option %s, such as %s",
                            address.name(),
                            path.isEmpty() ? "path" : "apiVersion",
                            path.isEmpty()
                                    ? "path={id}/providers/Microsoft.Authorization/locks/keep"
                                    : "apiVersion=2020-05-01, the version of the type in Azure"));
        } else if (!line && !path.matches("(?s)(/|\\{id}|\\{\\{|\\$\\{).*")) {
            problems.add(
                    address.problem(
                            "the path '%s' of azure-arm must begin with {id}, the id of the object's resource, or with '/'",
                            path));
        }
    }

    /** Finds steps that need a map as body directly below a step that makes a text. */
    private static void texts(YamlFile file, List<Diagnostic> problems) {
        var lists = YamlFile.fields(file.root()).map(NodeTuple::getValueNode).map(YamlFile::items);
        lists.forEach(
                steps -> {
                    for (int i = 1; i < steps.size(); i++) {
                        boolean text =
                                YamlFile.field(steps.get(i - 1), "setBody")
                                        .flatMap(body -> YamlFile.field(body, "constant"))
                                        .isPresent();
                        YamlFile.field(steps.get(i), "to")
                                .flatMap(to -> EndpointAddress.sent(file, to))
                                .filter(to -> text && MAPS.matcher(to.base()).matches())
                                .map(
                                        to ->
                                                to.problem(
                                                        "%s needs a map as message body, but the step above sets a text; write 'unmarshal: { json: {} }' between them",
                                                        to.base()))
                                .ifPresent(problems::add);
                    }
                });
    }

    /** Finds endpoints that need the reconciled object in routes that no reconciliation reaches. */
    private static void object(Reach reach, List<YamlFile> overlays, List<Diagnostic> problems) {
        var without = reach.from(Unit::isTriggered);
        without.removeAll(reach.from(unit -> unit.scheme().equals(Reach.RECONCILE)));
        for (var unit : reach.in(overlays)) {
            if (without.contains(unit)) {
                EndpointAddress.of(unit.file(), unit.part()).stream()
                        .filter(Needs::writesAboutIt)
                        .map(
                                address ->
                                        address.problem(
                                                "%s is about the reconciled object, but no route that begins with %s leads here",
                                                address.scheme(), Reach.RECONCILE))
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
