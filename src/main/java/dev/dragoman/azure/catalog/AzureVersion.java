package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Optional;

/**
 * One ARM api-version of a kind.
 *
 * @param names CRD version names, both spellings where both exist, the newer spelling first
 * @param apiVersion ARM api-version, for example {@code 2023-01-01}
 * @param preview whether the api-version is a preview
 * @param body the ARM payload as a tree whose root is the PUT body; {@code name} is among its
 *     fields
 * @param flattenedStatus dotted ARM paths of the objects below the root whose {@code properties}
 *     are flattened in status
 * @param rootFlattened whether {@code properties} of the root are flattened in status; false for a
 *     few kinds, whose users read {@code status.properties}
 * @param fixedName fixed ARM name in this version, if its spelling differs from the kind's; else
 *     empty
 */
public record AzureVersion(
        List<String> names,
        String apiVersion,
        boolean preview,
        List<BodyField> body,
        List<String> flattenedStatus,
        boolean rootFlattened,
        Optional<String> fixedName) {
    /** Whether the body has the fields that the user writes, and no others are known. */
    public boolean isOpen() {
        return BodyField.isOpen(body);
    }

    /** A version that spells the fixed name as the kind does, or has none. */
    public AzureVersion(
            List<String> names,
            String apiVersion,
            boolean preview,
            List<BodyField> body,
            List<String> flattenedStatus,
            boolean rootFlattened) {
        this(names, apiVersion, preview, body, flattenedStatus, rootFlattened, Optional.empty());
    }
}
