package dev.dragoman.certificates.decision;

import dev.dragoman.capability.status.Note;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Decides about certificates that are renewed without phases: all except root CAs. Pure. */
final class Leaves {
    /** Time until the next reconciliation if the certificate cannot be read. */
    private static final Duration LATER = Duration.ofHours(1);

    private Leaves() {}

    static dev.dragoman.capability.Step next(CertificateFacts facts) {
        var reasons = facts.reasons();
        if (!reasons.isEmpty()) {
            return new CertificateStep.Issue(
                    reasons, false, facts.secret().certificate().isPresent());
        }
        var after = kept(facts, facts.secret());
        return same(after, facts.secret())
                ? ending(facts, List.of())
                : write(facts, CertificateStep.Move.KEPT, "", after);
    }

    static dev.dragoman.capability.Ending ending(CertificateFacts facts, List<Note> told) {
        var next = again(facts);
        var held = facts.heldUntil().filter(next::isAfter).orElse(next);
        return State.settled(facts, Optional.empty(), told, held);
    }

    /** When the certificate is looked at again, if nothing happens before. */
    static Instant again(CertificateFacts facts) {
        var renewal = facts.pace().renewal(facts.certificate());
        var rest = facts.secret().certificate().map(each -> renewal.rest(each, facts.now()));
        return facts.now().plus(rest.orElse(LATER));
    }

    static CertificateStep.Apply write(
            CertificateFacts facts, CertificateStep.Move move, String why, OwnSecret after) {
        var sealed = sealed(facts, after);
        return new CertificateStep.Apply(
                move, why, sealed, List.of(Secrets.object(facts.certificate(), sealed)));
    }

    static OwnSecret sealed(CertificateFacts facts, OwnSecret own) {
        return own.sealed(facts.certificate(), facts.seal());
    }

    /** The Secret with its present certificate, and with current trust bundle and annotations. */
    static OwnSecret kept(CertificateFacts facts, OwnSecret own) {
        var marked = marked(facts, own);
        var anchors = anchors(facts, own);
        return anchors.isEmpty()
                ? marked
                : sealed(
                        facts,
                        marked.with(marked.data().with(TlsSecret.TRUST, PemFiles.write(anchors))));
    }

    /**
     * The CAs for {@code ca.crt}. For a certificate from an external signer: the signer's roots and
     * the CA in the spec, as peers may have certificates of that CA.
     */
    private static List<X509Certificate> anchors(CertificateFacts facts, OwnSecret own) {
        if (!own.signedByOthers()) {
            return facts.authority() instanceof Authority.Ca ca
                    ? ca.issuer().anchors()
                    : own.certificate().map(List::of).orElse(List.of());
        }
        var all = new LinkedHashSet<X509Certificate>();
        if (facts.authority() instanceof Authority.Ca ca) {
            all.addAll(ca.issuer().anchors());
        }
        all.addAll(own.roots());
        return List.copyOf(all);
    }

    /**
     * The Secret with current annotations. Marks the certificate as taken over if the operator has
     * not written it.
     */
    static OwnSecret marked(CertificateFacts facts, OwnSecret own) {
        var known = own.annotations().containsKey(CertificateNames.HASH);
        var marked =
                own.annotated(CertificateNames.HASH, own.hash())
                        .annotated(
                                CertificateNames.SPEC_ALLOWS,
                                String.join(
                                        ",",
                                        facts.certificate().allowedNamespaces().stream()
                                                .sorted()
                                                .distinct()
                                                .toList()));
        return known ? marked : marked.annotated(CertificateNames.TAKEN_OVER, "true");
    }

    /**
     * Whether both Secrets are equal in all fields that this operator writes, and the first one has
     * no annotations to take from others.
     */
    static boolean same(OwnSecret one, OwnSecret other) {
        return one.annotations().equals(other.annotations())
                && one.foreign().isEmpty()
                && Secrets.equal(one.data(), other.data());
    }
}
