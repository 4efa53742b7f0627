package dev.dragoman.azure.expression;

import java.util.List;

/**
 * A field of the spec that an expression reads, and does not only ask for.
 *
 * @param fields names below {@code self.spec}, without escapes
 * @param written as the expression has it
 * @param at where, for messages
 */
public record SpecPath(List<String> fields, String written, String at) {}
