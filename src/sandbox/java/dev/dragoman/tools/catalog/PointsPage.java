package dev.dragoman.tools.catalog;

import dev.dragoman.camel.arm.AzureArmConstants;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.confine.SimpleFunctions;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.camel.reconcile.KubernetesReconcileConstants;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointHeaders;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.component.azure.key.vault.KeyVaultConstants;

/** Generates {@code docs/points.md}: all extension points, headers and beans. */
public final class PointsPage {
    private static final Pattern USED = Pattern.compile("dragoman-point:([a-z-]+)");
    private static final Map<Point, List<String>> POINTS = points();
    private static final Map<String, String> HEADERS = headers();
    private static final Map<String, String> METHODS = methods();

    private PointsPage() {}

    private static Map<Point, List<String>> points() {
        var all = new LinkedHashMap<Point, List<String>>();
        all.put(
                Point.OBJECTS,
                List.of(
                        "after the object was observed, between the lines that make objects; runs often",
                        "the objects that the lines above make, a list of maps; changes to it have no effect",
                        "`objects`"));
        all.put(
                Point.DESIRED,
                List.of(
                        "after the object was observed, whenever something is to be made or kept; not on deletion; runs often",
                        "what is wanted: the body of the PUT, a map; for namespaces the objects, a list of maps",
                        "`body`, `verdict`; the changed body replaces the operator's"));
        all.put(
                Point.BEFORE_CREATE,
                List.of(
                        "after the operator has read what exists, before finalizer and claim, if nothing exists yet",
                        "what is wanted",
                        "`verdict`"));
        all.put(
                Point.BEFORE_CHANGE,
                List.of(
                        "before a request that changes what exists",
                        "what is wanted; the header `DragomanDiffers` has the paths",
                        "`verdict`"));
        all.put(
                Point.SIGN,
                List.of(
                        "before a certificate other than a CA's is signed",
                        "a map: `request` (PEM of PKCS#10), `commonName`, `hosts`, `server`, `client`, `validFor` (seconds)",
                        "`signature`, `verdict`, `https`"));
        all.put(
                Point.BEFORE_DELETE,
                List.of("before a request that deletes", "a map with `id`", "`verdict`"));
        all.put(
                Point.AFTER_CREATE,
                List.of(
                        "when the creation outside is finished, before Ready, until the steps have succeeded once for this id",
                        "what exists",
                        "`azure-arm`, `azure-key-vault`, `kubernetes-apply`, `kubernetes-event`, `https`; a failure is shown in the object's condition (`AfterCreateFailed`), and the steps are tried again"));
        all.put(
                Point.EXPORTED,
                List.of(
                        "before Secrets and ConfigMaps are written for the user",
                        "these objects, a list of maps",
                        "`exports`; the changed body replaces the operator's"));
        all.put(
                Point.TRANSITION,
                List.of(
                        "before the status shows another Ready, reason or outside id; at most 2 s",
                        "a map: `group`, `version`, `kind`, `namespace`, `name`, `outsideId`, `ready`, `was`, `reason`, `message`, `generation`",
                        "the same as `after-create`; a failure is logged and counted, kept in `status.dragoman.untold`, and tried again after 5 s to 5 minutes"));
        return all;
    }

