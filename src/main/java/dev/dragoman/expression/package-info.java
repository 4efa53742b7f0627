/**
 * CEL expressions and texts with them: their check, their evaluation, and its limits. Pure. No
 * class of this package or of the CEL library is loaded before the first expression.
 */
package dev.dragoman.expression;
