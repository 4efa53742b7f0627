/** Commands for development and demonstration: a control plane and, beside it, a local Azure. */
package dev.dragoman.sandbox.cli;
