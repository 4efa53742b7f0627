package dev.dragoman.certificates.pki;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The properties of a wanted certificate. If they are invalid, {@link #problems} says why, and
 * nothing is issued. Immutable.
 *
 * @param commonName common name of the subject
 * @param hosts DNS names and addresses, unchecked
 * @param usages what the certificate is for; empty for no restriction, as in MARIN3R's client
 *     certificates
 * @param pathLength how many CAs may be between this CA and a leaf; 0 for a certificate that is no
 *     CA
 * @param validFor time from the certificate's begin to its end; fractions of a second are ignored
 * @param key kind of its private key
 */
public record CertificateSpec(
        String commonName,
        List<String> hosts,
        Set<Usage> usages,
        int pathLength,
        Duration validFor,
        KeySpec key) {
    /** Maximum length of a common name, according to X.520. */
    static final int LONGEST_COMMON_NAME = 64;

    static final int MOST_HOSTS = 100;
    static final Duration SHORTEST = Duration.ofSeconds(5);

    /** 100 years. */
    static final Duration LONGEST = Duration.ofDays(36_525);

    private static final int MOST_BETWEEN = 8;

    public CertificateSpec {
        hosts = List.copyOf(hosts);
        usages = Set.copyOf(usages);
    }

    /** The certificate of a client without hosts, with the default key. */
    public static CertificateSpec client(String commonName, Duration validFor) {
        return new CertificateSpec(
                commonName, List.of(), Set.of(Usage.CLIENT), 0, validFor, KeySpec.RSA_2048);
    }

    /** Copy with another key. */
    public CertificateSpec with(KeySpec other) {
        return new CertificateSpec(commonName, hosts, usages, pathLength, validFor, other);
    }

    /** Copy with another path length, which is cut to the allowed range. */
    public CertificateSpec withPathLength(int other) {
        return new CertificateSpec(
                commonName, hosts, usages, Math.clamp(other, 0, MOST_BETWEEN), validFor, key);
    }

    /** Copy with other hosts. */
    public CertificateSpec withHosts(List<String> others) {
        return new CertificateSpec(commonName, others, usages, pathLength, validFor, key);
    }

    /** Whether the certificate is a CA. */
    public boolean ca() {
        return usages.contains(Usage.CA);
    }

    /** Whether the certificate proves the identity of a server. */
    public boolean server() {
        return usages.contains(Usage.SERVER) && !ca();
    }

    /** Whether the certificate proves the identity of a client. */
    public boolean client() {
        return usages.contains(Usage.CLIENT) && !ca();
    }

    /** Whether the certificate gets the usage keyEncipherment if its key is RSA. */
    boolean encrypts() {
        // only servers need keyEncipherment (RFC 5280, 4.2.1.12); a certificate without usages may
        // be that of a server
        return server() || usages.isEmpty();
    }

    /**
     * Problems, each with the name of the field as in {@code DiscoveryServiceCertificate}; empty if
     * the certificate can be issued.
     */
    public List<String> problems() {
        var problems = new ArrayList<String>();
        commonNameProblems(problems);
        hostProblems(problems);
        if (ca() && usages.size() > 1) {
            problems.add(
                    "isCA: a CA cannot also be a server or a client, because that server or client would hold the key of the CA. Remove the fields server and client, and write a second DiscoveryServiceCertificate for the server or client");
        }
        if (pathLength < 0 || pathLength > MOST_BETWEEN || (pathLength > 0 && !ca())) {
            problems.add(
                    "pathLength: is %d; write 0 to %d for a CA, and 0 otherwise"
                            .formatted(pathLength, MOST_BETWEEN));
        }
        if (validFor.compareTo(SHORTEST) < 0 || validFor.compareTo(LONGEST) > 0) {
            problems.add(
                    "validFor: is %d s; write %d to %d (100 years)"
                            .formatted(
                                    validFor.toSeconds(),
                                    SHORTEST.toSeconds(),
                                    LONGEST.toSeconds()));
        }
        return List.copyOf(problems);
    }

    private void commonNameProblems(List<String> problems) {
        int length = commonName.codePointCount(0, commonName.length());
        if (commonName.isBlank()) {
            problems.add("commonName: is empty; write a name");
        } else if (length > LONGEST_COMMON_NAME) {
            problems.add(
                    "commonName: has %d characters; write at most %d"
                            .formatted(length, LONGEST_COMMON_NAME));
        } else if (!commonName.strip().equals(commonName)) {
            problems.add("commonName: begins or ends with a blank; remove the blank");
        } else if (commonName.codePoints().anyMatch(CertificateSpec::unprintable)) {
            problems.add("commonName: has characters that cannot be printed; remove them");
        }
    }

    private static boolean unprintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED ->
                    true;
            default -> false;
        };
    }

    private void hostProblems(List<String> problems) {
        if (hosts.size() > MOST_HOSTS) {
            problems.add(
                    "hosts: has %d entries; write at most %d".formatted(hosts.size(), MOST_HOSTS));
            return;
        }
        for (int i = 0; i < hosts.size(); i++) {
            try {
                var _ = Host.parse(hosts.get(i));
            } catch (IllegalArgumentException wrong) {
                if (!onlyCopied(hosts.get(i))) {
                    problems.add("hosts[%d]: %s".formatted(i, wrong.getMessage()));
                }
            }
        }
        if (server() && hosts.isEmpty()) {
            problems.add("hosts: is empty; write the names under which the server is reached");
        }
    }

    /** The hosts as they are in a certificate, without duplicates and without invalid hosts. */
    Set<Host> names() {
        var names = new LinkedHashSet<Host>();
        for (var each : hosts) {
            try {
                names.add(Host.parse(each));
            } catch (IllegalArgumentException wrong) {
                // problems() names this host, or it is the common name that MARIN3R copied
            }
        }
        return names;
    }

    /** The hosts as they are in a certificate, as text. */
    public Set<String> hostNames() {
        var all = new LinkedHashSet<String>();
        names().forEach(each -> all.add(each.text()));
        return all;
    }

    /**
     * Whether a host is only a copy of the common name. MARIN3R copies the common name into an
     * empty list of hosts, even if it is no host name. Clients and CAs do not need the copy.
     */
    boolean onlyCopied(String host) {
        return host.equals(commonName) && !server();
    }
}
