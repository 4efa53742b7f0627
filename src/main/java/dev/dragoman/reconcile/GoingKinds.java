package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kinds that are being removed from the cluster. The removal of a CRD removes its objects, and
 * their events may overtake that of the CRD. Thread-safe.
 */
final class GoingKinds {
    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<GroupKind, Instant> verified = new ConcurrentHashMap<>();

    GoingKinds(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Whether the kind may go, before a reconciliation over an object that is gone: the CRD is
     * read, once for all that were queued before. Not to be asked of objects that are still there:
     * their finalizer must be released.
     */
    boolean mayBe(KindInfo kind, WorkQueue.Work work) {
        var last = verified.get(kind.id());
        if (!kind.custom() || (last != null && last.isAfter(work.queuedAt()))) {
            return false;
        }
        var now = clock.instant();
        if (!CrdKinds.stays(client, kind)) {
            return true;
        }
        verified.put(kind.id(), now);
        return false;
    }

    void forget(GroupKind kind) {
        verified.remove(kind);
    }
}
