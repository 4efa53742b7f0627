package dev.dragoman.certificates.decision;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.certificates.pki.CertificateHash;
import dev.dragoman.certificates.pki.Finding.Reason;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fields of a certificate's Secret that other writers overwrite, and how often this operator
 * repaired them in a row. A write because of another spec, another CA or a renewal is no repair,
 * and resets the count. The status stores the rewrites. Immutable.
 *
 * @param repairs how often fields were repaired, and when last
 * @param wanted hash of the wanted certificate at the last repair
 * @param due when the certificate that was written last is renewed; empty if it is not renewed
 * @param certificate hash of the certificate that was written last
 * @param trust hash of the trust bundle that was written last
 * @param writers field managers, other than this operator's, that wrote these fields
 */
record Rewrites(
        Repairs repairs,
        String wanted,
        Optional<Instant> due,
        String certificate,
        String trust,
        List<String> writers) {
    private static final Rewrites NONE =
            new Rewrites(Repairs.NONE, "", Optional.empty(), "", "", List.of());

    /** Field of the status that stores the rewrites. */
    private static final String FIELD = "rewritten";

    /** Reasons that depend only on the Secret, and not on the spec. */
    private static final Set<Reason> DAMAGED =
            EnumSet.of(Reason.MISSING, Reason.UNREADABLE, Reason.KEY_MISMATCH);

    Rewrites {
        writers = List.copyOf(writers);
    }

    /** Reads the rewrites from the status; a value of another form counts as none. */
    static Rewrites of(CertificateObject certificate) {
        var shown = Fields.map(certificate.object(), "status", "dragoman", FIELD);
        var repairs = Repairs.of(shown);
        return repairs.equals(Repairs.NONE)
                ? NONE
                : new Rewrites(
                        repairs,
                        Json.text(shown, "wanted"),
                        Fields.time(Json.text(shown, "due")),
                        Json.text(shown, "certificate"),
                        Json.text(shown, "trust"),
                        Json.texts(shown.get("writers")));
    }

    /** The rewrites for the operator's part of the status; empty if there are none. */
    Map<String, Object> toStatus() {
        if (repairs.equals(Repairs.NONE)) {
            return Map.of();
        }
        var shown = new LinkedHashMap<>(repairs.toStatus());
        shown.put("wanted", wanted);
        due.ifPresent(each -> shown.put("due", each.toString()));
        shown.put("certificate", certificate);
        shown.put("trust", trust);
        shown.put("writers", writers);
        return Map.of(FIELD, shown);
    }

    /** Until when a step waits because others undid earlier repairs; empty if it need not wait. */
    static Optional<Instant> pausedUntil(
            CertificateFacts facts, dev.dragoman.capability.Step step) {
        var known = of(facts.certificate()).counting(facts);
        var fields = fields(facts, step);
        return fields.isEmpty() || known.repairs().may(fields, facts.now())
                ? Optional.empty()
                : Optional.of(
                        known.due()
                                .filter(each -> each.isBefore(known.repairs().next()))
                                .orElse(known.repairs().next()));
    }

    /**
     * The rewrites after the Secret was written.
     *
     * @param facts the facts before the write
     * @param step the step that wrote it
     * @param after the Secret after the write
     */
    static Rewrites after(
            CertificateFacts facts, dev.dragoman.capability.Step step, OwnSecret after) {
        var known = of(facts.certificate()).counting(facts);
        var fields = fields(facts, step);
        var writers = facts.secret().writers();
        return fields.isEmpty()
                ? of(known.repairs(), known.writers(), facts.with(after))
                : of(
                        known.repairs().repaired(fields, facts.now()),
                        writers.isEmpty() ? known.writers() : writers,
                        facts.with(after));
    }

    /** The rewrites after a reconciliation that had nothing to write. */
    static Rewrites settled(CertificateFacts facts) {
        var known = of(facts.certificate()).counting(facts);
        return of(known.repairs(), known.writers(), facts);
    }

    /**
     * These rewrites; none if the wanted certificate has changed, its renewal is due, or the
     * repairs have lasted.
     */
    private Rewrites counting(CertificateFacts facts) {
        boolean counts =
                !repairs.equals(Repairs.NONE)
                        && wanted.equals(wanted(facts))
                        && due.filter(each -> !facts.now().isBefore(each)).isEmpty()
                        // if the clock was set back after the last repair, the pause would be too
                        // long
                        && !repairs.last().isAfter(facts.now())
                        && !repairs.held(facts.now()).equals(Repairs.NONE);
        return counts ? this : NONE;
    }

    /** Repairs with the wanted certificate, the hashes and the renewal time of the facts. */
    private static Rewrites of(Repairs repairs, List<String> writers, CertificateFacts facts) {
        return repairs.equals(Repairs.NONE)
                ? NONE
                : new Rewrites(
                        repairs,
                        wanted(facts),
                        facts.renewedAt(),
                        facts.secret().hash(),
                        facts.secret().trustHash(),
                        writers);
    }

    /** Hash of the parts of spec and CA that determine the certificate. */
    private static String wanted(CertificateFacts facts) {
        var certificate = facts.certificate();
        var spec = certificate.spec();
        var text = new StringBuilder();
        for (var each :
                List.of(
                        certificate.generation(),
                        spec.commonName(),
                        spec.hosts(),
                        new TreeSet<>(spec.usages()),
                        spec.pathLength(),
                        spec.validFor(),
                        spec.key(),
                        certificate.secretName(),
                        certificate.renewal())) {
            text.append(each).append('\n');
        }
        if (facts.authority() instanceof Authority.Ca ca) {
            text.append(OwnSecret.id(ca.issuer().certificate())).append('\n');
            text.append(CertificateHash.of(PemFiles.write(ca.issuer().anchors())));
        }
        return CertificateHash.of(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Overwritten fields that the step repairs; empty if the step is no repair. */
    static List<String> fields(CertificateFacts facts, dev.dragoman.capability.Step step) {
        var status = facts.certificate().status();
        var known = of(facts.certificate());
        var certificate =
                known.certificate().isEmpty() ? Json.text(status, State.HASH) : known.certificate();
        if (certificate.isEmpty()) {
            return List.of();
        }
        return switch (step) {
            case CertificateStep.Issue _ -> certificate(facts, certificate);
            case CertificateStep.Apply(var move, _, var after, _) ->
                    switch (move) {
                        case ISSUED, RENEWED, TRUSTED, REPLACED -> certificate(facts, certificate);
                        case KEPT ->
                                beside(
                                        facts,
                                        known.trust().isEmpty()
                                                ? Json.text(status, State.TRUST)
                                                : known.trust(),
                                        after);
                        case DROPPED -> List.of();
                    };
            default -> List.of();
        };
    }

    /** Overwritten fields whose repair needs another certificate. */
    private static List<String> certificate(CertificateFacts facts, String written) {
        var secret = facts.secret();
        if (secret.whose() == OwnSecret.Whose.NOBODY) {
            return List.of("the whole Secret");
        }
        var fields = new ArrayList<String>();
        boolean swapped = secret.swapped() || !written.equals(secret.hash());
        if (swapped) {
            fields.add(TlsSecret.CERTIFICATE);
        }
        boolean damaged =
                facts.findings().stream().anyMatch(each -> DAMAGED.contains(each.reason()));
        if (!swapped && damaged) {
            fields.add(TlsSecret.KEY);
        }
        if (!swapped && secret.signedByOthers() && facts.others().isEmpty()) {
            fields.add(TlsSecret.TRUST);
        }
        return fields;
    }

    /** Overwritten fields that are repaired without another certificate. */
    private static List<String> beside(CertificateFacts facts, String written, OwnSecret after) {
        var secret = facts.secret();
        var fields = new ArrayList<String>();
        if (!written.isEmpty() && !written.equals(secret.trustHash())) {
            fields.add(TlsSecret.TRUST);
        }
        if (secret.hasNext() && !after.hasNext()) {
            fields.add(OwnSecret.NEXT_CERTIFICATE);
        }
        boolean same = Secrets.equal(after.data(), secret.data());
        boolean edited =
                facts.certificate().generation()
                        != Json.number(facts.certificate().status(), "observedGeneration", -1);
        boolean kept =
                after.annotations().equals(secret.annotations()) && after.foreign().isEmpty();
        if (same && !edited && !kept) {
            fields.add("metadata.annotations");
        }
        return fields;
    }

    /** The condition that says that others undo the repairs; empty while the repairs hold. */
    Optional<Condition> condition(CertificateObject certificate) {
        return repairs.condition(() -> message(certificate), certificate.generation());
    }

    /**
     * The message of the condition. Has no counts or times, which would change the message at each
     * repair.
     */
    String message(CertificateObject certificate) {
        return "Secret %s: others repeatedly overwrite or delete %s. %s. The operator waits longer before each repair"
                .formatted(
                        certificate.secretName(),
                        String.join(", ", repairs.failing()),
                        writers.isEmpty()
                                ? "Its managedFields do not show who; the audit log of the API server does"
                                : "Field managers that wrote it: %s (metadata.managedFields). Stop these, or name another Secret in secretRef"
                                        .formatted(String.join(", ", writers)));
    }
}
