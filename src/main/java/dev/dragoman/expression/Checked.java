package dev.dragoman.expression;

/** The result of checking an expression. */
public sealed interface Checked {
    /** The expression may be evaluated. */
    record Right(Expression expression) implements Checked {}

    /** The expression is wrong; the message says where, why, and what to do. */
    record Wrong(String message) implements Checked {}
}
