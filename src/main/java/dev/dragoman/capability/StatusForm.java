package dev.dragoman.capability;

import dev.dragoman.kube.KubeException;
import java.util.Map;

/** Where the state of an object is shown, and how it is written there. Thread-safe. */
public interface StatusForm {
    /** Of objects on which nothing is shown. */
    StatusForm NONE = (object, ending) -> new Written(object, false);

    /**
     * What was written.
     *
     * @param object as it is now
     * @param changed whether it shows something else than before
     */
    record Written(Map<String, Object> object, boolean changed) {}

    /**
     * Writes what differs; nothing when nothing does.
     *
     * @throws KubeException when it cannot be written
     */
    Written write(Map<String, Object> object, Ending ending);
}
