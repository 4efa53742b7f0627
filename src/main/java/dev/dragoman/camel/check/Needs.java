package dev.dragoman.camel.check;

import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.camel.event.KubernetesEventConstants;
import dev.dragoman.camel.vault.VaultComponent;
import dev.dragoman.kube.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
        for (var file : overlays) {
            for (var address : EndpointAddress.of(file)) {
                engine(address, problems);
                event(address, reasons, problems);
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
