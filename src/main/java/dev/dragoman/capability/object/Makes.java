package dev.dragoman.capability.object;

import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.Remover;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How a capability applies the objects that its lines make. The line {@code apply} of its route
 * must have the same field managers. Immutable.
 *
 * @param manager field manager of all objects
 * @param former field managers of former versions or of a predecessor
 * @param worst reasons of troubles, the worst first; this list orders troubles of the same severity
 * @param own empty for a capability that makes objects as the operator
 */
public record Makes(String manager, Set<String> former, List<String> worst, Optional<Own> own) {
    /**
     * How a capability makes objects with an account of its own. Each object that its lines make is
     * recorded on the reconciled object before it is made, and a change of any part of a made
     * object's status brings the reconciled object back.
     *
     * @param kept whether an object is kept when its owner goes, so that it has no owner reference
     * @param made whether a line wants an object; it has left out what is not ours
     * @param yielding whether an object leaves fields that other managers own to them
     */
    public record Own(
            Applier applier,
            Remover remover,
            Lookup reader,
            Predicate<Map<String, Object>> kept,
            Predicate<Map<String, Object>> made,
            Predicate<Map<String, Object>> yielding) {}

    public Makes {
        former = Set.copyOf(former);
        worst = List.copyOf(worst);
    }

    /** For a capability that makes objects as the operator. */
    public Makes(String manager, Set<String> former, List<String> worst) {
        this(manager, former, worst, Optional.empty());
    }

    /**
     * How a wanted object is applied.
     *
     * @param owner the reconciled object
     */
    public ApplyOptions options(Map<String, Object> owner, Map<String, Object> wanted) {
        if (own.isEmpty()) {
            return new ApplyOptions(manager, Optional.of(owner), true, false, former);
        }
        var by = own.get();
        var owners = Optional.of(owner).filter(any -> !by.kept().test(wanted));
        return new ApplyOptions(
                manager, owners, !by.yielding().test(wanted), by.made().test(wanted), former);
    }
}
