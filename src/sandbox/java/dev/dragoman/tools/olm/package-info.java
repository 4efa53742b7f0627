/** Builds the bundle for the Operator Lifecycle Manager (docs/olm.md). */
package dev.dragoman.tools.olm;
