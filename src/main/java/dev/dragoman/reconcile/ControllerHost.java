package dev.dragoman.reconcile;

import java.time.Duration;
import java.util.Map;

/** What a controller asks of the engine. Thread-safe. */
interface ControllerHost {
    /** What a reconciliation begins with. */
    sealed interface View {
        /** The object as it is; an empty map when it is gone. */
        record Current(Map<String, Object> object, String uid) implements View {}

        /** The cache cannot be trusted yet. */
        record NotYet(Duration lookAgain) implements View {}

        /** Nobody is interested in the key any more. */
        record Dropped() implements View {}
    }

    /** May block for a live read. */
    View view(Controller controller, WorkQueue.Work work);

    /**
     * The reconciliation ended. Its key is still in hand: no other reconciliation of it for this
     * controller has begun.
     */
    void ended(Controller controller, Reconciliation reconciliation, Outcome outcome);

    /**
     * The key's next reconciliation is planned, and may have begun. Follows each view, whatever
     * came of it, on the same thread.
     */
    void handedIn(ObjectKey key);

    /** Whether the key knows what it needs in this version, for the controller. */
    default boolean knows(
            Controller controller, ObjectKey key, ObjectKey needed, String resourceVersion) {
        return false;
    }

    /** What is said of kinds. */
    default Paces paces() {
        return Paces.NONE;
    }

    /** The controller has stopped and gives up its kinds. */
    void released(Controller controller);
}
