/** The commands. No other package of the operator imports this package. */
package dev.dragoman.cli;
