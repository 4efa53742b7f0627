package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.queue.WorkQueue;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kinds that are being removed from the cluster. When a CRD is removed, its objects are removed
 * too, and their events may arrive before the event of the CRD. Thread-safe.
 */
public final class GoingKinds {
    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<GroupKind, Instant> verified = new ConcurrentHashMap<>();

    public GoingKinds(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Whether the kind's CRD is deleted or being deleted. To be asked before a deleted object is
     * reconciled. Reads the CRD once for all keys that were queued before the read. Not to be asked
     * for objects that still exist, because their finalizers must be removed in any case.
     */
    public boolean mayBe(KindInfo kind, WorkQueue.Work work) {
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
