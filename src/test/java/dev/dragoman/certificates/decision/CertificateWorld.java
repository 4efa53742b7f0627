package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.status.Note;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.certificates.pki.SigningRequest;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seal;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Certificates of one namespace without a cluster: each reconciliation observes what is here,
 * decides, and does what was decided, unless the process is said to end before its next write.
 */
final class CertificateWorld {
    static final Duration PROPAGATION = Duration.ofSeconds(2);
    static final String NAMESPACE = "default";

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST_STEPS = 10;

    Instant now = BEGIN;
    Pace pace = new Pace(0.8, 0.02, PROPAGATION, Duration.ofHours(24), Duration.ofSeconds(1));

    /** How many more writes the process lives for; negative for ever. */
    int writesLeft = -1;

    /** What the API server makes of a Secret that is written. */
    UnaryOperator<Map<String, Object>> admission = UnaryOperator.identity();

    /** Whether others are asked to sign, and what they answer: chain and roots. */
    boolean asks;

    Function<SigningRequest, Map<String, List<String>>> others = any -> Map.of();

    /** What the operator seals with. */
    Seal seal = new Seal(() -> new byte[] {7});

    int writes;
    final List<String> told = new ArrayList<>();
    private final Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> secrets = new HashMap<>();
    private final Map<String, NavigableMap<Instant, TlsSecret>> history = new HashMap<>();
    private final Map<String, Map<String, String>> theirs = new HashMap<>();
    private final SecureRandom random = new SecureRandom();

    /** The process has ended. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A certificate with this spec; its Secret has its name. */
    void add(String name, Map<String, Object> spec) {
        add(name, spec, name);
    }

    /** The same with a Secret of another name. */
    void add(String name, Map<String, Object> spec, String secret) {
        var all = new LinkedHashMap<>(spec);
        all.putIfAbsent("commonName", name);
        all.put("secretRef", Map.of("name", secret));
        all.putIfAbsent("privateKey", Map.of("algorithm", "ECDSA"));
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", CertificateNames.API_VERSION);
        object.put("kind", CertificateNames.KIND);
        object.put(
                "metadata",
                Map.of(
                        "name",
                        name,
                        "namespace",
                        NAMESPACE,
                        "uid",
                        "uid-" + name,
                        "generation",
                        1));
        object.put("spec", all);
        var before = objects.put(name, object);
        if (before != null && before.containsKey("status")) {
            object.put("status", before.get("status"));
        }
    }

    /** Another value of a field of the spec. */
    void change(String name, String field, Object value) {
        var object = new LinkedHashMap<>(objects.get(name));
        var spec = new LinkedHashMap<>(Fields.spec(object));
        spec.put(field, value);
        object.put("spec", spec);
        objects.put(name, object);
    }

    /** A field of the status. */
    void show(String name, String field, Object value) {
        var object = new LinkedHashMap<>(objects.get(name));
        var status = new LinkedHashMap<>(status(name));
        status.put(field, value);
        object.put("status", status);
        objects.put(name, object);
    }

    /** Asks for its deletion. */
    void deleting(String name) {
        var object = new LinkedHashMap<>(objects.get(name));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.put("deletionTimestamp", now.toString());
        object.put("metadata", metadata);
        objects.put(name, object);
    }

    /** An annotation on the object. */
    void annotate(String name, String key, String value) {
        var object = new LinkedHashMap<>(objects.get(name));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.put("annotations", Map.of(key, value));
        object.put("metadata", metadata);
        objects.put(name, object);
    }

    /** Writes a Secret as somebody else does; owned by the certificate of its name. */
    void write(String name, TlsSecret data, Map<String, String> annotations) {
        var owner = new CertificateObject(objects.get(name));
        put(
                name,
                Secrets.object(
                        owner,
                        new OwnSecret(
                                OwnSecret.Whose.OURS, data, annotations, Map.of(), List.of())));
    }

    /** Writes one value of a Secret, and leaves the rest, as a controller of this name does. */
    void rewrite(String name, String key, byte[] value, String manager) {
        write(name, content(name).with(key, value), facts(name).secret().annotations());
        var secret = new LinkedHashMap<>(secrets.get(name));
        var metadata = new LinkedHashMap<>(Fields.map(secret, "metadata"));
        metadata.put(
                "managedFields",
                List.of(
                        Map.of("manager", CertificateNames.MANAGER, "fieldsV1", Map.of()),
                        Map.of("manager", "kubelet", "fieldsV1", Map.of("f:type", Map.of())),
                        Map.of(
                                "manager",
                                manager,
                                "fieldsV1",
                                Map.of("f:data", Map.of("f:" + key, Map.of())))));
        secret.put("metadata", metadata);
        secrets.put(name, secret);
    }

