/** Commands for development and demonstration, with a control plane and a local Azure. */
package dev.dragoman.sandbox.cli;
