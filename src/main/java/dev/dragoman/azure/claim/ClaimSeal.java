package dev.dragoman.azure.claim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Fields;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals claims, so that a claim by the operator differs from a claim that was written by hand. A
 * seal is an HMAC over the object's uid and the ARM id, under the operator's key. A seal is not
 * valid for a copy, which has another uid, or for an edited annotation, which has another id.
 * Thread-safe.
 */
public final class ClaimSeal {
    private static final String ALGORITHM = "HmacSHA256";

    /**
     * Beginning of the sealed text. Bodies are hashed with the same key, so a sealed text must not
     * look like a body.
     */
    private static final String CLAIM = "claim\n";

    private static final String MADE = "made\n";

    private final Supplier<byte[]> key;

    /**
     * @param key gives the operator's key; throws while the key cannot be read, which ends the
     *     reconciliation
     */
    public ClaimSeal(Supplier<byte[]> key) {
        this.key = key;
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
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.get(), ALGORITHM));
            var text = purpose + uid + "\n" + ResourceId.key(resourceId);
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
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
        var shown = Fields.annotation(object, annotation);
        var id = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return !shown.isEmpty()
                && !id.isEmpty()
                && MessageDigest.isEqual(
                        shown.getBytes(UTF_8),
                        of(purpose, Fields.metadata(object, "uid"), id).getBytes(UTF_8));
    }
}
