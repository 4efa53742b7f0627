package dev.dragoman.azure.vault;

import dev.dragoman.azure.decision.Answer;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a Key Vault answers about an entry. Immutable; never holds the value. */
sealed interface Found {
    /** There is no such entry. */
    record Absent() implements Found {}

    /**
     * The entry exists, or is deleted and can be recovered.
     *
     * @param version address of the present version
     * @param tags all tags
     * @param contentType content type; empty for none
     * @param sameValue whether the entry has the wanted value; false if no value was compared
     * @param notBefore time before which the value is not to be used, or empty
     * @param expires time after which the value is not to be used, or empty
     */
    record Present(
            String version,
            Map<String, String> tags,
            String contentType,
            boolean sameValue,
            Optional<Instant> notBefore,
            Optional<Instant> expires)
            implements Found {
        /** Hash of all that is told of the entry besides its value, which has one per version. */
        int shown() {
            return Objects.hash(version, tags, contentType, notBefore, expires);
        }
    }

    /** Somebody has disabled the entry, so the vault tells nothing about it. */
    record Disabled() implements Found {}

    /** The vault gave no answer, or refused the request. */
    record Failed(Answer answer) implements Found {}
}
