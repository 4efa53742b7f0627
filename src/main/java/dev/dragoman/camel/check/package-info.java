/** Checks overlays, also without a cluster; each problem is one line with file and line number. */
package dev.dragoman.camel.check;
