/**
 * Checks overlays, also without a cluster. Reports each problem in one line with file and line
 * number.
 */
package dev.dragoman.camel.check;
