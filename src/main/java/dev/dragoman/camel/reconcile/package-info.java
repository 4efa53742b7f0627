/** The {@code kubernetes-reconcile} component: the trigger of every capability route. */
package dev.dragoman.camel.reconcile;
