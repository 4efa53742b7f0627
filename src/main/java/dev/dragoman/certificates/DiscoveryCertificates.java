package dev.dragoman.certificates;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.certificates.decision.Authority;
import dev.dragoman.certificates.decision.CaReference;
import dev.dragoman.certificates.decision.CertificateDecision;
import dev.dragoman.certificates.decision.CertificateFacts;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateObject;
import dev.dragoman.certificates.decision.Follower;
import dev.dragoman.certificates.decision.OwnSecret;
import dev.dragoman.certificates.decision.Pace;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Issues certificates into Secrets, for DiscoveryServiceCertificates. Thread-safe. */
final class DiscoveryCertificates implements Capability<CertificateFacts> {
    static final String NAME = "certificates";
    private static final String GROUP = CertificateNames.GROUP;

    private final Reader reader;
    private final Signed signed;
    private final Pace pace;
    private final InstantSource clock;
    private final boolean asks;
    private final Seal seal;
    private final Declaration declaration;

    static final CapabilityLines LINES =
            CapabilityLines.of(
                    NAME,
                    Line.of("adopt", "bean:certificateSteps.adopt").gated(),
                    Line.of("request", "bean:certificateSteps.request").gated(),
                    Line.of("issue", "bean:certificateSteps.issue").follows("request", "sign"),
                    Line.of("apply", "kubernetes-apply:" + CertificateNames.MANAGER)
                            .follows("adopt", "issue"));

    /** Finds the certificates of a CA. */
    @FunctionalInterface
    interface Signed {
        /**
         * The certificates whose spec names the CA's Secret.
         *
         * @param ca the Secret of the CA
         */
        Map<ObjectKey, Map<String, Object>> by(CertificateObject.CaSecret ca);
    }