    private static Map<String, String> headers() {
        var all = new LinkedHashMap<String, String>();
        all.put(KubernetesReconcileConstants.GROUP, "API group of the object");
        all.put(KubernetesReconcileConstants.KIND, "its kind");
        all.put(KubernetesReconcileConstants.NAMESPACE, "its namespace; empty where it has none");
        all.put(KubernetesReconcileConstants.NAME, "its name");
        all.put(KubernetesReconcileConstants.UID, "its uid");
        all.put(KubernetesReconcileConstants.GENERATION, "its generation");
        all.put(KubernetesReconcileConstants.CAUSE, "why it is reconciled; for logs");
        all.put(KubernetesReconcileConstants.NUMBER, "number of the reconciliation; for logs");
        all.put(KubernetesReconcileConstants.GONE, "`false`");
        all.put(
                KubernetesReconcileConstants.DELETING,
                "whether the object is being deleted; `true` occurs only in `before-delete` and `transition`");
        all.put(PointHeaders.LABELS, "labels of the object, a map");
        all.put(PointHeaders.ANNOTATIONS, "annotations of the object, a map");
        all.put(PointHeaders.NAMESPACE_LABELS, "labels of its namespace, a map");
        all.put(PointHeaders.NAMESPACE_ANNOTATIONS, "annotations of its namespace, a map");
        all.put(PointHeaders.OBJECT, "the object; it cannot be changed");
        all.put(CapabilityProcessors.STEP, "name of the point without the capability");
        all.put(PointHeaders.EXISTS, "in `before-` points: whether what the request is about exists outside");
        all.put(PointHeaders.DIFFERS, "in `before-` points: paths that differ, a list");
        all.put(PointHeaders.REASON, "in `before-` points: why the request is due, for people");
        all.put(AzureArmConstants.PATH, "for `azure-arm`: path in place of the option");
        all.put(AzureArmConstants.API_VERSION, "for `azure-arm`: version in place of the option");
        all.put(AzureArmConstants.STATUS, "set by `azure-arm`: HTTP status of the answer");
        all.put(KeyVaultConstants.SECRET_NAME, "for `azure-key-vault`: name of the entry");
        return all;
    }

    private static Map<String, String> methods() {
        var all = new LinkedHashMap<String, String>();
        all.put(
                "verdict.refuse(reason, message)",
                "Ready=False, severity Error, until the object, its namespace or the overlay changes");
        all.put(
                "verdict.hold(reason, message, after)",
                "Ready=False, severity Info; the operator tries again after the time `after`, such as `5m`, and at once after a change");
        all.put("body.set(path, value)", "sets a field, even if the object sets another value: `properties.rules[0].name`, `tags['cost.centre']`. For namespaces it sets the field of all objects, or only of those that a prefix of the path names, such as `Namespace:` or `ServiceAccount/admin:`");
        all.put("body.setDefault(path, value)", "sets a field that the object does not set");
        all.put(
                "body.add(path, value)",
                "adds a value to a list, such as `properties.ipRules`, unless the list has it. A list that is not there begins with it");
        all.put("body.remove(path)", "removes a field");
        all.put(
                "body.tag(name, value)",
                "sets a tag that the object does not set, where the type has tags");
        all.put("objects.add()", "adds the object in the message body, a map");
        all.put(
                "objects.template()",
                "adds the object that the YAML in the message body describes. The step above sets it as a `constant`. Expressions of the language simple in its texts are replaced; their body is that of the point. A text that is a single expression becomes a value of the expression's type. The value of an expression cannot change the rest of the YAML");
        all.put(
                "signature.given(chain, roots)",
                "hands over what another CA has signed. `chain` is the certificate and the CAs below the root, `roots` the roots. Each is PEM, a text or a list of texts. `roots` may be null if the chain ends with a root");
        all.put(
                "once.pass(key, period)",
                "for a condition, such as `${bean:once?method=pass(chat, 10m)}`: whether the steps may run, which is once in the period for each object. The key names the limit, which all files of the object share, and is written out");
        all.put(
                "exports.add(secret, newKey, fromKey)",
                "writes the value of a key under a further key of the Secret, without showing it to the steps; `*` means each Secret");
        all.put("exports.label(name, value)", "sets a label on all that is written");
        all.put("exports.annotation(name, value)", "sets an annotation on all that is written");
        return all;
    }

    /** The methods that the beans offer to steps, as {@code BEAN.METHOD/ARGUMENTS}. */
    static Set<String> offered() {
        var found = new TreeSet<String>();
        PointBeans.ALL.forEach(
                (name, bean) -> {
                    for (Method method : bean.getClass().getDeclaredMethods()) {
                        if (Modifier.isPublic(method.getModifiers())) {
                            found.add(
                                    "%s.%s/%d"
                                            .formatted(
                                                    name,
                                                    method.getName(),
                                                    method.getParameterCount() - 1));
                        }
                    }
                });
        return found;
    }

