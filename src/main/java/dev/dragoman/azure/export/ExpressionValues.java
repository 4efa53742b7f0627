package dev.dragoman.azure.export;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Value;
import dev.dragoman.expression.Variable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Evaluates an object's expressions, and adds the values to the Secrets and ConfigMaps that are
 * written. Confined to one {@link ExportPlan}.
 */
final class ExpressionValues {
    /** Valid keys of Secrets and ConfigMaps. */
    private static final Pattern KEY = Pattern.compile("(?!\\.\\.?$)[-._a-zA-Z0-9]{1,253}");

    private final Variable self;
    private final Map<String, String> secret;
    private final Written written;
    private final Budget budget = new Budget();

    ExpressionValues(Variable self, Map<String, String> secret, Written written) {
        this.self = self;
        this.secret = secret;
        this.written = written;
    }

    /**
     * Adds the values of one request.
     *
     * @return why the request failed, or empty; the text shows no value that the expression read
     */
    Optional<String> add(ExpressionRequest request) {
        return value(request)
                .or(() -> marks(request, "labels", request.labels()))
                .or(() -> marks(request, "annotations", request.annotations()));
    }

    private Optional<String> value(ExpressionRequest request) {
        var field = request.destination().field();
        if (!(ExportExpression.check(request.value(), request.scope())
                instanceof Checked.Right(var expression))) {
            return Optional.of(field + ".value: the text is no expression");
        }
        boolean shown = expression.references("secret").isEmpty();
        return switch (ExportExpression.value(
                expression, Map.of("self", self, "secret", secret), budget)) {
            case Value.Failed(var why, _) -> Optional.of("%s.value: %s".formatted(field, why));
            case Value.Result(String text) ->
                    request.destination()
                            .key()
                            .map(key -> put(request, key, text, true))
                            .orElseGet(() -> Optional.of(ExpressionCheck.noKey(request)));
            case Value.Result(var texts) ->
                    request.destination().key().isPresent()
                            ? Optional.of(ExpressionCheck.keys(request))
                            : put(request, (Map<?, ?>) texts, shown);
        };
    }

    private Optional<String> put(ExpressionRequest request, Map<?, ?> texts, boolean shown) {
        for (var each : new TreeMap<Object, Object>(texts).entrySet()) {
            var key = (String) each.getKey();
            if (!KEY.matcher(key).matches()) {
                var destination = request.destination();
                return Optional.of(
                        "%s.value: the expression gives %s, which no %s can have; use letters, digits, -, _ and ."
                                .formatted(
                                        destination.field(),
                                        shown ? "the key '%s'".formatted(excerpt(key)) : "a key",
                                        destination.kind()));
            }
            var why = put(request, key, (String) each.getValue(), shown);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    private static String excerpt(String key) {
        return key.length() > 40 ? key.substring(0, 40) + "…" : key;
    }

    /**
     * Adds one value.
     *
     * @param shown whether a message may show the key; false if the key was made from a secret
     * @return why the value cannot be added, or empty
     */
    private Optional<String> put(
            ExpressionRequest request, String key, String text, boolean shown) {
        var destination = request.destination();
        return written.put(destination, key, text)
                ? Optional.empty()
                : Optional.of(
                        ExportPlan.twice(
                                destination.field(), shown ? "key " + key : "a key", destination));
    }

    private Optional<String> marks(
            ExpressionRequest request, String field, Map<String, String> expressions) {
        var destination = request.destination();
        var marks = new TreeMap<String, String>();
        for (var each : expressions.entrySet()) {
            var at = "%s.%s['%s']: ".formatted(destination.field(), field, each.getKey());
            if (!(ExportExpression.check(each.getValue(), ExpressionRequest.SELF)
                    instanceof Checked.Right(var expression))) {
                return Optional.of(at + "the text is no expression");
            }
            switch (ExportExpression.value(expression, Map.of("self", self), budget)) {
                case Value.Failed(var why, _) -> {
                    return Optional.of(at + why);
                }
                case Value.Result(String text) -> marks.put(each.getKey(), text);
                case Value.Result _ -> {
                    return Optional.of(at + ExpressionCheck.NO_MAP);
                }
            }
        }
        return written.mark(destination, field, marks)
                .map(name -> ExportPlan.differs(destination.field(), field, name, destination));
    }
}
