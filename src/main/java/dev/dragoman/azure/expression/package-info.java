/**
 * Expressions of {@code operatorSpec} in CEL: what they may say, what they cost, what they give.
 * Pure. No class of it and none of the CEL library is loaded before the first expression.
 */
package dev.dragoman.azure.expression;
