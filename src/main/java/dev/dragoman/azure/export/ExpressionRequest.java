package dev.dragoman.azure.export;

import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Scope;
import dev.dragoman.kube.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An expression, and where its value is to be written.
 *
 * @param destination where the value is written; its field is the path of the expression, such as
 *     {@code spec.operatorSpec.secretExpressions[0]}
 * @param value the expression
 * @param labels expressions for labels of the destination
 * @param annotations expressions for annotations of the destination
 */
public record ExpressionRequest(
        Destination destination,
        String value,
        Map<String, String> labels,
        Map<String, String> annotations) {
    /** Only {@code self}: for ConfigMaps, labels and annotations, which anybody may read. */
    public static final Scope SELF =
            new Scope(
                    Set.of("self"),
                    Map.of(
                            "secret",
                            "the variable secret is not available here: only values of secretExpressions may use it, because anybody may read labels, annotations and ConfigMaps"));

    /** {@code self} and {@code secret}. */
    public static final Scope SELF_AND_SECRET =
            new Scope(new LinkedHashSet<>(List.of("self", "secret")), Map.of(), Set.of("secret"));

    private static final Map<String, String> LISTS =
            Map.of("secretExpressions", "Secret", "configMapExpressions", "ConfigMap");

    /** The expressions in {@code operatorSpec} of this spec. */
    static List<ExpressionRequest> of(Map<String, Object> spec) {
        var requests = new ArrayList<ExpressionRequest>();
        if (spec.get("operatorSpec") instanceof Map<?, ?> operator) {
            for (var list : List.of("configMapExpressions", "secretExpressions")) {
                if (operator.get(list) instanceof List<?> expressions) {
                    for (int i = 0; i < expressions.size(); i++) {
                        var field = "spec.operatorSpec.%s[%d]".formatted(list, i);
                        requests.add(of(field, LISTS.get(list), expressions.get(i)));
                    }
                }
            }
        }
        return List.copyOf(requests);
    }

    private static ExpressionRequest of(String field, String kind, Object written) {
        var each = written instanceof Map<?, ?> map ? map : Map.of();
        return new ExpressionRequest(
                new Destination(
                        field,
                        kind,
                        Json.text(each, "name"),
                        Optional.of(Json.text(each, "key")).filter(key -> !key.isEmpty())),
                Json.text(each, "value"),
                ExportRequest.texts(each.get("labels")),
                ExportRequest.texts(each.get("annotations")));
    }

    /** How many expressions the request has, with those of labels and annotations. */
    int expressions() {
        return 1 + labels.size() + annotations.size();
    }

    /** Which variables the expression may use. */
    Scope scope() {
        return "Secret".equals(destination.kind()) ? SELF_AND_SECRET : SELF;
    }

    /** Whether the expression reads exported secrets. */
    boolean readsSecrets() {
        return ExportExpression.check(value, scope()) instanceof Checked.Right(var expression)
                && !expression.references("secret").isEmpty();
    }

    /** Expressions for labels and annotations, by their path below the path of the request. */
    Map<String, String> marks() {
        var out = new java.util.TreeMap<String, String>();
        labels.forEach((name, value) -> out.put("labels['%s']".formatted(name), value));
        annotations.forEach((name, value) -> out.put("annotations['%s']".formatted(name), value));
        return out;
    }
}
