package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.SpecCheck;
import dev.dragoman.expression.Checked;
import dev.dragoman.expression.Expression;
import dev.dragoman.expression.Reference;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of checking an object's expressions without knowing its resource.
 *
 * @param problem the first problem, or empty
 * @param values exports that the expressions read through {@code secret}
 */
public record ExpressionCheck(Optional<Problem> problem, Set<Export> values) {
    /** Condition reason: an expression is wrong. */
    public static final String REASON = "InvalidExpression";

    /** Maximum number of expressions of one object. */
    private static final int MOST = 100;

    static final String NO_MAP =
            "line 1, column 1: the expression gives a map; a label or annotation is one string";

    /** The check of an object that has no expressions or is being deleted. */
    public static final ExpressionCheck NOTHING = new ExpressionCheck(Optional.empty(), Set.of());

    /**
     * Checks the expressions of an object of that kind.
     *
     * @param version the version that the user applied
     */
    public static ExpressionCheck of(
            AzureKind kind, AzureVersion version, List<ExpressionRequest> requests) {
        if (requests.isEmpty()) {
            return NOTHING;
        }
        int all = requests.stream().mapToInt(ExpressionRequest::expressions).sum();
        if (all > MOST) {
            return wrong(
                    "spec.operatorSpec has %d expressions, but at most %d are allowed"
                            .formatted(all, MOST));
        }
        var values = new LinkedHashSet<Export>();
        for (var request : requests) {
            var field = request.destination().field();
            switch (ExportExpression.check(request.value(), request.scope())) {
                case Checked.Wrong(var message) -> {
                    return wrong(field + ".value: " + message);
                }
                case Checked.Right(var expression) -> {
                    var wrong =
                            unknown(kind, expression)
                                    .or(() -> unknown(version, expression))
                                    .map(why -> field + ".value: " + why)
                                    .or(() -> key(request, expression.result()))
                                    .or(() -> marks(version, request));
                    if (wrong.isPresent()) {
                        return wrong(wrong.get());
                    }
                    values.addAll(used(kind, expression));
                }
            }
        }
        return new ExpressionCheck(Optional.empty(), Set.copyOf(values));
    }

    private static ExpressionCheck wrong(String message) {
        return new ExpressionCheck(Optional.of(Problem.error(REASON, message)), Set.of());
    }

    /** The secrets that a kind can export; users write their keys after {@code secret.}. */
    static List<Export> secrets(AzureKind kind) {
        return kind.exports().stream().filter(each -> "secrets".equals(each.target())).toList();
    }

    private static List<Export> used(AzureKind kind, Expression expression) {
        var read = expression.references("secret").stream().map(Reference::fields).toList();
        boolean all = read.contains(List.<String>of());
        return secrets(kind).stream()
                .filter(each -> all || read.contains(List.of(each.key())))
                .toList();
    }

    private static Optional<String> unknown(AzureKind kind, Expression expression) {
        var known = secrets(kind).stream().map(Export::key).sorted().toList();
        var text =
                known.isEmpty()
                        ? "%s has no secrets; remove secret.%s"
                        : "%s has no secret %s; it has " + String.join(", ", known);
        return expression.references("secret").stream()
                .flatMap(each -> each.fields().stream().limit(1))
                .filter(name -> !known.contains(name))
                .min(Comparator.naturalOrder())
                .map(name -> text.formatted(kind.kind(), name));
    }

    /**
     * Finds a field that the expression reads and the version's spec does not have. Webhooks of
     * Azure Service Operator refuse such a field too.
     */
    private static Optional<String> unknown(AzureVersion version, Expression expression) {
        for (var each : expression.references("self")) {
            var fields = each.fields();
            // what is in brackets may be the key of a map
            if (!each.tested()
                    && fields.size() > 1
                    && fields.getFirst().equals("spec")
                    && !each.written().contains("[")
                    && !SpecCheck.has(version, fields.subList(1, fields.size()))) {
                return Optional.of(
                        "line %d, column %d: version %s has no field %s; correct its name"
                                .formatted(
                                        each.line(),
                                        each.column(),
                                        version.names().getFirst(),
                                        each.written()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> key(ExpressionRequest request, Expression.Result result) {
        boolean key = request.destination().key().isPresent();
        if (result == Expression.Result.TEXT && !key) {
            return Optional.of(noKey(request));
        }
        return result == Expression.Result.TEXTS && key
                ? Optional.of(keys(request))
                : Optional.empty();
    }

    static String noKey(ExpressionRequest request) {
        return "%s.key: the value is one string; write the key for it"
                .formatted(request.destination().field());
    }

    static String keys(ExpressionRequest request) {
        return "%s.key: remove this field; the value is a map, and the map's own keys are used"
                .formatted(request.destination().field());
    }

    private static Optional<String> marks(AzureVersion version, ExpressionRequest request) {
        for (var each : request.marks().entrySet()) {
            var at = "%s.%s: ".formatted(request.destination().field(), each.getKey());
            switch (ExportExpression.check(each.getValue(), ExpressionRequest.SELF)) {
                case Checked.Wrong(var message) -> {
                    return Optional.of(at + message);
                }
                case Checked.Right(var expression) -> {
                    var why =
                            expression.result() == Expression.Result.TEXTS
                                    ? Optional.of(NO_MAP)
                                    : unknown(version, expression);
                    if (why.isPresent()) {
                        return why.map(at::concat);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
