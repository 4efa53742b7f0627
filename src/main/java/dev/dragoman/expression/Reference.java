package dev.dragoman.expression;

import java.util.List;

/**
 * A read of a variable. Each field on the way to another one has a reference of its own: {@code
 * a.b.c} reads {@code a.b} and {@code a.b.c}. A variable alone is a reference only where no field
 * of it is named.
 *
 * @param variable the variable's name
 * @param fields names below the variable, without escapes, up to the first part that is no plain
 *     field; the index of a literal text is a field, a number or what is computed ends the path
 * @param written the path as the expression writes it
 * @param line line of the last part, from 1
 * @param column column of the last part, from 1
 * @param tested only whether the field exists is read: {@code has(…)}, or at or after {@code .?}
 */
public record Reference(
        String variable,
        List<String> fields,
        String written,
        int line,
        int column,
        boolean tested) {}
