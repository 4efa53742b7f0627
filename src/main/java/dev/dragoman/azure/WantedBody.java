package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.Comparing;
import dev.dragoman.azure.model.BodyComparison;
import dev.dragoman.azure.model.BodyHash;
import dev.dragoman.azure.model.CreationFields;
import dev.dragoman.azure.model.KeptChildren;
import dev.dragoman.azure.model.MovedFields;
import dev.dragoman.azure.model.SentFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The body of a PUT, and how it is compared with what Azure shows. Pure. */
public final class WantedBody {
    private WantedBody() {}

    /**
     * Adds the body to send to the facts of an observation.
     *
     * @param seen an observation that has a body ({@link AzureObservation#hasBody})
     * @param body the body as it was mapped from the spec, or as a team's route changed it
     * @param key key of the HMAC over the body
     * @param look whether a GET must come before the PUT, because a team's steps or route need to
     *     know what differs
     */
    public static AzureObservation of(
            AzureObservation seen, Map<String, Object> body, byte[] key, boolean look) {
        var hash = BodyHash.hmac(key, body, seen.version().apiVersion());
        var desired =
                new AzureFacts.Desired(
                        body,
                        hash,
                        seen.mapped().orElseThrow().lookUps(),
                        new Against(seen, body, new SentFields(seen.version().body(), key)),
                        look);
        return seen.with(seen.facts().with(Optional.of(desired)));
    }

    private record Against(AzureObservation seen, Map<String, Object> body, SentFields sent)
            implements Comparing {
        @Override
        public List<String> drift(Map<String, Object> asked, Map<String, Object> shown) {
            return differences(seen, asked, shown).stream()
                    .map(BodyComparison.Difference::path)
                    .toList();
        }

        @Override
        public boolean mustLook() {
            return keeps()
                    || creates(body)
                    || !seen.facts().state().moved().isEmpty()
                    || !movedFields(seen, body, Map.of()).asked().isEmpty();
        }

        @Override
        public boolean hasSecrets() {
            return !seen.mapped().orElseThrow().secretPaths().isEmpty();
        }

        @Override
        public boolean keeps() {
            return KeptChildren.any(seen.version().body());
        }

        @Override
        public Map<String, Object> toSend(Map<String, Object> asked, Map<String, Object> shown) {
            return KeptChildren.added(seen.version().body(), updating(seen, asked, shown), shown);
        }

        @Override
        public boolean creates(Map<String, Object> asked) {
            return CreationFields.any(seen.facts().type().rules().creation(), asked);
        }

        @Override
        public Map<String, String> moved(Map<String, Object> asked, Map<String, Object> shown) {
            return movedFields(seen, asked, shown).asked();
        }

        @Override
        public Map<String, Object> left(Map<String, Object> asked, Map<String, Object> shown) {
            return sent.left(asked, shown, seen.facts().state().fields());
        }

        @Override
        public String fields(Map<String, Object> asked, Map<String, Object> shown) {
            return sent.of(
                    asked,
                    seen.mapped().orElseThrow().secretPaths(),
                    shown,
                    seen.facts().state().fields());
        }
    }

    /** The body with Azure's values in the fields that others may change. */
    static MovedFields movedFields(
            AzureObservation seen, Map<String, Object> asked, Map<String, Object> shown) {
        return MovedFields.of(
                seen.facts().type().rules().moved(),
                seen.version().body(),
                asked,
                shown,
                seen.facts().state().moved());
    }

    /** The body for a resource that exists. */
    private static Map<String, Object> updating(
            AzureObservation seen, Map<String, Object> asked, Map<String, Object> shown) {
        return CreationFields.without(
                seen.facts().type().rules().creation(), movedFields(seen, asked, shown).body());
    }

    /**
     * Differences between what Azure shows and a complete body into which {@link #movedFields} has
     * put Azure's values; empty for types that only answer HEAD.
     */
    public static List<BodyComparison.Difference> differences(
            AzureObservation seen, Map<String, Object> asked, Map<String, Object> shown) {
        return seen.kind().verbs().contains(AzureKind.Verb.GET)
                ? BodyComparison.between(
                        seen.version(),
                        updating(seen, asked, shown),
                        shown,
                        seen.mapped().orElseThrow().secretPaths())
                : List.of();
    }
}
