package dev.dragoman.azure.expression;

/** The result of checking an expression. */
public sealed interface Checked {
    /** The expression may be evaluated. */
    record Right(Expression expression) implements Checked {}

    /**
     * The expression is wrong.
     *
     * @param message where the expression is wrong, why, and what to do
     */
    record Wrong(String message) implements Checked {}
}