    DiscoveryCertificates(
            Reader reader,
            Signed signed,
            Pace pace,
            InstantSource clock,
            Points points,
            Seal seal,
            StatusForm form) {
        this.seal = seal;
        this.asks = points.used(NAME, Point.SIGN);
        this.reader = reader;
        this.signed = signed;
        this.pace = pace;
        this.clock = clock;
        this.declaration = new Declaration(NAME, Optional.empty(), "IssueCertificate", form, LINES);
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public Optional<Observed<CertificateFacts>> observe(Reconciliation reconciliation) {
        if (!CertificateNames.KIND.equals(reconciliation.key().kind())) {
            return Optional.empty();
        }
        var certificate = new CertificateObject(reconciliation.object());
        var needs = new HashSet<ObjectKey>();
        // reads the Secret once for the whole reconciliation, as no watch holds data of Secrets;
        // the write requires the version that was read
        var secret = secret(certificate.namespace(), certificate.secretName(), needs);
        var authority =
                secret.filter(each -> Fields.hasOwner(each, certificate.uid())).isPresent()
                        ? authority(certificate, needs)
                        : staleOwner(certificate, needs)
                                .<Authority>map(Authority::stale)
                                .orElseGet(() -> authority(certificate, needs));
        var alone =
                new CertificateFacts(
                        certificate,
                        secret.map(each -> OwnSecret.of(certificate, authority, each, seal))
                                .orElseGet(OwnSecret::none),
                        authority,
                        List.of(),
                        pace,
                        clock.instant(),
                        asks,
                        seal);
        var facts =
                alone.needsFollowers()
                        ? alone.withFollowers(followers(certificate, secret, needs))
                        : alone;
        return Optional.of(
                certificate.deleting()
                        ? new Observed<>(facts, needs)
                        : new Observed<>(facts, needs, Optional.of(certificate.wanted())));
    }

    private Optional<Map<String, Object>> secret(
            String namespace, String name, Set<ObjectKey> needs) {
        if (!Names.isSubdomain(name) || !Names.isLabel(namespace)) {
            return Optional.empty();
        }
        var key = new ObjectKey("", "Secret", namespace, name);
        needs.add(key);
        return reader.get("v1", key);
    }

    /**
     * An owner of the object that came with a backup and is not in this cluster, as kind and name.
     * Only owners of the object's own API group are read.
     */
    private Optional<String> staleOwner(CertificateObject certificate, Set<ObjectKey> needs) {
        return Fields.owners(certificate.object()).stream()
                .filter(each -> GROUP.equals(Fields.group(String.valueOf(each.get("apiVersion")))))
                .filter(each -> !isHere(each, certificate.namespace(), needs))
                .map(each -> "%s %s".formatted(each.get("kind"), each.get("name")))
                .findFirst();
    }

    private boolean isHere(Map<String, Object> owner, String namespace, Set<ObjectKey> needs) {
        var key =
                new ObjectKey(
                        GROUP,
                        String.valueOf(owner.get("kind")),
                        namespace,
                        String.valueOf(owner.get("name")));
        needs.add(key);
        return reader.get(String.valueOf(owner.get("apiVersion")), key)
                .filter(each -> Fields.metadata(each, "uid").equals(owner.get("uid")))
                .isPresent();
    }

    private Authority authority(CertificateObject certificate, Set<ObjectKey> needs) {
        var named = certificate.ca();
        if (named.isEmpty()) {
            return Authority.of(certificate, Optional.empty());
        }
        try {
            // reads the Secret once, so that consent, certificate and key are of one version
            return Authority.of(
                    certificate, secret(named.get().namespace(), named.get().name(), needs));
        } catch (WriteRefused refused) {
            return new Authority.None(
                    Authority.UNREADABLE, PlainText.oneLine(refused.getMessage()));
        }
    }

    /**
     * The certificates that a CA and the CAs below it sign; the CAs below pass on its trust bundle.
     * While the CA is being replaced, the state of these certificates decides when the next phase
     * begins.
     */
    private List<Follower> followers(
            CertificateObject certificate,
            Optional<Map<String, Object>> own,
            Set<ObjectKey> needs) {
        var found = new LinkedHashMap<ObjectKey, Follower>();
        var top = new CertificateObject.CaSecret(certificate.namespace(), certificate.secretName());
        var open = new ArrayDeque<CertificateObject.CaSecret>(List.of(top));
        while (!open.isEmpty()) {
            var ca = open.pop();
            // the Secret of each CA has the consent for the certificates of that CA
            var secret = ca.equals(top) ? own : readable(key(ca));
            for (var each : signed.by(ca).entrySet()) {
                var object = each.getValue();
                var follower = new CertificateObject(object);
                boolean allowed = secret.filter(of -> CaReference.allows(follower, of)).isPresent();
                var one = Follower.of(object, ca.equals(top), allowed);
                if (found.putIfAbsent(each.getKey(), one) == null
                        && allowed
                        && follower.spec().ca()
                        && Names.isSubdomain(follower.secretName())) {
                    open.push(
                            new CertificateObject.CaSecret(
                                    follower.namespace(), follower.secretName()));
                }
            }
        }
        needs.addAll(found.keySet());
        return List.copyOf(found.values());
    }

    /**
     * The Secret of a CA below the replaced CA; empty, and so without consent, if the operator may
     * not read it.
     */
    private Optional<Map<String, Object>> readable(ObjectKey secret) {
        try {
            return reader.get("v1", secret);
        } catch (WriteRefused refused) {
            return Optional.empty();
        }
    }

    private static ObjectKey key(CertificateObject.CaSecret ca) {
        return new ObjectKey("", "Secret", ca.namespace(), ca.name());
    }

    @Override
    public FieldType field(CertificateFacts facts, List<String> path) {
        return CertificateObject.WANTED.contains(path.getFirst()) ? FieldType.ANY : FieldType.NONE;
    }

    @Override
    public CertificateFacts wanted(CertificateFacts facts, Object wanted) {
        if (!(wanted instanceof Map<?, ?>)) {
            throw new UnfitWanted(
                    "returned no map with fields of a certificate; nothing is issued");
        }
        @SuppressWarnings(
                "unchecked") // the point has checked that the map has text keys and JSON values
        var fields = (Map<String, Object>) wanted;
        return facts.with(facts.certificate().wanting(fields));
    }

    @Override
    public Step decide(CertificateFacts facts, Results results) {
        return CertificateDecision.next(facts, results);
    }
}
