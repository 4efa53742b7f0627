package dev.dragoman.namespaces.template;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.reconcile.KindSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Template of the objects for a request: documents of a file, and the {@link Extras}. Each object
 * is the request's Namespace, or lies in this Namespace. Immutable.
 */
public final class Template {
    /** Name of the built-in file, and of an overlay that replaces it. */
    public static final String FILE = "namespace.template.yaml";

    private static final String NAMESPACE = "$NAMESPACE";
    private static final List<String> METADATA =
            List.of("name", "namespace", "labels", "annotations");

    private final List<Map<String, Object>> objects;

    private Template(List<Map<String, Object>> objects) {
        this.objects = objects;
    }

    /**
     * Reads and checks a template.
     *
     * @param name name of the file, for messages
     * @param granted kinds that the template may contain in addition to the Namespace
     * @throws TemplateBroken with each problem and its line
     */
    public static Template parse(
            String name, String text, List<KindSelector> granted, Extras extras) {
        var file = TemplateFile.parse(name, text);
        var problems = new TemplateCheck(file, granted).problems();
        if (!problems.isEmpty()) {
            throw new TemplateBroken(problems);
        }
        var objects = new ArrayList<Map<String, Object>>();
        file.documents().forEach(each -> objects.add(each.content()));
        objects.addAll(extras.objects());
        // the Namespace first, as the other objects cannot be made before it
        objects.sort(java.util.Comparator.comparing(each -> !isNamespace(each)));
        var metadata = Fields.map(objects.getFirst(), "metadata");
        var labels = new LinkedHashMap<>(Fields.map(metadata, "labels"));
        labels.putAll(extras.labels());
        labels.put(Keys.THANK_YOU, "");
        metadata = Json.with(metadata, "labels", labels);
        objects.set(0, Json.with(objects.getFirst(), "metadata", metadata));
        return new Template(List.copyOf(objects));
    }

    /** The exception for a file that cannot be read as a template. */
    public static TemplateBroken broken(String problem, Throwable cause) {
        var broken = new TemplateBroken(List.of(problem));
        broken.initCause(cause);
        return broken;
    }

    /**
     * Names of the template's ConfigMaps that have the same name in all namespaces, because it has
     * no placeholder.
     */
    public List<String> configMaps() {
        return objects.stream()
                .filter(each -> "ConfigMap".equals(each.get("kind")))
                .map(each -> Fields.metadata(each, "name"))
                .filter(name -> !name.contains("$"))
                .toList();
    }

    /**
     * Kinds of the objects that are made in addition to the Namespace, each as apiVersion and kind.
     */
    public List<Map.Entry<String, String>> kinds() {
        return objects.stream()
                .skip(1)
                .map(
                        each ->
                                Map.entry(
                                        String.valueOf(each.get("apiVersion")),
                                        String.valueOf(each.get("kind"))))
                .distinct()
                .toList();
    }

    /**
     * The objects for one request, the Namespace first, each with {@link Keys#VENDED}.
     *
     * @param namespace name of the namespace, a DNS label
     * @param requests name of the namespace of the requests
     */
    public List<Map<String, Object>> render(String namespace, String requests) {
        return objects.stream().map(each -> render(each, namespace, requests)).toList();
    }

    private static Map<String, Object> render(
            Map<String, Object> template, String namespace, String requests) {
        var object = new LinkedHashMap<String, Object>();
        template.forEach((key, value) -> object.put(key, filled(value, namespace, requests)));
        var metadata = Fields.map(object, "metadata");
        var labels = Json.with(Fields.map(metadata, "labels"), Keys.VENDED, "true");
        metadata = Json.with(metadata, "labels", labels);
        if (!isNamespace(object)) {
            metadata.put("namespace", namespace);
        }
        object.put("metadata", metadata);
        return object;
    }

    /**
     * Replaces placeholders by names. Does so in values only and after parsing, so that a name
     * cannot add YAML.
     */
    private static Object filled(Object value, String namespace, String requests) {
        return switch (value) {
            case String text ->
                    text.replace("${REQUESTS_NAMESPACE}", requests)
                            .replace("$REQUESTS_NAMESPACE", requests)
                            .replace("${NAMESPACE}", namespace)
                            .replace(NAMESPACE, namespace);
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<String, Object>();
                map.forEach((k, v) -> out.put(String.valueOf(k), filled(v, namespace, requests)));
                yield out;
            }
            case List<?> list ->
                    list.stream().map(each -> filled(each, namespace, requests)).toList();
            default -> value;
        };
    }

    static boolean isNamespace(Map<String, Object> object) {
        return "v1".equals(object.get("apiVersion")) && "Namespace".equals(object.get("kind"));
    }

    /** Whether the text stands for the name of the request's namespace. */
    static boolean itself(String text) {
        return NAMESPACE.equals(text) || "${NAMESPACE}".equals(text);
    }

    static List<String> allowedMetadata() {
        return METADATA;
    }
}
