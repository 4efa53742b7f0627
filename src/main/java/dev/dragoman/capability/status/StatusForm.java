package dev.dragoman.capability.status;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.failure.KubeException;
import java.util.Map;

/** Where the state of an object is shown, and how it is written there. Thread-safe. */
public interface StatusForm {
    /** For objects on which nothing is shown. */
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
     * @param changed whether it shows another state than before
     */
    record Written(Map<String, Object> object, boolean changed) {}

    /**
     * The state that an object shows.
     *
     * @param ready status of the condition Ready; empty while it shows none
     * @param id outside id, where one is shown
     * @param generation generation of the object that the state describes
     */
    record Shown(String ready, String reason, String message, String id, long generation) {
        public static final Shown NOTHING = new Shown("", "", "", "", 0);
    }

    /**
     * Writes the ending; nothing when nothing differs.
     *
     * @throws KubeException when it cannot be written
     */
    Written write(Map<String, Object> object, Ending ending);

    /** Whether it shows the condition Ready, or its equivalent. */
    default boolean showsReady() {
        return true;
    }

    /** What the object shows. */
    default Shown shown(Map<String, Object> object) {
        return Shown.NOTHING;
    }

    /** What the core remembers on the object. */
    default Marks marks(Map<String, Object> object) {
        return Marks.NONE;
    }
}
