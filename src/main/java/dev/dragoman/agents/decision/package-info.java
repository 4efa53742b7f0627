/** What a CDTarget asks for, and why: pure, no client, no Camel, no clock. */
package dev.dragoman.agents.decision;
