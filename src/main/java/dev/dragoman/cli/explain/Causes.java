package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
    /** Reasons of compositions that are about their own files, and not about a line's object. */
    private static final Set<String> OF_TEMPLATES =
            Set.of("InvalidTemplate", "InvalidRule", "TooManyObjects", "NotOurs", "Forbidden");

    private final Function<ObjectKey, Known> objects;
    private final Function<ObjectKey, Optional<Known>> makers;
    private final OperatorState operator;
    private final Map<ObjectKey, Cause> causes = new HashMap<>();

    /**
     * @param makers the object that writes a Secret or ConfigMap, and is not Ready
     */
    Causes(
            Function<ObjectKey, Known> objects,
            Function<ObjectKey, Optional<Known>> makers,
            OperatorState operator) {
        this.objects = objects;
        this.makers = makers;
        this.operator = operator;
    }

    /** The cause; empty when the object is Ready. */
    Optional<Cause> of(ObjectKey key) {
        var one = objects.apply(key);
        return one.ready().isReady() ? Optional.empty() : Optional.of(follow(one).of(key));
    }

    /** The cause, which objects on the same way share. */
    private Cause follow(Known first) {
        var path = new LinkedHashSet<ObjectKey>();
        var one = first;
        var cause = causes.get(one.key());
        while (cause == null) {
            path.add(one.key());
            // what it waits for
            var next = waits(one).stream().flatMap(each -> trouble(each).stream()).findFirst();
            if (next.isEmpty()) {
                cause = own(one);
            } else if (path.contains(next.get().key())) {
                var all = List.copyOf(path);
                cause = Cause.cycle(all.subList(all.indexOf(next.get().key()), all.size()));
            } else {
                one = next.get();
                cause = causes.get(one.key());
            }
        }
        for (var each : path) {
            causes.put(each, cause);
        }
        return cause;
    }

    /** The needs that the object's reason is about, those that its message names first. */
    private static List<Need> waits(Known one) {
        var ready = one.ready();
        return one.needs().stream()
                .filter(each -> isAbout(ready.reason(), each.relation()))
                .sorted(Comparator.comparing(each -> !ready.message().contains(each.key().name())))
                .toList();
    }

    /** Whether a reason is about what is needed so. Others are a trouble of the object's own. */
    private static boolean isAbout(String reason, Need.Relation relation) {
        return switch (relation) {
            case OWNER -> Set.of("WaitingForOwner", "ReconciliationBlocked").contains(reason);
            case REFERENCE -> reason.equals("ReferenceNotFound");
            case SECRET ->
                    Set.of("SecretNotFound", "SecretMissing", "TokenMissing").contains(reason);
            case CONFIG_MAP -> reason.equals("ConfigMapNotFound");
            case CREDENTIAL -> reason.equals("CredentialNotFound");
            case VAULT -> Set.of("KeyVaultNotReady", "KeyVaultNotFound").contains(reason);
            case AUTHORITY -> Set.of("CaMissing", "CaUnusable").contains(reason);
            case CERTIFICATE ->
                    Set.of("CertificatesPending", "CertificatesFailing").contains(reason);
            case SERVICE -> reason.equals("CertificatesPending");
            case WORKLOAD -> reason.equals("RollingOut");
            case NAMESPACE -> reason.equals("NamespaceTerminating");
            case LINE -> !OF_TEMPLATES.contains(reason);
            case CONFIGURATION, MAKER -> false;
        };
    }

    /** The object that a need waits for, if it is there and not Ready. */
    private Optional<Known> trouble(Need need) {
        var whole = Set.of(Need.Relation.NAMESPACE, Need.Relation.LINE);
        if (need.key().group().isEmpty() && !whole.contains(need.relation())) {
            // a Secret or ConfigMap has no state of its own
            return makers.apply(need.key());
        }
        return Optional.of(objects.apply(need.key()))
                .filter(each -> each.isThere() && !each.ready().isReady() && need.fits(each));
    }

    private Cause own(Known one) {
        var said = one.ready().message();
        if (!one.ready().reason().equals(Ready.NOT_RECONCILED)) {
            return Cause.of(one);
        }
        if (!operator.down().isEmpty()) {
            var text = said + ": " + operator.down();
            return Cause.of(one, "OperatorDown", text, OperatorState.START);
        }
        var why = operator.unwatched(one.key());
        if (!why.isEmpty()) {
            return Cause.of(
                    one,
                    "NotWatched",
                    "%s: the operator cannot watch its kind (%s)".formatted(said, why),
                    "Grant the right that the operator lacks (docs/operations.md#dragomankindunwatched)");
        }
        return Cause.of(
                one,
                Ready.NOT_RECONCILED,
                said,
                "Wait a minute. If it stays, look whether the operator serves the namespace and the kind (docs/operations.md#dragomankindunwatched)");
    }
}
