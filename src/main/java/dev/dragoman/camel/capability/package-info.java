/** The loop of all capabilities as steps of their routes. */
package dev.dragoman.camel.capability;
