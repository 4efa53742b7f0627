/**
 * The engine: informers over kinds known only at run time, a keyed work queue, backoff, leadership.
 * Knows neither Camel nor Azure. An event says <em>which object</em>, never <em>what happened</em>.
 */
package dev.dragoman.reconcile;
