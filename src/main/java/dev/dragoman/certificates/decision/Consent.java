package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Usage;
import dev.dragoman.kube.object.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which certificates a namespace may have of a CA. The CA's own namespace may have all. For
 * another namespace, an entry has the namespace and a right: {@code team} allows client
 * certificates of at most two days, {@code team:client} client certificates of any duration, {@code
 * team:a.example.com+*.b.example.com} certificates of servers and clients for these hosts, {@code
 * team:all} everything. Immutable.
 *
 * @param namespace namespace of the certificate
 * @param own whether it is the CA's own namespace
 * @param rights the part of each entry behind the namespace; empty text if there is none
 */
record Consent(String namespace, boolean own, List<String> rights) {
    /**
     * Longest duration that an entry without a right allows. It is the duration of a discovery
     * service's client certificates.
     */
    static final Duration SHORT = Duration.ofDays(2);

    private static final String ALL = "all";
    private static final String CLIENT = "client";

    Consent {
        rights = List.copyOf(rights);
    }

    /**
     * Reads the entries in the annotations of a CA's Secret.
     *
     * @param namespace namespace of the certificate
     */
    static Consent of(Map<String, Object> secret, String namespace) {
        var rights = new ArrayList<String>();
        entries(secret, CertificateNames.ALLOW)
                .forEach(
                        each -> {
                            of(each, namespace).ifPresent(rights::add);
                            of(each, "*").ifPresent(rights::add);
                        });
        entries(secret, CertificateNames.SPEC_ALLOWS)
                .forEach(each -> of(each, namespace).ifPresent(rights::add));
        return new Consent(
                namespace, namespace.equals(Fields.metadata(secret, "namespace")), rights);
    }

    private static Stream<String> entries(Map<String, Object> secret, String annotation) {
        return Arrays.stream(Fields.annotation(secret, annotation).strip().split("[\\s,]+", -1));
    }

    /** The right of an entry; empty if the entry is for another namespace. */
    private static Optional<String> of(String entry, String namespace) {
        if (entry.equals(namespace)) {
            return Optional.of("");
        }
        return entry.startsWith(namespace + ":") && entry.length() > namespace.length() + 1
                ? Optional.of(entry.substring(namespace.length() + 1))
                : Optional.empty();
    }

    /** Whether an entry allows the namespace certificates of at least one kind. */
    boolean any() {
        return own || !rights.isEmpty();
    }

    /**
     * Why the namespace may not have a certificate, according to its most specific entry; empty if
     * it may.
     */
    Optional<String> beyond(CertificateSpec spec) {
        if (own) {
            return Optional.empty();
        }
        var found =
                rights.stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(each -> beyond(each, spec))
                        .toList();
        return found.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : found.stream()
                        .flatMap(Optional::stream)
                        .findFirst()
                        .or(() -> Optional.of("the namespace may have no certificate"));
    }

    private Optional<String> beyond(String right, CertificateSpec spec) {
        return switch (right) {
            case ALL -> Optional.empty();
            case CLIENT -> beyondClient(spec);
            case "" ->
                    beyondClient(spec)
                            .or(
                                    () ->
                                            first(
                                                    spec.validFor().compareTo(SHORT) > 0,
                                                    "validFor is more than %d s"
                                                            .formatted(SHORT.toSeconds())));
            default -> beyondHosts(List.of(right.split("\\+", -1)), spec);
        };
    }

    private Optional<String> beyondClient(CertificateSpec spec) {
        return first(
                        !spec.usages().equals(Set.of(Usage.CLIENT)),
                        "only 'client: true' is allowed as its usage")
                .or(() -> foreignName(names(spec, spec.commonName()), this::isOfNamespace));
    }

    private static Optional<String> beyondHosts(List<String> hosts, CertificateSpec spec) {
        return first(spec.ca(), "isCA is not allowed")
                .or(() -> foreignName(names(spec, ""), each -> covers(hosts, each)));
    }

    /**
     * Names of the certificate that could be taken for host names.
     *
     * @param copied a common name to leave out if it has no dot, because {@link #limited} removes
     *     it from a client's hosts; empty to leave out no name
     */
    private static Set<String> names(CertificateSpec spec, String copied) {
        var names = new LinkedHashSet<String>(spec.hostNames());
        if (!copied.contains(".")) {
            names.remove(copied);
        }
        if (spec.commonName().contains(".")) {
            names.add(spec.commonName());
        }
        return names;
    }

    private static Optional<String> foreignName(
            Set<String> names, java.util.function.Predicate<String> allowed) {
        return names.stream()
                .filter(each -> !allowed.test(each))
                .findFirst()
                .map("the name '%s' is not allowed"::formatted);
    }

    private boolean isOfNamespace(String host) {
        return host.endsWith("." + namespace + ".svc")
                || host.endsWith("." + namespace + ".svc.cluster.local");
    }

    private static boolean covers(List<String> hosts, String host) {
        return hosts.contains(host)
                || hosts.stream()
                        .filter(each -> each.startsWith("*."))
                        .anyMatch(each -> host.endsWith(each.substring(1)));
    }

    private static Optional<String> first(boolean wrong, String what) {
        return wrong ? Optional.of(what) : Optional.empty();
    }

    /**
     * The certificate as it is issued to the namespace: for a client of another namespace, a common
     * name without a dot is removed from the hosts.
     */
    CertificateSpec limited(CertificateSpec spec) {
        return own || !spec.usages().equals(Set.of(Usage.CLIENT)) || spec.commonName().contains(".")
                ? spec
                : spec.withHosts(
                        spec.hosts().stream()
                                .filter(each -> !each.equalsIgnoreCase(spec.commonName()))
                                .toList());
    }

    /** The narrowest entry that allows the certificate. */
    static String entry(String namespace, CertificateSpec spec) {
        var hosts = String.join("+", names(spec, ""));
        return Stream.of("", CLIENT, hosts)
                .filter(each -> each.chars().noneMatch(c -> c == ',' || c <= ' '))
                .filter(each -> new Consent(namespace, false, List.of(each)).beyond(spec).isEmpty())
                .findFirst()
                .map(each -> each.isEmpty() ? namespace : namespace + ":" + each)
                .orElse(namespace + ":" + ALL);
    }
}
