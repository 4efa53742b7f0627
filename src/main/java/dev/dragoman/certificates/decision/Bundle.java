package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.PemFiles;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whom a CA's Secret says to trust. Each keeps its place, so that nothing changes for those who
 * have the bundle when another one of it signs.
 *
 * @param certificates in the order in which they came
 * @param former those of them that sign no more, and until when they are trusted
 */
record Bundle(List<X509Certificate> certificates, Map<String, Instant> former) {
    /** More former CAs are not kept: those that end first go. */
    private static final int MOST = 16;

    Bundle {
        certificates = List.copyOf(certificates);
    }

    /**
     * What is to be trusted.
     *
     * @param own the Secret with the certificate that signs
     * @param next the CA that comes next
     * @param former the former ones, by id
     */
    static Bundle of(
            OwnSecret own,
            Optional<X509Certificate> next,
            Map<String, Instant> former,
            Instant now) {
        var current = own.certificate();
        var signing = new ArrayList<X509Certificate>();
        current.ifPresent(signing::add);
        next.ifPresent(signing::add);
        var kept = new LinkedHashMap<String, Instant>();
        own.trusted().stream()
                .filter(each -> !signing.contains(each))
                .map(OwnSecret::id)
                .filter(each -> former.getOrDefault(each, Instant.MIN).isAfter(now))
                .sorted((a, b) -> former.get(b).compareTo(former.get(a)))
                .limit(MOST)
                .sorted()
                .forEach(each -> kept.put(each, former.get(each)));
        var all = new LinkedHashSet<X509Certificate>();
        own.trusted().stream()
                .filter(each -> signing.contains(each) || kept.containsKey(OwnSecret.id(each)))
                .forEach(all::add);
        all.addAll(signing);
        return new Bundle(List.copyOf(all), kept);
    }

    /** For {@code ca.crt}. */
    byte[] text() {
        return PemFiles.write(certificates);
    }
}
