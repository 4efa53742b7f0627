package dev.dragoman.azure.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.runtime.CelEvaluationException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Messages about an expression that is wrong: where, why, and what to do. The library's messages
 * about an evaluation are not repeated, because they contain values.
 */
final class ExpressionFailures {
    static final String COST =
            "the expression costs too much: it makes or compares more data than one evaluation may; make it shorter";

    static final String LONG =
            "line 1, column 1: the results of the object's expressions have more than a mebibyte together; make them shorter";

    /**
     * Maximum number of characters that are shown of the library's message about the expression
     * itself.
     */
    private static final int SAID = 160;

    private static final Pattern POSITION =
            Pattern.compile("^evaluation error at <input>:(\\d{1,6}):");
    private static final Pattern UNDECLARED =
            Pattern.compile("undeclared reference to '([^']{1,100})'.*");

    private ExpressionFailures() {}

    /**
     * The message about an expression that cannot be parsed, or whose types are wrong. The
     * library's message shows nothing but parts of the expression, so it may be repeated.
     */
    static String of(List<CelIssue> issues, Scope scope) {
        var first = issues.getFirst();
        var at = first.getSourceLocation();
        return "line %d, column %d: %s"
                .formatted(at.getLine(), at.getColumn() + 1, said(first.getMessage(), scope));
    }

    private static String said(String message, Scope scope) {
        var undeclared = UNDECLARED.matcher(message);
        if (undeclared.matches()) {
            var name = undeclared.group(1);
            if (Language.SECRET.equals(name)) {
                return "the variable secret is not available here: only values of secretExpressions may use it, because anybody may read labels, annotations and ConfigMaps";
            }
            return "there is no variable or function %s; the expression may use %s"
                    .formatted(name, scope == Scope.SELF ? "only self" : "self and secret");
        }
        // the list of expected tokens is left out: it is the whole grammar
        var text =
                message.split(" expecting ", 2)[0]
                        .replace("\n", " ")
                        .replace(" (in container '')", "");
        return (text.length() > SAID ? text.substring(0, SAID) + "…" : text) + "; correct it";
    }

    /**
     * The message about a failed evaluation.
     *
     * @param last id of the part that was evaluated last
     */
    static String of(CelEvaluationException failure, CelAbstractSyntaxTree tree, long last) {
        var offset = offset(failure.getMessage());
        var at =
                offset.map(each -> position(tree, each))
                        .orElseGet(
                                () ->
                                        Optional.ofNullable(
                                                        tree.getSource()
                                                                .getPositionsMap()
                                                                .get(last))
                                                .map(each -> position(tree, each))
                                                .orElse("line 1, column 1"));
        return at + ": " + why(failure, tree, offset);
    }

    private static String why(
            CelEvaluationException failure, CelAbstractSyntaxTree tree, Optional<Integer> offset) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Refused refused) {
                return refused.getMessage();
            }
        }
        return failure.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND
                ? missing(offset.flatMap(each -> field(tree, each)))
                : words(failure.getErrorCode());
    }

    private static String missing(Optional<String> field) {
        return field.map(
                        path ->
                                "there is no field %s; correct its name, or test with has(%s) whether it exists"
                                        .formatted(path, path))
                .orElse(
                        "the map has no such key; correct the key, or test with the operator 'in' whether it exists");
    }

    private static String words(CelErrorCode code) {
        return switch (code) {
            case ITERATION_BUDGET_EXCEEDED -> COST;
            case INDEX_OUT_OF_BOUNDS ->
                    "the list has no item with that index; compare the index with size() first";
            case DIVIDE_BY_ZERO -> "a number is divided by zero";
            case DUPLICATE_ATTRIBUTE -> "the map has one key twice";
            case OVERLOAD_NOT_FOUND, AMBIGUOUS_OVERLOAD ->
                    "there is no such function or operator for values of these types; convert them, for example with string()";
            case NUMERIC_OVERFLOW -> "the number is too large or too small";
            case BAD_FORMAT -> "the text does not have the form that this conversion needs";
            default -> "the function does not accept these values";
        };
    }

    /** The position in the library's message: characters from the beginning of the expression. */
    private static Optional<Integer> offset(String message) {
        var found = POSITION.matcher(message);
        return found.find() ? Optional.of(Integer.parseInt(found.group(1))) : Optional.empty();
    }

    static String position(CelAbstractSyntaxTree tree, int offset) {
        return tree.getSource()
                .getOffsetLocation(offset)
                .map(at -> "line %d, column %d".formatted(at.getLine(), at.getColumn() + 1))
                .orElse("line 1, column 1");
    }

    /**
     * The path that the expression selects at a position; parts of the path that are no names are
     * shown as (…).
     */
    private static Optional<String> field(CelAbstractSyntaxTree tree, int offset) {
        var positions = tree.getSource().getPositionsMap();
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.SELECT)
                .filter(node -> Integer.valueOf(offset).equals(positions.get(node.id())))
                .map(CelNavigableExpr::expr)
                .map(ExpressionFailures::path)
                .findFirst();
    }

    private static String path(CelExpr selected) {
        if (selected.getKind() == Kind.IDENT) {
            return selected.ident().name();
        }
        return selected.getKind() == Kind.SELECT
                ? path(selected.select().operand()) + "." + selected.select().field()
                : "(…)";
    }
}
