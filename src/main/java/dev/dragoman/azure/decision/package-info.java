/** What to do next for an Azure object. Pure: no client, no clock, no random, no logging. */
package dev.dragoman.azure.decision;
