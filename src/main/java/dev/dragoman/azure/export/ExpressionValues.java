package dev.dragoman.azure.export;

import dev.dragoman.azure.expression.Budget;
import dev.dragoman.azure.expression.Checked;
import dev.dragoman.azure.expression.Expression;
import dev.dragoman.azure.expression.Scope;
import dev.dragoman.azure.expression.Self;
import dev.dragoman.azure.expression.Value;
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

    private final Self self;
    private final Map<String, String> secret;
    private final Written written;
    private final Budget budget = new Budget();

    ExpressionValues(Self self, Map<String, String> secret, Written written) {
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
        if (!(Expression.check(request.value(), request.scope())
                instanceof Checked.Right(var expression))) {
            return Optional.of(field + ".value: the text is no expression");
        }
        boolean hidden = expression.secrets().any();
        return switch (expression.evaluate(self, secret, budget)) {
            case Value.Failed(var why) -> Optional.of("%s.value: %s".formatted(field, why));
            case Value.Text(var text) ->
                    request.destination()
                            .key()
                            .map(key -> put(request, key, text, true))
                            .orElseGet(() -> Optional.of(ExpressionCheck.noKey(request)));
            case Value.Texts(var texts) ->
                    request.destination().key().isPresent()
                            ? Optional.of(ExpressionCheck.keys(request))
                            : put(request, texts, !hidden);
        };
    }

    private Optional<String> put(
            ExpressionRequest request, Map<String, String> texts, boolean shown) {
        for (var each : new TreeMap<>(texts).entrySet()) {
            if (!KEY.matcher(each.getKey()).matches()) {
                return Optional.of(
                        "%s.value: the expression gives %s, which no %s can have; use letters, digits, -, _ and ."
                                .formatted(
                                        request.destination().field(),
                                        shown
                                                ? "the key '%s'".formatted(excerpt(each.getKey()))
                                                : "a key",
                                        request.destination().kind()));
            }
            var why = put(request, each.getKey(), each.getValue(), shown);
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
        var marks = new TreeMap<String, String>();
        for (var each : expressions.entrySet()) {
            var at = "%s.%s['%s']: ".formatted(request.destination().field(), field, each.getKey());
            if (!(Expression.check(each.getValue(), Scope.SELF)
                    instanceof Checked.Right(var expression))) {
                return Optional.of(at + "the text is no expression");
            }
            switch (expression.evaluate(self, Map.of(), budget)) {
                case Value.Failed(var why) -> {
                    return Optional.of(at + why);
                }
                case Value.Texts _ -> {
                    return Optional.of(at + ExpressionCheck.NO_MAP);
                }
                case Value.Text(var text) -> marks.put(each.getKey(), text);
            }
        }
        return written.mark(request.destination(), field, marks)
                .map(
                        name ->
                                ExportPlan.differs(
                                        request.destination().field(),
                                        field,
                                        name,
                                        request.destination()));
    }
}
