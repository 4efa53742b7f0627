package dev.dragoman.reconcile;

import dev.dragoman.reconcile.queue.WorkQueue;
import java.time.Duration;
import java.util.Map;

/** What a controller needs from the engine. Thread-safe. */
interface ControllerHost {
    /** What a reconciliation begins with. */
    sealed interface View {
        /** The object as it is now; an empty map when the object does not exist any more. */
        record Current(Map<String, Object> object, String uid) implements View {}

        /** The cache cannot be trusted yet: look again after this time. */
        record NotYet(Duration lookAgain) implements View {}

        /** The key is not to be reconciled: its kind is no longer watched, or is being removed. */
        record Dropped() implements View {}
    }

    /** The state with which the reconciliation begins. May block for a live read. */
    View view(Controller controller, WorkQueue.Work work);

    /**
     * The reconciliation ended. Its key has not been given back to the queue yet, so this
     * controller has begun no other reconciliation of it.
     *
     * @param last whether the object is deleted, and is not reconciled again
     */
    void ended(Controller controller, Reconciliation reconciliation, boolean last);

    /**
     * The key was given back to the queue; its next reconciliation may have begun already. Called
     * after each {@link #view}, whatever its result, on the same thread.
     */
    void handedIn(ObjectKey key);

    /**
     * Whether the controller's reconciliation of the key already knows the needed object in this
     * version.
     */
    default boolean knows(
            Controller controller, ObjectKey key, ObjectKey needed, String resourceVersion) {
        return false;
    }

    /** Resync periods and retry pauses that are set by kind. */
    default Paces paces() {
        return Paces.NONE;
    }

    /** The controller has stopped and no longer needs its kinds. */
    void released(Controller controller);
}
