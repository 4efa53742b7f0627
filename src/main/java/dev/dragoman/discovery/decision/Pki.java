package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The part of the spec about certificates. Immutable.
 *
 * @param caSecret name of the root's Secret
 * @param caSeconds validity of the root in seconds
 * @param serverSecret name of the server's Secret
 * @param serverSeconds validity of the server's certificate in seconds
 */
record Pki(String caSecret, long caSeconds, String serverSecret, long serverSeconds) {
    /** Field of MARIN3R's API, which is misspelt there. */
    private static final String MISSPELT = "pkiConfg";

    /** The correct spelling of the field. */
    private static final String SPELT = "pkiConfig";

    /** Limits of a certificate's validity. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private static final Duration LONGEST = Duration.ofDays(36_525);

    static Pki of(DiscoveryService service, List<Trouble> troubles) {
        boolean both = service.spec(MISSPELT) != null && service.spec(SPELT) != null;
        var field = service.spec(SPELT) == null ? MISSPELT : SPELT;
        if (both && !service.map(MISSPELT).equals(service.map(SPELT))) {
            troubles.add(
                    DiscoveryTrouble.unused(
                            "PkiConfgUsed",
                            "spec.pkiConfg and spec.pkiConfig are both set and differ; pkiConfig is used. Remove one of the two fields"));
        }
        var ca = new Part(service, field, "rootCertificateAuthority");
        var server = new Part(service, field, "serverCertificate");
        return new Pki(
                ca.secret(DiscoveryNames.ca(service.name()), troubles),
                ca.seconds(94_608_000, troubles),
                server.secret(DiscoveryNames.server(service.name()), troubles),
                server.seconds(7_776_000, troubles));
    }

    /** Copy with these Secrets; an empty name keeps the present one. */
    Pki in(String ca, String server) {
        return new Pki(
                ca.isEmpty() ? caSecret : ca,
                caSeconds,
                server.isEmpty() ? serverSecret : server,
                serverSeconds);
    }

    /** Names of the Secrets that a DiscoveryService has, even if its spec is invalid. */
    static List<String> secrets(DiscoveryService service) {
        var pki = of(service, new ArrayList<>());
        return List.of(pki.caSecret(), pki.serverSecret());
    }

    /**
     * Seconds of a certificate's validity.
     *
     * @param path the field of the spec, for messages
     * @param value a duration as Go writes it; {@code otherwise} without one
     */
    static long seconds(String path, Object value, long otherwise, List<Trouble> troubles) {
        if (!(value instanceof String text) || text.isEmpty()) {
            return otherwise;
        }
        try {
            var time = GoDuration.parse(text);
            if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "'%s' is not between 5s and 876600h".formatted(text));
            }
            return time.toSeconds();
        } catch (IllegalArgumentException wrong) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "%s: %s. Nothing is changed".formatted(path, wrong.getMessage())));
            return otherwise;
        }
    }

    /** The fields of the root or of the server. */
    private record Part(DiscoveryService service, String field, String half) {
        private Map<String, Object> values() {
            return Fields.map(service.map(field), half);
        }

        private String path(String name) {
            return "spec.%s.%s.%s".formatted(field, half, name);
        }

        String secret(String otherwise, List<Trouble> troubles) {
            if (!(values().get("secretName") instanceof String name) || name.isEmpty()) {
                return otherwise;
            }
            if (!Names.isSubdomain(name)) {
                troubles.add(
                        DiscoveryTrouble.spec(
                                "%s '%s' is no name of a Secret; nothing is changed"
                                        .formatted(path("secretName"), name)));
            } else if (ReservedSecrets.ALL.contains(name)) {
                troubles.add(
                        DiscoveryTrouble.spec(
                                "%s '%s' is reserved by the operator; name another Secret. Nothing is changed"
                                        .formatted(path("secretName"), name)));
            }
            return name;
        }

        long seconds(long otherwise, List<Trouble> troubles) {
            return Pki.seconds(path("duration"), values().get("duration"), otherwise, troubles);
        }
    }
}
