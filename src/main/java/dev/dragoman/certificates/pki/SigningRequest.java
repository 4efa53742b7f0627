package dev.dragoman.certificates.pki;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A certificate request for an external signer, with the private key, which never leaves the
 * operator. {@link #toString} shows only the name. Immutable.
 *
 * @param spec properties of the certificate
 * @param pair the key pair
 * @param text the request, PEM of PKCS#10
 */
public record SigningRequest(CertificateSpec spec, KeyPair pair, String text) {
    /**
     * Maximum number of the signer's roots. They must fit into {@code ca.crt} together with the
     * roots of the CA in the spec.
     */
    private static final int MOST_ROOTS = 16;

    /**
     * Makes a request.
     *
     * @param spec a spec without problems, and not that of a CA
     * @param kept a key to use if it is of the kind that the spec asks for; empty for a new key
     */
    public static SigningRequest of(
            CertificateSpec spec, Optional<KeyPair> kept, SecureRandom random) {
        var pair = spec.key().keptOrMade(kept, random);
        return new SigningRequest(
                spec,
                pair,
                Pem.write("CERTIFICATE REQUEST", X509Encoding.request(spec, pair, random)));
    }

    /**
     * The body for teams' steps that have the request signed: request and spec, without the private
     * key.
     */
    public Map<String, Object> asked() {
        var asked = new LinkedHashMap<String, Object>();
        asked.put("request", text);
        asked.put("commonName", spec.commonName());
        asked.put("hosts", spec.names().stream().map(Host::text).toList());
        asked.put("server", spec.server());
        asked.put("client", spec.client());
        asked.put("validFor", spec.validFor().toSeconds());
        return asked;
    }

    /**
     * Checks the certificate that an external signer has signed, and joins it with the key.
     *
     * @param chain PEM of the certificate, then of the CAs between it and the root
     * @param roots PEM of the CAs to trust; empty if the chain ends with a root
     * @return a problem if the answer cannot be used
     */
    public Result<Issued> signed(List<String> chain, List<String> roots, Instant now) {
        return certificates("the chain", chain)
                .then(
                        certificates ->
                                roots.isEmpty()
                                        ? fitting(certificates, selfSigned(certificates), now)
                                        : certificates("the roots", roots)
                                                .then(each -> fitting(certificates, each, now)));
    }

    private Result<Issued> fitting(
            List<X509Certificate> chain, List<X509Certificate> roots, Instant now) {
        if (!chain.getFirst().getPublicKey().equals(pair.getPublic())) {
            return Result.refused(
                    "the first certificate of the chain is for another key than the request");
        }
        var sent = chain.stream().filter(each -> !Certificates.signed(each, each)).toList();
        if (sent.isEmpty()) {
            return Result.refused("the first certificate of the chain is signed by itself");
        }
        var path = path(sent, roots);
        var leading =
                roots.stream()
                        .filter(each -> Issuer.leads(path, each))
                        // leaves out expired roots, as the renewed root with the same key matches
                        // too
                        .filter(each -> !Validity.of(each).past(now))
                        .distinct()
                        .toList();
        var above = leading.stream().filter(each -> !path.contains(each)).toList();
        var anchors = above.isEmpty() ? leading : above;
        if (anchors.size() > MOST_ROOTS) {
            return Result.refused(
                    "the chain leads to %d roots, and %d are allowed"
                            .formatted(anchors.size(), MOST_ROOTS));
        }
        return Issuer.behind(path, anchors)
                .then(issuer -> valid(path, issuer, now))
                .then(any -> Result.ok(new Issued(pair.getPrivate(), path, anchors)));
    }

    /**
     * The chain up to a root. Adds intermediate CAs that the signer sent among the roots. If the
     * chain still leads to no root, returns it unchanged.
     */
    private static List<X509Certificate> path(
            List<X509Certificate> sent, List<X509Certificate> roots) {
        var selfSigned = selfSigned(roots);
        var path = new ArrayList<>(sent);
        while (selfSigned.stream().noneMatch(each -> Issuer.leads(path, each))) {
            var next =
                    roots.stream()
                            .filter(each -> !selfSigned.contains(each) && !path.contains(each))
                            .filter(each -> Certificates.signed(each, path.getLast()))
                            .findFirst();
            if (next.isEmpty()) {
                return sent;
            }
            path.add(next.get());
        }
        return List.copyOf(path);
    }

    private Result<Issuer> valid(List<X509Certificate> sent, Issuer issuer, Instant now) {
        var end = Validity.of(sent.getFirst()).notAfter();
        for (var each : issuer.behind(sent)) {
            var life = Validity.of(each);
            if (life.notAfter().isBefore(end)) {
                return Result.refused(
                        "'%s' ends at %s, before the certificate, which ends at %s"
                                .formatted(Certificates.name(each), life.notAfter(), end));
            }
            var excluded = X509Encoding.excluded(each, spec);
            if (excluded.isPresent()) {
                return Result.refused(
                        "'%s' has name constraints, and %s"
                                .formatted(Certificates.name(each), excluded.get()));
            }
            if (life.future(now.plus(TimeChecks.CLOCKS)) || !now.isBefore(life.notAfter())) {
                return Result.refused(
                        "'%s' is valid from %s to %s, and now is %s"
                                .formatted(
                                        Certificates.name(each),
                                        life.notBefore(),
                                        life.notAfter(),
                                        now));
            }
        }
        return Result.ok(issuer);
    }

    private static List<X509Certificate> selfSigned(List<X509Certificate> chain) {
        return chain.stream().filter(each -> Certificates.signed(each, each)).toList();
    }

    private static Result<List<X509Certificate>> certificates(String what, List<String> texts) {
        return PemFiles.certificates(String.join("\n", texts).getBytes(StandardCharsets.US_ASCII))
                .in(what);
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "SigningRequest[%s]".formatted(spec.commonName());
    }
}
