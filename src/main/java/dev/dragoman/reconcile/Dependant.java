package dev.dragoman.reconcile;

/**
 * An object that needs others, for one subscription that reconciles it: each has needs of its own.
 *
 * @param subscription its name; {@link Acting#NOBODY} stands for all that reconcile the object
 */
record Dependant(String subscription, ObjectKey key) {}
