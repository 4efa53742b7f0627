package dev.dragoman.capability.object;

import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import java.util.Map;
import java.util.function.Function;

/**
 * How the line {@code apply} works for a capability with an account of its own.
 *
 * @param applier acts as that account
 * @param options how a wanted object is applied
 */
public record Applying(Applier applier, Function<Map<String, Object>, ApplyOptions> options) {}
