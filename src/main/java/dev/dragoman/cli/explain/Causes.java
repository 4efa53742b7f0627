package dev.dragoman.cli.explain;

import static dev.dragoman.cli.explain.Need.Relation.AUTHORITY;
import static dev.dragoman.cli.explain.Need.Relation.CERTIFICATE;
import static dev.dragoman.cli.explain.Need.Relation.CONFIG_MAP;
import static dev.dragoman.cli.explain.Need.Relation.CREDENTIAL;
import static dev.dragoman.cli.explain.Need.Relation.LINE;
import static dev.dragoman.cli.explain.Need.Relation.NAMESPACE;
import static dev.dragoman.cli.explain.Need.Relation.OWNER;
import static dev.dragoman.cli.explain.Need.Relation.REFERENCE;
import static dev.dragoman.cli.explain.Need.Relation.SECRET;
import static dev.dragoman.cli.explain.Need.Relation.SERVICE;
import static dev.dragoman.cli.explain.Need.Relation.VAULT;
import static dev.dragoman.cli.explain.Need.Relation.WORKLOAD;

import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the deepest cause why an object is not Ready: follows what its reason says that it waits
 * for, as long as that is not Ready either. Not thread-safe.
 */
final class Causes {
    /** Longest way that is followed. */
    private static final int DEEPEST = 30;

    /** What an object with the reason waits for. Other reasons are a trouble of its own. */
    private static final Map<String, Set<Need.Relation>> WAITS =
            Map.ofEntries(
                    Map.entry("WaitingForOwner", Set.of(OWNER)),
                    Map.entry("ReconciliationBlocked", Set.of(OWNER)),
                    Map.entry("ReferenceNotFound", Set.of(REFERENCE)),
                    Map.entry("SecretNotFound", Set.of(SECRET)),
                    Map.entry("SecretMissing", Set.of(SECRET)),
                    Map.entry("TokenMissing", Set.of(SECRET)),
                    Map.entry("ConfigMapNotFound", Set.of(CONFIG_MAP)),
                    Map.entry("CredentialNotFound", Set.of(CREDENTIAL)),
                    Map.entry("KeyVaultNotReady", Set.of(VAULT)),
                    Map.entry("KeyVaultNotFound", Set.of(VAULT)),
                    Map.entry("CaMissing", Set.of(AUTHORITY)),
                    Map.entry("CaUnusable", Set.of(AUTHORITY)),
                    Map.entry("CertificatesPending", Set.of(CERTIFICATE, SERVICE)),
                    Map.entry("CertificatesFailing", Set.of(CERTIFICATE)),
                    Map.entry("RollingOut", Set.of(WORKLOAD)),
                    Map.entry("NamespaceTerminating", Set.of(NAMESPACE)));

    /** Reasons of compositions that are about their own files, and not about a line's object. */
    private static final Set<String> OF_TEMPLATES =
            Set.of("InvalidTemplate", "InvalidRule", "TooManyObjects", "NotOurs", "Forbidden");

    private final Function<ObjectKey, Known> objects;
    private final Function<ObjectKey, Optional<Known>> makers;
    private final String down;

    /**
     * @param makers the object that writes a Secret or ConfigMap, and is not Ready
     * @param down why the operator does not run; empty when it runs, or nobody knows
     */
    Causes(
            Function<ObjectKey, Known> objects,
            Function<ObjectKey, Optional<Known>> makers,
            String down) {
        this.objects = objects;
        this.makers = makers;
        this.down = down;
    }

    /** The cause; empty when the object is Ready. */
    Optional<Cause> of(ObjectKey key) {
        var one = objects.apply(key);
        return one.ready().isReady()
                ? Optional.empty()
                : Optional.of(follow(one, new ArrayList<>()));
    }

    private Cause follow(Known one, List<ObjectKey> path) {
        if (path.contains(one.key())) {
            return Cause.cycle(path, one.key());
        }
        path.add(one.key());
        if (path.size() < DEEPEST) {
            for (var need : waits(one)) {
                var next = trouble(need);
                if (next.isPresent()) {
                    return follow(next.get(), path);
                }
            }
        }
        return own(one, path);
    }

    /** The needs that the object's reason is about, those that its message names first. */
    private static List<Need> waits(Known one) {
        var ready = one.ready();
        var about = WAITS.getOrDefault(ready.reason(), Set.of());
        boolean lines = !OF_TEMPLATES.contains(ready.reason());
        return one.needs().stream()
                .filter(
                        each ->
                                about.contains(each.relation())
                                        || (lines && each.relation() == LINE))
                .sorted(Comparator.comparing(each -> !ready.message().contains(each.key().name())))
                .toList();
    }

    /** The object that a need waits for, if it is there and not Ready. */
    private Optional<Known> trouble(Need need) {
        if (need.key().group().isEmpty() && !need.relation().equals(NAMESPACE)) {
            // a Secret or ConfigMap has no state of its own
            return makers.apply(need.key());
        }
        return Optional.of(objects.apply(need.key()))
                .filter(each -> each.isThere() && !each.ready().isReady());
    }

    private Cause own(Known one, List<ObjectKey> path) {
        boolean unhandled = one.ready().reason().equals(Ready.NOT_RECONCILED);
        if (unhandled && !down.isEmpty()) {
            return new Cause(
                    path,
                    "OperatorDown",
                    one.ready().message() + ": " + down,
                    "Start the operator (docs/operations.md#dragomandown)",
                    one.ready().since());
        }
        if (unhandled) {
            return new Cause(
                    path,
                    Ready.NOT_RECONCILED,
                    one.ready().message(),
                    "Wait a minute. If it stays, look whether the operator serves the namespace and the kind (docs/operations.md#dragomankindunwatched)",
                    one.ready().since());
        }
        return Cause.of(path, one.ready());
    }
}
