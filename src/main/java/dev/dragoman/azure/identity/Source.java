package dev.dragoman.azure.identity;

/**
 * Where the keys of a credential are from.
 *
 * @param text the place, for people
 * @param federation what proves a workload identity of that place
 * @param secrets whether a client secret may be used
 */
public record Source(String text, Proof federation, boolean secrets) {}
