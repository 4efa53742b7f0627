package dev.dragoman.certificates;

import dev.dragoman.capability.StepCall;
import dev.dragoman.certificates.decision.Authority;
import dev.dragoman.certificates.decision.CaReference;
import dev.dragoman.certificates.decision.CertificateFacts;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateStep;
import dev.dragoman.certificates.decision.OwnSecret;
import dev.dragoman.certificates.decision.Secrets;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.certificates.pki.SigningRequest;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.turn.CpuTurns;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Bean with the steps of certificate routes that no Camel component performs. Thread-safe. */
public final class CertificateSteps {
    /** If the facts are older than this, the Secret of the CA is read again before signing. */
    private static final Duration RECENT = Duration.ofSeconds(5);

    private final Reader reader;
    private final MetadataWriter metadata;
    private final CpuTurns turns;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    CertificateSteps(Reader reader, MetadataWriter metadata, CpuTurns turns, InstantSource clock) {
        this.reader = reader;
        this.metadata = metadata;
        this.turns = turns;
        this.clock = clock;
    }

    /**
     * Makes the certificate the only owner of a Secret that was offered to it, or that was restored
     * for it, and returns the Secret. The write requires the version that was read when this
     * reconciliation began. The API server refuses it if the Secret has changed since, for example
     * because the offer was withdrawn.
     *
     * @throws WriteConflict when the Secret was changed or deleted since it was read
     */
    public Map<String, Object> adopt(StepCall<CertificateFacts> call) {
        var _ = call.step(CertificateStep.Adopt.class);
        try {
            return metadata.write(
                    call.facts().secret().read(),
                    new MetadataChange(
                            Set.of(),
                            Set.of(),
                            Map.of(),
                            Map.of(),
                            List.of(Ownership.reference(call.object())),
                            // in another cluster, where a backup comes from
                            call.facts().secret().owners()));
        } catch (ObjectGone gone) {
            throw new WriteConflict(
                    "adopt Secret %s: the Secret was deleted meanwhile; retrying"
                            .formatted(call.facts().certificate().secretName()));
        }
    }

    /**
     * Makes a key, and a certificate request for an external signer.
     *
     * @throws WriteConflict when the certificate's object was deleted meanwhile
     */
    public SigningRequest request(StepCall<CertificateFacts> call) {
        var _ = call.step(CertificateStep.Request.class);
        var facts = call.facts();
        checkWanted(call);
        return turns.run(
                facts.certificate().namespace(),
                () -> SigningRequest.of(facts.spec(), facts.keptKey(), random));
    }

    /**
     * Makes a key and signs a certificate, or takes the certificate that an external signer has
     * signed.
     *
     * @throws WriteConflict when the CA has changed since it was read, or the certificate's object
     *     was deleted meanwhile
     */
    public Result<Issued> issue(StepCall<CertificateFacts> call) {
        var step = call.step(CertificateStep.Issue.class);
        var facts = call.facts();
        checkWanted(call);
        if (step.byOthers()) {
            // not facts.now(): the external signer has answered after the facts were gathered
            return step.request()
                    .orElseThrow()
                    .signed(step.answer().get("chain"), step.answer().get("roots"), clock.instant())
                    .in("the answer of the external signer cannot be used");
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
        var pair = step.request().map(SigningRequest::pair).or(facts::keptKey);
        var wanted = pair.map(replacing::keeping).orElse(replacing);
        // the checks of the result use facts.now() too: a certificate made with a later time would
        // not be valid yet
        return turns.run(facts.certificate().namespace(), () -> wanted.issue(facts.now(), random));
    }

    /**
     * Checks at the API server, where the Secret of an earlier certificate is missing, that the
     * certificate's object still exists. The garbage collector may have deleted both, before the
     * operator's watch reported the deletion of the object.
     */
    private void checkWanted(StepCall<CertificateFacts> call) {
        var facts = call.facts();
        if (facts.secret().whose() != OwnSecret.Whose.NOBODY || !facts.issuedBefore()) {
            return;
        }
        var reconciliation = call.context().reconciliation();
        var live =
                reader.get(CertificateNames.API_VERSION, reconciliation.key())
                        .filter(now -> Fields.metadata(now, "uid").equals(reconciliation.uid()))
                        .filter(now -> !Fields.deleting(now));
        if (live.isEmpty()) {
            throw new WriteConflict(
                    "issue %s: the object was deleted meanwhile; retrying"
                            .formatted(reconciliation.key()));
        }
    }

    /**
     * The CA with its key, as it was read when this reconciliation began. If that was longer ago
     * than {@link #RECENT}, as after slow steps of a team, reads the Secret again. Its owner may
     * have replaced the CA or withdrawn the consent since.
     */
    private Result<Signer> signer(StepCall<CertificateFacts> call, Authority.Ca ca) {
        if (clock.instant().isBefore(call.facts().now().plus(RECENT))) {
            return Signer.of(ca.issuer(), ca.secret());
        }
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
                "sign with Secret %s: the Secret has changed meanwhile; retrying"
                        .formatted(secret));
    }
}
