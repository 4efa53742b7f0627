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
 * The trust bundle in a CA's Secret. Each certificate keeps its position, so the bundle does not
 * change when another CA of the bundle begins to sign.
 *
 * @param certificates the trusted CAs, in the order in which they were added
 * @param former until when each CA that no longer signs is trusted, by id of the CA
 */
record Bundle(List<X509Certificate> certificates, Map<String, Instant> former) {
    /**
     * Maximum number of former CAs. If there are more, those whose trust ends first are dropped.
     */
    private static final int MOST = 16;

    Bundle {
        certificates = List.copyOf(certificates);
    }

    /**
     * The CAs to trust now.
     *
     * @param own the Secret with the CA that signs
     * @param next the next CA; empty if none is prepared
     * @param former until when former CAs are trusted, by id
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

    /** The bundle as PEM, for {@code ca.crt}. */
    byte[] text() {
        return PemFiles.write(certificates);
    }
}