    /** Somebody annotates a Secret, and owns the annotation until another value is applied. */
    void mark(String name, String key, String value) {
        theirs.computeIfAbsent(name, _ -> new TreeMap<>()).put(key, value);
        secrets.computeIfPresent(name, (_, secret) -> annotated(name, secret));
    }

    /** An annotation of a Secret; null without it. */
    Object annotation(String name, String key) {
        return Fields.map(secrets.get(name), "metadata", "annotations").get(key);
    }

    /** The Secret with what others own of its annotations. */
    private Map<String, Object> annotated(String name, Map<String, Object> secret) {
        var marks = theirs.getOrDefault(name, Map.of());
        if (marks.isEmpty()) {
            return secret;
        }
        var annotations = new TreeMap<>(Fields.map(secret, "metadata", "annotations"));
        annotations.putAll(marks);
        var owned = new TreeMap<String, Object>();
        marks.keySet().forEach(each -> owned.put("f:" + each, Map.of()));
        var metadata = new LinkedHashMap<>(Fields.map(secret, "metadata"));
        metadata.put("annotations", annotations);
        metadata.put(
                "managedFields",
                List.of(
                        Map.of(
                                "manager",
                                "kubectl-annotate",
                                "fieldsV1",
                                Map.of("f:metadata", Map.of("f:annotations", owned)))));
        var copy = new LinkedHashMap<>(secret);
        copy.put("metadata", metadata);
        return copy;
    }

    /** A Secret that no certificate owns. */
    void foreign(String name, Map<String, Object> metadata) {
        foreign(name, metadata, Map.of());
    }

    /** The same with other fields. */
    void foreign(String name, Map<String, Object> metadata, Map<String, Object> fields) {
        var secret = new LinkedHashMap<String, Object>();
        secret.put("metadata", metadata);
        secret.put("type", "kubernetes.io/tls");
        secret.put("data", Map.of("tls.crt", "dGhlaXJz"));
        secret.putAll(fields);
        secrets.put(name, secret);
    }

    private void put(String name, Map<String, Object> applied) {
        var secret = new LinkedHashMap<>(applied);
        var metadata = new LinkedHashMap<>(Fields.map(applied, "metadata"));
        metadata.put("ownerReferences", List.of(Map.of("uid", "uid-" + name)));
        metadata.put("resourceVersion", String.valueOf(++writes));
        secret.put("metadata", metadata);
        theirs.getOrDefault(name, new TreeMap<>())
                .keySet()
                .removeAll(Fields.map(applied, "metadata", "annotations").keySet());
        secrets.put(name, annotated(name, secret));
        history.computeIfAbsent(name, _ -> new TreeMap<>()).put(now, content(name));
    }

    /**
     * A backup brings the certificate without status, and its Secret with these owners. Returns the
     * Secret's metadata, which may be changed.
     */
    Map<String, Object> restored(String name, List<Map<String, Object>> owners) {
        var object = new LinkedHashMap<>(objects.get(name));
        object.remove("status");
        objects.put(name, object);
        var secret = new LinkedHashMap<>(secrets.get(name));
        var metadata = new LinkedHashMap<>(Fields.map(secret, "metadata"));
        metadata.put("annotations", new TreeMap<>(Fields.map(metadata, "annotations")));
        metadata.remove("ownerReferences");
        if (!owners.isEmpty()) {
            metadata.put("ownerReferences", owners);
        }
        secret.put("metadata", metadata);
        secrets.put(name, secret);
        return metadata;
    }

    /** The Secret lacks an annotation. */
    void unmarked(String name, String key) {
        var metadata = new LinkedHashMap<>(Fields.map(secrets.get(name), "metadata"));
        var annotations = new TreeMap<>(Fields.map(metadata, "annotations"));
        annotations.remove(key);
        metadata.put("annotations", annotations);
        field(name, "metadata", metadata);
    }

    /** A field of a Secret. */
    void field(String secret, String field, Object value) {
        var copy = new LinkedHashMap<>(secrets.get(secret));
        copy.put(field, value);
        secrets.put(secret, copy);
    }

    void delete(String secret) {
        secrets.remove(secret);
    }

    TlsSecret content(String name) {
        return secrets.containsKey(name) ? Secrets.read(secrets.get(name)) : TlsSecret.none();
    }

