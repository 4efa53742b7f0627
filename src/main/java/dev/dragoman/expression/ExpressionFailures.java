package dev.dragoman.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelErrorCode;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelUnknownSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Messages about an expression that is wrong: where, why, and what to do. The library's messages
 * about an evaluation are not repeated, because they contain values.
 *
 * @param start where the expression begins
 * @param variables names of the variables that have a value
 */
record ExpressionFailures(
        CelAbstractSyntaxTree tree, Scope scope, Place start, Set<String> variables) {
    static final String COST =
            "the expression costs too much: it makes or compares more data than one evaluation may; make it shorter";

    /** Maximum number of characters that are shown of the library's message. */
    private static final int SAID = 160;

    private static final Pattern POSITION =
            Pattern.compile("^evaluation error at <input>:(\\d{1,6}):");

    private static final String NO_KEY =
            "the map has no such key; correct the key, or test with the operator 'in' whether it exists";

    /** In the library's message about a field of what is no map. */
    private static final String NO_MAP = "Field selections must be";

    private static final Pattern UNDECLARED =
            Pattern.compile("undeclared reference to '([^']{1,100})'.*");

    /**
     * The message about an expression that cannot be parsed, or whose types are wrong. The
     * library's message shows nothing but parts of the expression, so it may be repeated.
     */
    static String of(CelIssue issue, Scope scope, Place start) {
        return start.of(issue.getSourceLocation()) + said(issue.getMessage(), scope);
    }

    private static String said(String message, Scope scope) {
        var undeclared = UNDECLARED.matcher(message);
        if (undeclared.matches()) {
            var name = undeclared.group(1);
            var unknown =
                    "there is no variable or function %s; the expression may use %s"
                            .formatted(name, scope.words());
            return scope.unavailable().getOrDefault(name, unknown);
        }
        // the list of expected tokens is left out: it is the whole grammar
        var text =
                message.split(" expecting ", 2)[0]
                        .replace("\n", " ")
                        .replace(" (in container '')", "");
        return (text.length() > SAID ? text.substring(0, SAID) + "…" : text) + "; correct it";
    }

    /** Why an evaluation failed; {@code last} is the id of the part that was evaluated last. */
    Value.Failed of(CelEvaluationException failure, long last) {
        var offset =
                POSITION.matcher(failure.getMessage())
                        .results()
                        .map(each -> Integer.valueOf(each.group(1)))
                        .findFirst();
        var at =
                offset.flatMap(tree.getSource()::getOffsetLocation)
                        .map(start::of)
                        .orElseGet(() -> start.of(tree, last));
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Refused refused) {
                return new Value.Failed(at + refused.getMessage());
            }
        }
        if (failure.getErrorCode() != CelErrorCode.ATTRIBUTE_NOT_FOUND) {
            return new Value.Failed(at + words(failure.getErrorCode()));
        }
        var positions = tree.getSource().getPositionsMap();
        var part =
                parts().filter(each -> References.step(each).isPresent())
                        .filter(
                                each ->
                                        offset.equals(
                                                Optional.ofNullable(positions.get(each.id()))))
                        .findFirst();
        return part.isPresent() && offset.isPresent()
                ? missing(at, part.get(), failure.getMessage())
                : new Value.Failed(at + NO_KEY);
    }

    private Value.Failed missing(Place at, CelExpr part, String said) {
        var variable = References.variable(part).filter(scope.variables()::contains);
        if (variable.isPresent() && !variables.contains(variable.get())) {
            return absent(at, variable.get());
        }
        var path = References.written(part);
        var why =
                part.getKind() == Kind.SELECT
                        ? "there is no field %1$s; correct its name, or test with has(%1$s) whether it exists"
                                .formatted(path)
                        : NO_KEY;
        // a text or number has no fields, and never will
        return new Value.Failed(
                at + why, said.contains(NO_MAP) ? Optional.empty() : Optional.of(path));
    }

    /** What an evaluation gives that needs a variable without a value. */
    Value.Failed absent(CelUnknownSet unknown) {
        var part = parts().filter(each -> unknown.unknownExprIds().contains(each.id())).findFirst();
        return absent(
                part.map(each -> start.of(tree, each.id())).orElse(start),
                part.flatMap(References::variable).orElse("(…)"));
    }

    private static Value.Failed absent(Place at, String name) {
        return new Value.Failed(
                at + "the variable %s has no value".formatted(name), Optional.of(name));
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

    private Stream<CelExpr> parts() {
        return CelNavigableAst.fromAst(tree).getRoot().allNodes().map(CelNavigableExpr::expr);
    }
}
