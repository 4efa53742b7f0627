/** Decisions about CDTargets and the objects that they need. Pure: no client, Camel or clock. */
package dev.dragoman.agents.decision;
