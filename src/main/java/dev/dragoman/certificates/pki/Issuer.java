package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A CA that signs certificates, without its key. Immutable.
 *
 * @param certificate the CA's current certificate
 * @param intermediates the certificates that a server or client sends after its own: this CA and
 *     the CAs above it, without the root, which peers already have
 * @param anchors the CAs to trust, the content of {@code ca.crt}; never empty
 */
public record Issuer(
        X509Certificate certificate,
        List<X509Certificate> intermediates,
        List<X509Certificate> anchors) {
    public Issuer {
        intermediates = List.copyOf(intermediates);
        anchors = List.copyOf(anchors);
    }

    /**
     * Reads the Secret of a CA. {@code tls.crt} has the CA's certificate first, then the CAs above,
     * each signed by the next. The anchors are in {@code ca.crt}; without {@code ca.crt}, the last
     * certificate of {@code tls.crt} is the anchor.
     *
     * @return a problem if the Secret holds no CA that can sign
     */
    public static Result<Issuer> read(TlsSecret secret) {
        var chain = read(secret, TlsSecret.CERTIFICATE);
        return chain.then(
                certificates ->
                        secret.get(TlsSecret.TRUST).isPresent()
                                ? read(secret, TlsSecret.TRUST)
                                        .then(anchors -> of(certificates, anchors))
                                : of(certificates, List.of(certificates.getLast())));
    }

    private static Result<List<X509Certificate>> read(TlsSecret secret, String name) {
        return secret.certificates(name).orElseGet(() -> Result.refused("is missing")).in(name);
    }

    private static Result<Issuer> of(List<X509Certificate> chain, List<X509Certificate> anchors) {
        var ca = chain.getFirst();
        if (!Certificates.signsOthers(ca)) {
            return Result.refused(
                    "tls.crt: '%s' is no CA: it may not sign certificates; name the Secret of a CA"
                            .formatted(Certificates.name(ca)));
        }
        if (X509Encoding.signatureAlgorithm(ca.getPublicKey()).isEmpty()) {
            return Result.refused("tls.crt: its key is neither RSA nor EC nor Ed25519");
        }
        for (int i = 1; i < chain.size(); i++) {
            if (!Certificates.signed(chain.get(i), chain.get(i - 1))) {
                return Result.refused(
                        "tls.crt: certificate %d is not the issuer of the one before it"
                                .formatted(i + 1));
            }
        }
        var sent = new ArrayList<>(chain);
        sent.removeIf(each -> Certificates.signed(each, each));
        return Result.ok(new Issuer(ca, sent, anchors));
    }

    /**
     * Reads the issuer of a certificate that an external signer has signed. The Secret holds the
     * certificate and its chain in {@code tls.crt}, and the trusted roots in {@code ca.crt}.
     *
     * @return a problem if {@code tls.crt} is no chain, or leads to no root in {@code ca.crt}
     */
    public static Result<Issuer> behind(TlsSecret secret) {
        return read(secret, TlsSecret.CERTIFICATE)
                .then(chain -> read(secret, TlsSecret.TRUST).then(each -> behind(chain, each)));
    }

    /**
     * The issuer of a certificate that an external signer has signed.
     *
     * @param chain the certificate, then the CAs between it and a root
     * @param anchors CAs to trust, at least one of them the root of the chain
     */
    static Result<Issuer> behind(List<X509Certificate> chain, List<X509Certificate> anchors) {
        for (int i = 1; i < chain.size(); i++) {
            if (!Certificates.signsOthers(chain.get(i))
                    || !Certificates.signed(chain.get(i), chain.get(i - 1))) {
                return Result.refused(
                        "certificate %d, '%s', is not the CA that has signed the one before it"
                                .formatted(i + 1, Certificates.name(chain.get(i))));
            }
        }
        var root = anchors.stream().filter(each -> leads(chain, each)).findFirst();
        if (root.isEmpty()) {
            return Result.refused(
                    "'%s' was issued by '%s', which is none of the trusted roots"
                            .formatted(
                                    Certificates.name(chain.getLast()),
                                    chain.getLast().getIssuerX500Principal().getName()));
        }
        return Result.ok(
                new Issuer(
                        chain.size() > 1 ? chain.get(1) : root.get(),
                        chain.subList(1, chain.size()),
                        anchors));
    }

    /**
     * Whether the last certificate of a chain is the given root CA, or the root CA has signed it.
     */
    public static boolean leads(List<X509Certificate> chain, X509Certificate root) {
        return Certificates.signsOthers(root)
                && (chain.getLast().equals(root) || Certificates.signed(root, chain.getLast()));
    }

    /**
     * The chain of a certificate that this CA has issued, with the roots to which the chain leads.
     */
    List<X509Certificate> behind(List<X509Certificate> chain) {
        return Stream.concat(chain.stream(), anchors.stream().filter(each -> leads(chain, each)))
                .toList();
    }

    /** The CA and all CAs above it, with the root; without anchors of other paths. */
    Stream<X509Certificate> path() {
        var top = intermediates.isEmpty() ? certificate : intermediates.getLast();
        return Stream.of(
                        Stream.of(certificate),
                        intermediates.stream(),
                        anchors.stream().filter(each -> Certificates.signed(each, top)))
                .flatMap(each -> each)
                .distinct();
    }
}