    /** What somebody has who reads a Secret that much later than it is written. */
    Optional<TlsSecret> seen(String name, Duration later) {
        return Optional.ofNullable(history.get(name))
                .map(each -> each.floorEntry(now.minus(later)))
                .map(Map.Entry::getValue);
    }

    static List<X509Certificate> read(TlsSecret secret, String name) {
        return secret.get(name)
                .flatMap(each -> PemFiles.certificates(each).toOptional())
                .orElse(List.of());
    }

    Map<String, Object> status(String name) {
        return Fields.map(objects.get(name), "status");
    }

    CertificateFacts facts(String name) {
        var certificate = new CertificateObject(objects.get(name));
        var ca = certificate.ca().map(each -> secrets.get(each.name()));
        var authority = Authority.of(certificate, ca);
        var own =
                secrets.containsKey(certificate.secretName())
                        ? OwnSecret.of(
                                certificate, authority, secrets.get(certificate.secretName()), seal)
                        : OwnSecret.none();
        var alone =
                new CertificateFacts(certificate, own, authority, List.of(), pace, now, asks, seal);
        return alone.needsFollowers()
                ? alone.withFollowers(followers(certificate.secretName(), true))
                : alone;
    }

    private List<Follower> followers(String ca, boolean top) {
        var found = new ArrayList<Follower>();
        for (var each : objects.values()) {
            var certificate = new CertificateObject(each);
            if (certificate.ca().filter(signer -> signer.name().equals(ca)).isPresent()) {
                found.add(Follower.of(each, top, true));
                if (certificate.spec().ca()) {
                    found.addAll(followers(certificate.secretName(), false));
                }
            }
        }
        return found;
    }

    /** One reconciliation, to its end. */
    Ending reconcile(String name) {
        var facts = facts(name);
        var done = Results.NONE;
        for (int i = 0; i < MOST_STEPS; i++) {
            switch (CertificateDecision.next(facts, done)) {
                case Ending ending -> {
                    show(name, ending);
                    return ending;
                }
                case CertificateStep.Request request ->
                        done =
                                done.with(
                                        request,
                                        SigningRequest.of(facts.spec(), facts.keptKey(), random));
                case CertificateStep.Issue issue -> {
                    var answered =
                            issue.request()
                                    .map(each -> issue.answered(others.apply(each)))
                                    .orElse(issue);
                    done = done.with(answered, issue(facts, answered));
                }
                case CertificateStep.Apply write -> {
                    killed();
                    put(
                            facts.certificate().secretName(),
                            admission.apply(write.exports().getFirst()));
                    done = done.with(write, secrets.get(facts.certificate().secretName()));
                }
                case CertificateStep.Adopt adopt -> {
                    killed();
                    var adopted = facts.certificate().secretName();
                    put(adopted, secrets.get(adopted));
                    done = done.with(adopt, secrets.get(adopted));
                }
                case dev.dragoman.capability.Step other ->
                        throw new AssertionError("no step " + other.name());
            }
        }
        throw new AssertionError("the decision never ends");
    }

    private Object issue(CertificateFacts facts, CertificateStep.Issue step) {
        if (step.byOthers()) {
            return step.request()
                    .orElseThrow()
                    .signed(step.answer().get("chain"), step.answer().get("roots"), now);
        }
        var spec = facts.spec();
        return facts.certificate()
                .ca()
                .map(
                        each ->
                                Signer.read(content(each.name()))
                                        .then(by -> Issuance.by(by, spec).issue(now, random)))
                .orElseGet(() -> Issuance.selfSigned(spec).issue(now, random));
    }

    private void show(String name, Ending ending) {
        if (!ending.status().map(status(name)::equals).orElse(true)) {
            killed();
            var object = new LinkedHashMap<>(objects.get(name));
            object.put("status", ending.status().orElseThrow());
            objects.put(name, object);
        }
        ending.notes().stream()
                .filter(each -> each.when() == Note.When.ALWAYS)
                .forEach(each -> told.add(name + " " + each.reason()));
    }

    private void killed() {
        if (writesLeft == 0) {
            writesLeft = -1;
            throw new Killed();
        }
        writesLeft--;
    }

    /** A CA at the top. */
    static Map<String, Object> ca(int seconds) {
        return Map.of("isCA", true, "validFor", seconds, "signer", Map.of("selfSigned", Map.of()));
    }

    /** A certificate of a CA. */
    static Map<String, Object> leaf(String ca, int seconds) {
        return Map.of(
                "validFor",
                seconds,
                "signer",
                Map.of("caSigned", Map.of("caSecretRef", Map.of("name", ca))));
    }
}
