package dev.dragoman.azure.claim;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seal;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Seals claims, so that a claim by the operator differs from a claim that was written by hand. A
 * seal is an HMAC over the object's uid and the ARM id, under the operator's key. A seal is not
 * valid for a copy, which has another uid, or for an edited annotation, which has another id.
 * Thread-safe.
 */
public final class ClaimSeal {
    /**
     * Beginning of the sealed text. Bodies are hashed with the same key, so a sealed text must not
     * look like a body.
     */
    private static final String CLAIM = "claim\n";

    private static final String MADE = "made\n";

    private final Seal seal;

    /**
     * @param key gives the operator's key; throws while the key cannot be read, which ends the
     *     reconciliation
     */
    public ClaimSeal(Supplier<byte[]> key) {
        this.seal = new Seal(key);
    }

    /** The seal of an id for the object with this uid. The case of the id does not matter. */
    String of(String uid, String resourceId) {
        return of(CLAIM, uid, resourceId);
    }

    /** The seal that proves that the resource was created for the object with this uid. */
    String made(String uid, String resourceId) {
        return of(MADE, uid, resourceId);
    }

    private String of(String purpose, String uid, String resourceId) {
        return seal.of(text(purpose, uid, resourceId));
    }

    private static String text(String purpose, String uid, String resourceId) {
        return purpose + uid + "\n" + ResourceId.key(resourceId);
    }

    /** Whether the operator itself wrote the id that the object's annotation shows. */
    boolean valid(Map<String, Object> object) {
        return valid(object, AsoNames.CLAIMED_BY, CLAIM);
    }

    /**
     * Whether the operator created the resource, whose id is in the object's annotation, for this
     * object.
     */
    boolean made(Map<String, Object> object) {
        return valid(object, AsoNames.MADE_BY, MADE);
    }

    private boolean valid(Map<String, Object> object, String annotation, String purpose) {
        var id = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return !id.isEmpty()
                && seal.proves(
                        Fields.annotation(object, annotation),
                        text(purpose, Fields.metadata(object, "uid"), id));
    }
}