    /** The methods that the page describes, in the form of {@link #offered}. */
    static Set<String> described() {
        return METHODS.keySet().stream()
                .map(
                        text ->
                                text.replaceFirst("\\(.*", "")
                                        + "/"
                                        + (text.endsWith("()")
                                                ? 0
                                                : text.split(",", -1).length))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The headers that the page describes. */
    static Set<String> describedHeaders() {
        return new TreeSet<>(HEADERS.keySet());
    }

    /**
     * The page in Markdown.
     *
     * @param routes directory of the built-in routes
     */
    public static String of(Path routes) throws IOException {
        var out = new StringBuilder();
        out.append(
                """
                # Extension points

                The points at which a platform team can add steps. This page is generated from the code. [overlays.md](overlays.md)
                explains it, and [recipes](recipes/README.md) has examples.

                ## Points

                A file `CAPABILITY-POINT.NAME.steps.yaml` adds steps. `POINT.NAME.steps.yaml` adds them for all capabilities and compositions
                whose route has the point. There is such a file for %s.
                The files of a point run in the order of NAME.

                | point | runs | message body | for |
                |---|---|---|---|
                """
                        .formatted(
                                Arrays.stream(Point.values())
                                        .filter(Point::isShared)
                                        .map(each -> "`" + each.text() + "`")
                                        .collect(Collectors.joining(", "))));
        POINTS.forEach(
                (point, cells) ->
                        out.append("| `")
                                .append(point.text())
                                .append("` | ")
                                .append(String.join(" | ", cells))
                                .append(" |\n"));
        out.append(
                "| `before-send` | at `before-create` and at `before-change`: one file for both; `DragomanStep` says which one runs | what is wanted | `verdict` |\n");
        out.append("\n| capability | points |\n|---|---|\n");
        offers(routes)
                .forEach(
                        (capability, points) ->
                                out.append("| `")
                                        .append(capability)
                                        .append("` | ")
                                        .append(
                                                points.stream()
                                                        .map(each -> "`" + each + "`")
                                                        .collect(Collectors.joining(", ")))
                                        .append(" |\n"));
        // its makers are lines, as those of agents, and it has two routes too
        out.append("| each [composition](compositions.md), by its name | `")
                .append(String.join("`, `", offers(routes).get("agents")))
                .append("` |\n");
        out.append("\n## Headers\n\n| header | |\n|---|---|\n");
        HEADERS.forEach(
                (name, text) ->
                        out.append("| `").append(name).append("` | ").append(text).append(" |\n"));
        out.append(
                """

                ## Beans

                Called as `bean:NAME?method=METHOD(...)`; values in quotes are text, and `${...}` is Camel's language simple. A value
                that is null, such as a missing label, changes nothing.

                | method | |
                |---|---|
                """);
        METHODS.forEach(
                (name, text) ->
                        out.append("| `").append(name).append("` | ").append(text).append(" |\n"));
        out.append(
                """

                When the steps end, the body must still have each of its fields, except those that a bean removed. A new body that
                lacks other fields is not sent.

                ## Functions

                These functions of the language simple read the message, or make a value from values; all others are refused:

                """);
        var byLetter =
                SimpleFunctions.names().stream()
                        .collect(
                                Collectors.groupingBy(
                                        each -> each.charAt(0),
                                        TreeMap::new,
                                        Collectors.mapping(
                                                each -> "`" + each + "`",
                                                Collectors.joining(", ", "- ", "\n"))));
        byLetter.values().forEach(out::append);
        return out.toString();
    }

    /** The points that the routes have, by capability. */
    private static Map<String, List<String>> offers(Path routes) throws IOException {
        var found = new TreeMap<String, TreeSet<String>>();
        try (var files = Files.list(routes)) {
            for (var file : files.sorted().toList()) {
                USED.matcher(Files.readString(file))
                        .results()
                        // the point "transition" without a capability is of a route that all
                        // capabilities share
                        .filter(use -> Point.ofId(use.group(1)).isPresent())
                        .forEach(
                                use -> {
                                    var point = Point.ofId(use.group(1)).orElseThrow();
                                    var capability =
                                            use.group(1)
                                                    .substring(
                                                            0,
                                                            use.group(1).length()
                                                                    - point.text().length()
                                                                    - 1);
                                    found.computeIfAbsent(capability, c -> new TreeSet<>())
                                            .add(point.text());
                                });
            }
        }
        var out = new TreeMap<String, List<String>>();
        found.forEach((capability, points) -> out.put(capability, List.copyOf(points)));
        return out;
    }
}
