package dev.dragoman.certificates;

import dev.dragoman.capability.StepCall;
import dev.dragoman.certificates.decision.Authority;
import dev.dragoman.certificates.decision.CaReference;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.Facts;
import dev.dragoman.certificates.decision.OwnSecret;
import dev.dragoman.certificates.decision.Secrets;
import dev.dragoman.certificates.decision.Step;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Ownership;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.WriteConflict;
import dev.dragoman.reconcile.ObjectKey;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Steps of certificates that no component has. Thread-safe. */
public final class CertificateSteps {
    private final Reader reader;
    private final MetadataWriter metadata;
    private final CpuTurns turns;
    private final SecureRandom random = new SecureRandom();

    CertificateSteps(Reader reader, MetadataWriter metadata, CpuTurns turns) {
        this.reader = reader;
        this.metadata = metadata;
        this.turns = turns;
    }

    /**
     * Makes the certificate the owner of a Secret that it may have; the Secret as it is now.
     *
     * @throws WriteConflict when the Secret is not offered to it any more
     */
    public Map<String, Object> adopt(StepCall<Facts> call) {
        var _ = call.step(Step.Adopt.class);
        var certificate = call.facts().certificate();
        var secret =
                reader.get(
                                "v1",
                                new ObjectKey(
                                        "",
                                        "Secret",
                                        certificate.namespace(),
                                        certificate.secretName()))
                        .orElseThrow(
                                () ->
                                        new WriteConflict(
                                                "adopt Secret %s: it has gone meanwhile; retrying"
                                                        .formatted(certificate.secretName())));
        if (OwnSecret.of(certificate, secret).whose() != OwnSecret.Whose.OFFERED) {
            throw new WriteConflict(
                    "adopt Secret %s: it is not offered any more; retrying"
                            .formatted(certificate.secretName()));
        }
        return metadata.write(
                secret,
                new MetadataChange(
                        Set.of(),
                        Set.of(),
                        Map.of(),
                        Map.of(),
                        List.of(Ownership.reference(call.object()))));
    }

    /**
     * Makes a key and signs.
     *
     * @throws WriteConflict when the CA has changed since it was looked at, or the certificate is
     *     not wanted any more
     */
    public Result<Issued> issue(StepCall<Facts> call) {
        var _ = call.step(Step.Issue.class);
        var facts = call.facts();
        if (facts.secret().whose() == OwnSecret.Whose.NOBODY && facts.issuedBefore()) {
            checkWanted(call);
        }
        var signer =
                facts.authority() instanceof Authority.Ca ca
                        ? Optional.of(signer(call, ca))
                        : Optional.<Result<Signer>>empty();
        if (signer.isPresent() && signer.get().toOptional().isEmpty()) {
            return Result.refused(
                    "signer.caSigned.caSecretRef: Secret %s: %s"
                            .formatted(
                                    facts.certificate().ca().orElseThrow(),
                                    signer.get().problem()));
        }
        var spec = facts.spec();
        var issuance =
                signer.flatMap(Result::toOptional)
                        .map(each -> Issuance.by(each, spec))
                        .orElseGet(() -> Issuance.selfSigned(spec));
        var before = facts.secret().former(spec);
        var replacing = before.map(issuance::replacing).orElse(issuance);
        var wanted = facts.keptKey().map(replacing::keeping).orElse(replacing);
        // the time that it is judged by as well: seconds that go by in between would refuse it
        return turns.run(facts.certificate().namespace(), () -> wanted.issue(facts.now(), random));
    }

    /**
     * A Secret that is gone may be so because its certificate is: the garbage collector may be
     * faster than the watch that tells of the certificate's end.
     */
    private void checkWanted(StepCall<Facts> call) {
        var reconciliation = call.context().reconciliation();
        var there =
                reader.get(CertificateNames.API_VERSION, reconciliation.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(reconciliation.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (there.isEmpty()) {
            throw new WriteConflict(
                    "issue %s: it was deleted meanwhile; retrying".formatted(reconciliation.key()));
        }
    }

    /** With its key, which is read when it is used, and kept nowhere. */
    private Result<Signer> signer(StepCall<Facts> call, Authority.Ca ca) {
        var named = call.facts().certificate().ca().orElseThrow();
        var secret =
                reader.get("v1", new ObjectKey("", "Secret", named.namespace(), named.name()))
                        .filter(each -> CaReference.allows(call.facts().certificate(), each))
                        .map(Secrets::read)
                        .orElseThrow(() -> changed(named.toString()));
        var signer = Signer.read(secret);
        if (signer.toOptional().filter(each -> !each.issuer().equals(ca.issuer())).isPresent()) {
            throw changed(named.toString());
        }
        return signer;
    }

    private static WriteConflict changed(String secret) {
        return new WriteConflict(
                "sign with Secret %s: it has changed meanwhile; retrying".formatted(secret));
    }
}
