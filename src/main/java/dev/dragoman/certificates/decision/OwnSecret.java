package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateHash;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Seen;
import dev.dragoman.reconcile.ObjectKey;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The Secret of a certificate, as it is or as it is to be. Immutable. Shows no value.
 *
 * @param whose who may write it
 * @param data what it holds
 * @param annotations those that this operator reads and writes
 * @param read the whole Secret as the API server has answered; empty where there is none
 * @param writers others who have written this operator's fields, by their names as field managers
 */
public record OwnSecret(
        Whose whose,
        TlsSecret data,
        Map<String, String> annotations,
        Map<String, Object> read,
        List<String> writers) {
    /** Name of the next CA's certificate, while it is not yet used. */
    static final String NEXT_CERTIFICATE = "next.crt";

    /** Name of its key. */
    static final String NEXT_KEY = "next.key";

    private static final List<String> ANNOTATIONS =
            List.of(
                    CertificateNames.HASH,
                    CertificateNames.TAKEN_OVER,
                    CertificateNames.OTHERS,
                    CertificateNames.RENEWED,
                    CertificateNames.SINCE,
                    CertificateNames.FORMER,
                    CertificateNames.SPEC_ALLOWS);

    /** Field managers of this operator. */
    private static final Set<String> OURS =
            Set.of(CertificateNames.MANAGER, MetadataWriter.FIELD_MANAGER);

    /** So many other writers are named. */
    private static final int WRITERS = 5;

    /** Characters by which a former CA is known. */
    private static final int ID = 16;

    /** Who may write a Secret. */
    public enum Whose {
        /** There is none. */
        NOBODY,
        /** It is the certificate's. */
        OURS,
        /** It is another's, who lets the certificate have it. */
        OFFERED,
        /** It is another's. */
        FOREIGN
    }

    public OwnSecret {
        annotations = Map.copyOf(annotations);
        writers = List.copyOf(writers);
    }

    /** Where there is none. */
    public static OwnSecret none() {
        return new OwnSecret(Whose.NOBODY, TlsSecret.none(), Map.of(), Map.of(), List.of());
    }

    /** As it was read for a certificate. */
    public static OwnSecret of(CertificateObject owner, Map<String, Object> secret) {
        var annotations = new LinkedHashMap<String, String>();
        for (var each : ANNOTATIONS) {
            var value = Fields.annotation(secret, each);
            if (!value.isEmpty()) {
                annotations.put(each, value);
            }
        }
        var data = Secrets.read(secret);
        if (owner.spec().ca()) {
            // of a CA they are never asked
            annotations.remove(CertificateNames.OTHERS);
        } else if (State.signedByOthers(owner.status(), data)) {
            // whoever took the mark away has changed nothing
            annotations.put(CertificateNames.OTHERS, "true");
        }
        return new OwnSecret(whose(owner, secret), data, annotations, secret, writers(secret));
    }

    /** Who has removed a field is not told by it; then all others count who wrote there. */
    private static List<String> writers(Map<String, Object> secret) {
        var others =
                Fields.managed(secret).stream()
                        .filter(each -> !OURS.contains(String.valueOf(each.get("manager"))))
                        .toList();
        var ours = others.stream().filter(OwnSecret::ofOurs).toList();
        return (ours.isEmpty() ? others : ours)
                .stream()
                        .map(each -> Excerpt.value(String.valueOf(each.get("manager"))))
                        .distinct()
                        .sorted()
                        .limit(WRITERS)
                        .toList();
    }

    private static boolean ofOurs(Map<String, Object> entry) {
        var data = Fields.map(entry, "fieldsV1", "f:data");
        var annotations = Fields.map(entry, "fieldsV1", "f:metadata", "f:annotations");
        return Stream.concat(
                        Secrets.OURS.stream().filter(each -> data.containsKey("f:" + each)),
                        ANNOTATIONS.stream().filter(each -> annotations.containsKey("f:" + each)))
                .findAny()
                .isPresent();
    }

    private static Whose whose(CertificateObject owner, Map<String, Object> secret) {
        if (Fields.hasOwner(secret, owner.uid())) {
            return Whose.OURS;
        }
        // what belongs to another object stays that object's, whatever anybody writes on it
        boolean free =
                !(Fields.map(secret, "metadata").get("ownerReferences") instanceof List<?>)
                        // of others the API server would refuse each write
                        && "kubernetes.io/tls".equals(secret.get("type"))
                        && !Boolean.TRUE.equals(secret.get("immutable"));
        return free && Fields.annotation(secret, CertificateNames.ADOPT).equals(owner.name())
                ? Whose.OFFERED
                : Whose.FOREIGN;
    }

    /** The version that was read; empty where there is none. */
    String version() {
        return Fields.metadata(read, "resourceVersion");
    }

    /** What was read, for who writes it; that there was none, too. */
    Seen seen(CertificateObject owner) {
        return Seen.of(
                new ObjectKey("", "Secret", owner.namespace(), owner.secretName()),
                read.isEmpty() ? Optional.empty() : Optional.of(read));
    }

    /** Whether its certificate was issued by this operator. */
    boolean issuedByUs() {
        return annotations.containsKey(CertificateNames.HASH)
                && !annotations.containsKey(CertificateNames.TAKEN_OVER);
    }

    /** Whether others have signed its certificate for this operator. */
    boolean signedByOthers() {
        return annotations.containsKey(CertificateNames.OTHERS);
    }

    /** Of a certificate that others have signed: what it says to trust and leads to. */
    List<X509Certificate> roots() {
        var chain = data.certificates(TlsSecret.CERTIFICATE).flatMap(Result::toOptional);
        return trusted().stream()
                .filter(each -> chain.filter(one -> Issuer.leads(one, each)).isPresent())
                .toList();
    }

    /** Whether its certificate is another one than this operator has seen there last. */
    boolean swapped() {
        var known = annotations.get(CertificateNames.HASH);
        return known != null && !known.equals(hash());
    }

    /** Hash of the certificate; empty without one. */
    String hash() {
        return data.hash(TlsSecret.CERTIFICATE).orElse("");
    }

    /** Hash of the trust bundle; empty without one. */
    String trustHash() {
        return data.hash(TlsSecret.TRUST).orElse("");
    }

    /** The certificate; empty where there is none that can be read. */
    Optional<X509Certificate> certificate() {
        return data.certificates(TlsSecret.CERTIFICATE)
                .flatMap(Result::toOptional)
                .map(List::getFirst);
    }

    /** Whom it says to trust; empty where there are none that can be read. */
    List<X509Certificate> trusted() {
        return data.certificates(TlsSecret.TRUST).flatMap(Result::toOptional).orElse(List.of());
    }

    /** What the CA that comes next would have as its Secret; empty where none is prepared. */
    Optional<TlsSecret> next() {
        var certificate = data.get(NEXT_CERTIFICATE);
        var key = data.get(NEXT_KEY);
        return certificate.isPresent() && key.isPresent()
                ? Optional.of(
                        new TlsSecret(
                                Map.of(
                                        TlsSecret.CERTIFICATE,
                                        certificate.get(),
                                        TlsSecret.KEY,
                                        key.get())))
                : Optional.empty();
    }

    /** Whether anything of a next CA is there. */
    boolean hasNext() {
        return data.data().containsKey(NEXT_CERTIFICATE) || data.data().containsKey(NEXT_KEY);
    }

    /** Whether a CA is being replaced, or was not long ago. */
    public boolean replacing() {
        return hasNext() || !former().isEmpty();
    }

    /**
     * The CA whose place one of this spec takes; empty where the spec is none of a CA, or there is
     * none that can be read.
     */
    public Optional<X509Certificate> former(CertificateSpec spec) {
        return spec.ca() ? certificate() : Optional.empty();
    }

    /** Since when the next CA is to be trusted; empty where that is not known. */
    Optional<Instant> since() {
        return instant(annotations.getOrDefault(CertificateNames.SINCE, ""));
    }

    /** Former CAs and until when they are trusted, by {@link #id}. */
    Map<String, Instant> former() {
        var former = new LinkedHashMap<String, Instant>();
        for (var each : annotations.getOrDefault(CertificateNames.FORMER, "").split(",", -1)) {
            int at = each.indexOf('=');
            if (at > 0) {
                instant(each.substring(at + 1))
                        .ifPresent(until -> former.put(each.substring(0, at), until));
            }
        }
        return former;
    }

    /** By which a CA is known among the former ones. */
    static String id(X509Certificate certificate) {
        return CertificateHash.of(PemFiles.write(List.of(certificate))).substring(0, ID);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    /** The same with another content. */
    OwnSecret with(TlsSecret other) {
        return new OwnSecret(whose, other, annotations, read, writers);
    }

    /** The same with this annotation; without it where the value is empty. */
    OwnSecret annotated(String key, String value) {
        var all = new LinkedHashMap<>(annotations);
        if (value.isEmpty()) {
            all.remove(key);
        } else {
            all.put(key, value);
        }
        return new OwnSecret(whose, data, all, read, writers);
    }

    /** The same with these former CAs. */
    OwnSecret withFormer(Map<String, Instant> former) {
        var entries = new ArrayList<String>();
        former.forEach((id, until) -> entries.add(id + "=" + until));
        return annotated(CertificateNames.FORMER, String.join(",", entries));
    }

    /** Without any value. */
    @Override
    public String toString() {
        return "OwnSecret[%s, %s]".formatted(whose, data);
    }
}
