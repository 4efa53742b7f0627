package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.failure.KubeException;
import java.util.Map;

/** Where the state of an object is shown, and how it is written there. Thread-safe. */
public interface StatusForm {
    /** For capabilities that show nothing on their objects. */
    StatusForm NONE =
            new StatusForm() {
                @Override
                public Written write(Map<String, Object> object, Ending ending) {
                    return new Written(object, false);
                }

                @Override
                public boolean showsReady() {
                    return false;
                }
            };

    /**
     * What was written.
     *
     * @param object the object after the write
     * @param changed whether the write changed the state that the object shows
     */
    record Written(Map<String, Object> object, boolean changed) {}

    /**
     * The state that an object shows.
     *
     * @param ready status of the condition Ready; empty when the object has no such condition
     * @param id the outside id; empty when the object shows none
     * @param generation generation of the object that the state describes
     */
    record Shown(String ready, String reason, String message, String id, long generation) {
        public static final Shown NOTHING = new Shown("", "", "", "", 0);
    }

    /**
     * Writes the ending on the object. Sends no request when the object shows it already.
     *
     * @throws KubeException when the write fails
     */
    Written write(Map<String, Object> object, Ending ending);

    /** Whether this form shows the condition Ready, or its equivalent. */
    default boolean showsReady() {
        return true;
    }

    /** The state that the object shows; {@link Shown#NOTHING} when it shows none. */
    default Shown shown(Map<String, Object> object) {
        return Shown.NOTHING;
    }

    /** What the core has stored on the object; {@link Marks#NONE} when it stored nothing. */
    default Marks marks(Map<String, Object> object) {
        return Marks.NONE;
    }
}
