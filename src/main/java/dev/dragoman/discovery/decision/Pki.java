package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Trouble;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Names;
import dev.dragoman.kube.ReservedSecrets;
import dev.dragoman.settings.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the spec says of certificates. Immutable.
 *
 * @param caSecret Secret of the root
 * @param caSeconds how long the root is valid
 * @param serverSecret Secret of the server
 * @param serverSeconds how long its certificate is valid
 */
record Pki(String caSecret, long caSeconds, String serverSecret, long serverSeconds) {
    /** The key of the API, and the one that it was meant to be. */
    private static final String MISSPELT = "pkiConfg";

    private static final String SPELT = "pkiConfig";

    /** What a certificate may be valid for. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private static final Duration LONGEST = Duration.ofDays(36_525);

    static Pki of(DiscoveryService service, List<Trouble> troubles) {
        boolean both = service.spec(MISSPELT) != null && service.spec(SPELT) != null;
        var field = service.spec(SPELT) == null ? MISSPELT : SPELT;
        if (both && !service.map(MISSPELT).equals(service.map(SPELT))) {
            troubles.add(
                    DiscoveryTrouble.unused(
                            "PkiConfgUsed",
                            "spec.pkiConfg and spec.pkiConfig are both there and differ; pkiConfig is used. Take one of them away"));
        }
        var ca = new Part(service, field, "rootCertificateAuthority");
        var server = new Part(service, field, "serverCertificate");
        return new Pki(
                ca.secret(DiscoveryNames.ca(service.name()), troubles),
                ca.seconds(94_608_000, troubles),
                server.secret(DiscoveryNames.server(service.name()), troubles),
                server.seconds(7_776_000, troubles));
    }

    /** The same in these Secrets; an empty name changes nothing. */
    Pki in(String ca, String server) {
        return new Pki(
                ca.isEmpty() ? caSecret : ca,
                caSeconds,
                server.isEmpty() ? serverSecret : server,
                serverSeconds);
    }

    /** Names of the Secrets that a DiscoveryService takes, whatever else is wrong with it. */
    static List<String> secrets(DiscoveryService service) {
        var pki = of(service, new ArrayList<>());
        return List.of(pki.caSecret(), pki.serverSecret());
    }

    /** One half of it. */
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
                                "%s '%s' means something else to the operator; name another Secret. Nothing is changed"
                                        .formatted(path("secretName"), name)));
            }
            return name;
        }

        long seconds(long otherwise, List<Trouble> troubles) {
            if (!(values().get("duration") instanceof String text) || text.isEmpty()) {
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
                                "%s: %s. Nothing is changed"
                                        .formatted(path("duration"), wrong.getMessage())));
                return otherwise;
            }
        }
    }
}
