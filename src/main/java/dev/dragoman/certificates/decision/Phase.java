package dev.dragoman.certificates.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Phase of the replacement of a CA, as the status shows it. Immutable.
 *
 * @param name one of the constants
 * @param since when the phase began; empty if that is not known
 * @param until when the phase ends at the latest; empty if that is not known
 * @param bundle hash of the trust bundle in this phase
 * @param waitsFor names of certificates for which the phase waits; {@code consumers} stands for all
 *     other consumers
 */
record Phase(
        String name,
        Optional<Instant> since,
        Optional<Instant> until,
        String bundle,
        List<String> waitsFor) {
    /**
     * The next CA is in the trust bundle. The certificates of this CA copy the bundle into their
     * Secrets.
     */
    static final String TRUSTING = "Trusting";

    /**
     * All certificates have the bundle in their Secrets; the consumers of the Secrets get time to
     * read it.
     */
    static final String PROPAGATING = "Propagating";

    /** The next CA signs; it replaces the certificates of the former CA. */
    static final String REISSUING = "Reissuing";

    /**
     * The new CA has signed all certificates. The former CA is trusted until its last certificate
     * ends.
     */
    static final String OVERLAPPING = "Overlapping";

    private static final String FIELD = "rotation";

    /** Maximum number of names in the status. */
    private static final int MOST = 10;

    Phase {
        waitsFor = List.copyOf(waitsFor);
    }

    static Phase of(String name, Optional<Instant> since, Optional<Instant> until, String bundle) {
        return new Phase(name, since, until, bundle, List.of());
    }

    /** Reads the phase from a status; empty if the status has none. */
    static Optional<Phase> shown(Map<String, Object> status) {
        var shown = Fields.map(Map.of("s", status), "s", FIELD);
        return shown.get("phase") instanceof String name
                ? Optional.of(
                        new Phase(
                                name,
                                Fields.time(Json.text(shown, "since")),
                                Fields.time(Json.text(shown, "until")),
                                String.valueOf(shown.get("bundle")),
                                List.of()))
                : Optional.empty();
    }

    /** Writes the phase into a status. */
    void show(Map<String, Object> status) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("phase", name);
        since.ifPresent(each -> shown.put("since", each.toString()));
        until.ifPresent(each -> shown.put("until", each.toString()));
        shown.put("bundle", bundle);
        if (!waitsFor.isEmpty()) {
            shown.put("waitsFor", waitsFor.stream().sorted().limit(MOST).toList());
        }
        status.put(FIELD, shown);
    }
}
