package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Facts;
import dev.dragoman.azure.model.BodyHash;
import dev.dragoman.azure.model.Comparison;
import dev.dragoman.azure.model.KeptChildren;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The body of a PUT, and how it is compared with what Azure shows. Pure. */
final class WantedBody {
    private WantedBody() {}

    /**
     * What was observed, with the body to send.
     *
     * @param seen one that has a body ({@link AzureObservation#hasBody})
     * @param body the mapped body, or what a route made of it
     * @param key of the hash
     * @param look whether a team wants to know what exists before anything is sent
     */
    static AzureObservation of(
            AzureObservation seen, Map<String, Object> body, byte[] key, boolean look) {
        var hash = BodyHash.hmac(key, body, seen.version().apiVersion());
        var fields = seen.version().body();
        var desired =
                new Facts.Desired(
                        body,
                        hash,
                        seen.mapped().orElseThrow().lookUps(),
                        (asked, shown) ->
                                differences(seen, asked, shown).stream()
                                        .map(Comparison.Difference::path)
                                        .toList(),
                        KeptChildren.any(fields)
                                ? Optional.of(
                                        (asked, shown) -> KeptChildren.added(fields, asked, shown))
                                : Optional.empty(),
                        look);
        return seen.with(seen.facts().with(Optional.of(desired)));
    }

    /**
     * Where what Azure shows differs from a complete body; nowhere for types of which Azure only
     * says that they are there.
     */
    static List<Comparison.Difference> differences(
            AzureObservation seen, Map<String, Object> asked, Map<String, Object> shown) {
        return seen.kind().verbs().contains(AzureKind.Verb.GET)
                ? Comparison.between(
                        seen.version(), asked, shown, seen.mapped().orElseThrow().secretPaths())
                : List.of();
    }
}
