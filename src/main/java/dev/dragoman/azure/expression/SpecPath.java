package dev.dragoman.azure.expression;

import java.util.List;

/**
 * A field of the spec whose value an expression reads. A field in {@code has(...)} does not count:
 * its value is not read.
 *
 * @param fields names below {@code self.spec}, without escapes
 * @param written the path as the expression writes it
 * @param at line and column, for messages
 */
public record SpecPath(List<String> fields, String written, String at) {}
