package dev.dragoman.cli.validate;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.NeededRights.Right;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.cli.trial.Documents;
import dev.dragoman.composition.CompositionProvider;
import dev.dragoman.composition.Rights;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.settings.OperatorSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Prints the rights that overlays need beyond those of the operator's own manifests. */
final class OverlayRights {
    private static final List<String> VERBS =
            List.of("get", "list", "watch", "create", "patch", "delete");

    private static final String ROLE = ShippedRights.text("role.yaml");

    /** How to allow what admission policies refuse, by resource. */
    private static final Map<String, String> WAYS =
            Map.of(
                    "networkpolicies.networking.k8s.io",
                    "To allow others: kubectl label namespace NAMESPACE dragoman.dev/allow-networkpolicies=true",
                    "configmaps",
                    "To allow others: kubectl create rolebinding dragoman-secrets --clusterrole=dragoman-secrets --serviceaccount=%s:dragoman --namespace=NAMESPACE");

    private static final String NO_WAY =
            "Others are refused: a composition may make them, as its account is not the operator's";

    private final Map<GroupKind, String> plurals;
    private final CompositionProvider compositions;
    private final Set<String> signs = new HashSet<>();

    /** Resources that the operator's account writes for routes and steps. */
    private final Set<String> written = new TreeSet<>();

    /** Verbs by account and namespace, then by resource. */
    private final Map<String, Map<String, Set<String>>> rules = new TreeMap<>();

    private OverlayRights(Overlays overlays) {
        plurals = RightsPage.plurals(overlays);
        compositions = new CompositionProvider().reading(overlays::ending, any -> Map.of());
        overlays.ending(".yaml").forEach(each -> signs.add(each.getFileName().toString()));
    }

    /**
     * Prints the manifests, and on standard error what is known only at run time.
     *
     * @param check has found no error in the overlays
     */
    static void print(
            Overlays overlays, OverlayCheck check, Map<String, String> settings, CommandLine to) {
        var namespace = OperatorSettings.from(settings).namespace();
        var page = new OverlayRights(overlays);
        settings.forEach((name, value) -> page.signs.add(name + "=" + value));
        var needed = check.rights(overlays);
        needed.unknown().forEach(to.getErr()::println);
        needed.all().forEach(each -> page.signs.add(page.resource(each)));
        needed.all().forEach(page::add);
        for (var file : overlays.ending("namespace.template.yaml")) {
            for (var each : Documents.of(file)) {
                var kind = GroupKind.of(Fields.key(each));
                page.add(new Right("", "", kind, "", "get list watch create patch"));
            }
        }
        check.secrets().names().stream()
                .filter(name -> !name.equals("dragoman-overlays"))
                .forEach(name -> page.rule("dragoman " + namespace, "secrets " + name, "get"));
        to.getOut().print(page.text(namespace));
        for (var name : page.compositions.names()) {
            to.getOut().print(page.compositions.rights(name, namespace, page.plurals));
        }
    }

    private String resource(Right right) {
        var kind = right.kind();
        var group = kind.group().isEmpty() ? "" : "." + kind.group();
        return plurals.getOrDefault(kind, Rights.plural(kind)) + right.part() + group;
    }

    private void add(Right right) {
        var resource = resource(right);
        var composition = right.unit().replaceFirst("^[^:]*:(.*)-objects$", "$1");
        boolean operator = !compositions.names().contains(composition);
        var account = operator ? "dragoman" : MadeMarks.manager(composition);
        for (var verb : right.verbs().split(" ", -1)) {
            if (!operator || !isShipped(right.kind(), resource, verb)) {
                rule(account + " " + right.namespace(), resource, verb);
            }
        }
        if (operator && right.verbs().contains("create") && !right.unit().isEmpty()) {
            written.add(resource);
        }
    }

    private boolean isShipped(GroupKind kind, String resource, String verb) {
        boolean azure = Catalog.load().find(kind.group(), kind.kind()).isPresent();
        return ((azure || compositions.reconciled().contains(kind))
                        && !verb.matches("create|delete"))
                || ShippedRights.ALL.stream()
                        .filter(each -> signs.stream().anyMatch(sign -> sign.matches(each.use())))
                        .anyMatch(each -> each.has(resource, verb.substring(0, 1)));
    }

    private void rule(String place, String resource, String verb) {
        rules.computeIfAbsent(place, any -> new TreeMap<>())
                .computeIfAbsent(resource, any -> new HashSet<>())
                .add(verb);
    }

    private String text(String namespace) {
        var out = new StringBuilder();
        for (var each : written) {
            var judges =
                    ShippedRights.ALL.stream()
                            .filter(of -> of.has(each, "cpd"))
                            .map(ShippedRights::component)
                            .collect(Collectors.joining(" or "));
            if (!judges.isEmpty()) {
                var way = WAYS.getOrDefault(each, NO_WAY).formatted(namespace);
                out.append(
                        "# Where %s is in use, its admission policy lets the operator write %s for its own objects, and in namespaces that it gave out. %s%n"
                                .formatted(judges, each, way));
            }
        }
        if (rules.isEmpty() && compositions.names().isEmpty()) {
            out.append("# nothing is needed beyond the rights of the operator's own manifests\n");
        }
        rules.forEach((place, of) -> out.append(role(place.split(" ", -1), of, namespace)));
        return out.toString();
    }

    private static String role(String[] place, Map<String, Set<String>> rules, String namespace) {
        var scope = place[1].isEmpty() ? "Cluster" : "";
        var in = place[1].isEmpty() ? "" : ", namespace: " + place[1];
        var lines = new ArrayList<String>();
        rules.forEach((resource, verbs) -> lines.add(line(resource, verbs)));
        return ROLE.formatted(scope, place[0], in, String.join("\n", lines), namespace);
    }

    private static String line(String resource, Set<String> verbs) {
        var part = resource.split(" ", -1);
        var of = part[0].split("[.]", 2);
        var group = of.length == 1 ? "\"\"" : of[1];
        var names = part.length == 1 ? "" : "resourceNames: [%s], ".formatted(part[1]);
        var sorted = new ArrayList<>(VERBS);
        sorted.retainAll(verbs);
        return "- { apiGroups: [%s], resources: [%s], %sverbs: [%s] }"
                .formatted(group, of[0], names, String.join(", ", sorted));
    }
}
