/**
 * What is scarce and shared by all teams: threads that compute, memory for answers, hosts that do
 * not answer. Each is lent to namespaces in turn, with a limit for all together.
 */
package dev.dragoman.reconcile.turn;
