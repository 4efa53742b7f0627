/**
 * The engine: informers for kinds that are known only at run time, a keyed work queue, backoff,
 * leader election. Knows neither Camel nor Azure. An event says <em>which object</em>, never
 * <em>what happened</em>.
 */
package dev.dragoman.reconcile;
