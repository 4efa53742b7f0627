package dev.dragoman.reconcile;

/**
 * An object that needs others, for one subscription that visits it: each has needs of its own.
 *
 * @param subscription its name; {@link Acting#NOBODY} stands for all that visit the object
 */
record Dependant(String subscription, ObjectKey key) {}
