package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateHash;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Certificates;
import dev.dragoman.certificates.pki.Issuer;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.Result;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.ObjectKey;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Secret of a certificate, as it was read or as it is to be written. {@link #toString} shows no
 * value. Immutable.
 *
 * @param whose who may write the Secret
 * @param data the parsed data of the Secret
 * @param annotations the annotations that this operator reads and writes
 * @param read the whole Secret as the API server returned it; empty if there is none
 * @param writers field managers, other than this operator's, that have written this operator's
 *     fields
 */
public record OwnSecret(
        Whose whose,
        TlsSecret data,
        Map<String, String> annotations,
        Map<String, Object> read,
        List<String> writers) {
    /** Key of the data with the next CA's certificate, while it does not sign yet. */
    static final String NEXT_CERTIFICATE = "next.crt";

    /** Key of the data with the next CA's private key. */
    static final String NEXT_KEY = "next.key";

    private static final List<String> ANNOTATIONS =
            List.of(
                    CertificateNames.HASH, CertificateNames.SEAL,
                    CertificateNames.TAKEN_OVER, CertificateNames.OTHERS,
                    CertificateNames.RENEWED, CertificateNames.SINCE,
                    CertificateNames.FORMER, CertificateNames.SPEC_ALLOWS);

    /** Field managers of this operator. */
    private static final Set<String> OURS =
            Set.of(CertificateNames.MANAGER, MetadataWriter.FIELD_MANAGER);

    /** Maximum number of {@code writers}. */
    private static final int WRITERS = 5;

    /** Length of the id of a CA. */
    private static final int ID = 16;

    /** Who may write a Secret. */
    public enum Whose {
        /** There is no Secret. */
        NOBODY,
        /** The certificate owns the Secret. */
        OURS,
        /**
         * The Secret has no owner in this cluster. Its annotation offers it to the certificate, or
         * a restore has taken the owner from it.
         */
        OFFERED,
        /** The certificate may not write the Secret. */
        FOREIGN
    }

    public OwnSecret {
        annotations = Map.copyOf(annotations);
        writers = List.copyOf(writers);
    }

    /** Stands for a Secret that does not exist. */
    public static OwnSecret none() {
        return new OwnSecret(Whose.NOBODY, TlsSecret.none(), Map.of(), Map.of(), List.of());
    }

    /**
     * The Secret of a certificate, as it was read. Whoever may write Secrets can write its
     * annotations, so the mark of an external signer counts only if something proves it.
     *
     * @param authority the signer in the spec
     */
    public static OwnSecret of(
            CertificateObject owner, Authority authority, Map<String, Object> secret, Seal seal) {
        var annotations = new LinkedHashMap<String, String>();
        for (var each : ANNOTATIONS) {
            var value = Fields.annotation(secret, each);
            if (!value.isEmpty()) {
                annotations.put(each, value);
            }
        }
        var data = Secrets.read(secret);
        if (byOthers(owner, authority, data, annotations.containsKey(CertificateNames.OTHERS))) {
            annotations.put(CertificateNames.OTHERS, "true");
        } else {
            annotations.remove(CertificateNames.OTHERS);
        }
        var own = new OwnSecret(Whose.OURS, data, annotations, secret, writers(secret));
        return new OwnSecret(
                own.whose(owner, authority, seal), data, annotations, secret, own.writers());
    }

    /**
     * Whether the operator wrote the Secret for this certificate, although it has no owner in this
     * cluster, as after a restore. Whoever may write Secrets can write annotations and owners, so
     * the seal proves it, or the CA in the spec, which has signed a certificate with this key.
     */
    private boolean restored(CertificateObject owner, Authority authority, Seal seal) {
        var known = annotations.getOrDefault(CertificateNames.HASH, "");
        if (hash().isEmpty() || !known.equals(hash())) {
            return false;
        }
        var own = certificate().filter(_ -> pair().isPresent());
        return seal.proves(annotations.getOrDefault(CertificateNames.SEAL, ""), sealed(owner))
                || (authority instanceof Authority.Ca ca
                        && own.isPresent()
                        && Stream.concat(Stream.of(ca.issuer().certificate()), ca.former().stream())
                                .anyMatch(each -> Certificates.signed(each, own.get())));
    }

    /** The certificate's key; empty if the Secret does not have it. */
    Optional<KeyPair> pair() {
        return certificate()
                .filter(data::hasKeyOf)
                .flatMap(
                        each ->
                                data.key()
                                        .flatMap(Result::toOptional)
                                        .map(key -> new KeyPair(each.getPublicKey(), key)));
    }

    /**
     * What the seal covers. It has no uid, which a restore changes. It has the trust bundle, as
     * whoever adds a CA to it is trusted.
     */
    private String sealed(CertificateObject owner) {
        return "certificate\n%s\n%s\n%s\n%s\n%s"
                .formatted(
                        owner.namespace(), owner.name(), owner.secretName(), hash(), trustHash());
    }

    /** Copy with the seal of its certificate and trust bundle. */
    OwnSecret sealed(CertificateObject owner, Seal seal) {
        return annotated(CertificateNames.SEAL, seal.of(sealed(owner)));
    }

    /**
     * Whether an external signer has signed the certificate. The annotation counts only if the
     * signer in the spec has not signed it, now or as a former CA. The status counts without the
     * annotation, which somebody may have removed.
     */
    private static boolean byOthers(
            CertificateObject owner, Authority authority, TlsSecret data, boolean marked) {
        boolean shown = State.signedByOthers(owner.status(), data);
        var leaf = certificate(data);
        // an external signer is never asked for a CA
        if (owner.spec().ca() || leaf.isEmpty() || !(shown || marked)) {
            return false;
        }
        return switch (authority) {
            case Authority.Itself _ -> !Certificates.signed(leaf.get(), leaf.get());
            case Authority.Ca ca ->
                    !Certificates.signed(ca.issuer().certificate(), leaf.get())
                            && (shown
                                    || ca.former().stream()
                                            .noneMatch(
                                                    each -> Certificates.signed(each, leaf.get())));
            case Authority.None _ -> shown;
        };
    }

    /**
     * Annotations of this operator that others own, although the Secret is to be without them. An
     * apply that leaves them out would leave them to the others.
     */
    List<String> foreign() {
        return ANNOTATIONS.stream()
                .filter(each -> !annotations.containsKey(each))
                .filter(each -> !Fields.annotation(read, each).isEmpty())
                .filter(each -> others(read).anyMatch(entry -> owns(entry, each)))
                .toList();
    }

    /**
     * Keys of a next CA that others own, although the Secret is to be without them, as after a
     * restore without managedFields. An apply that leaves them out would leave them to the others.
     */
    List<String> foreignNext() {
        return Stream.of(NEXT_CERTIFICATE, NEXT_KEY)
                .filter(each -> !data.data().containsKey(each))
                .filter(
                        each ->
                                others(read)
                                        .anyMatch(
                                                entry ->
                                                        Fields.map(entry, "fieldsV1", "f:data")
                                                                .containsKey("f:" + each)))
                .toList();
    }

    /** The entries of managedFields of managers that are not this operator's. */
    private static Stream<Map<String, Object>> others(Map<String, Object> secret) {
        return Fields.managed(secret).stream()
                .filter(each -> !OURS.contains(String.valueOf(each.get("manager"))));
    }

    private static boolean owns(Map<String, Object> entry, String annotation) {
        return Fields.map(entry, "fieldsV1", "f:metadata", "f:annotations")
                .containsKey("f:" + annotation);
    }

    /**
     * Foreign field managers that have written this operator's fields. If there are none, returns
     * all foreign field managers, as managedFields does not show who removed a field.
     */
    private static List<String> writers(Map<String, Object> secret) {
        var others = others(secret).toList();
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
        return Secrets.OURS.stream().anyMatch(each -> data.containsKey("f:" + each))
                || ANNOTATIONS.stream().anyMatch(each -> owns(entry, each));
    }

    private Whose whose(CertificateObject owner, Authority authority, Seal seal) {
        if (Fields.hasOwner(read, owner.uid())) {
            return Whose.OURS;
        }
        // the API server refuses to write a Secret with another type, or an immutable one
        boolean offered =
                Fields.annotation(read, CertificateNames.ADOPT).equals(owner.name())
                        && owners().isEmpty()
                        && !immutable();
        return "kubernetes.io/tls".equals(read.get("type"))
                        && Ownership.lost(owner.object(), read)
                        && (offered || restored(owner, authority, seal))
                ? Whose.OFFERED
                : Whose.FOREIGN;
    }

    /** Whether the API server refuses every change of the data. */
    boolean immutable() {
        return Boolean.TRUE.equals(read.get("immutable"));
    }

    /** The uids of the owners. */
    public Set<String> owners() {
        return Fields.owners(read).stream()
                .map(each -> String.valueOf(each.get("uid")))
                .collect(Collectors.toSet());
    }

    /** Whether each owner is an object of the certificate's name in another cluster. */
    boolean stale(CertificateObject owner) {
        return !owners().isEmpty() && Ownership.lost(owner.object(), read);
    }

    /** The resourceVersion that was read; empty if there is no Secret. */
    String version() {
        return Fields.metadata(read, "resourceVersion");
    }

    /** Precondition of a write: the Secret as it was read, or its absence. */
    Seen seen(CertificateObject owner) {
        return Seen.of(
                new ObjectKey("", "Secret", owner.namespace(), owner.secretName()),
                read.isEmpty() ? Optional.empty() : Optional.of(read));
    }

    /** Whether this operator issued the certificate in the Secret. */
    boolean issuedByUs() {
        return annotations.containsKey(CertificateNames.HASH)
                && !annotations.containsKey(CertificateNames.TAKEN_OVER);
    }

    /** Whether an external signer has signed the certificate in the Secret for this operator. */
    boolean signedByOthers() {
        return annotations.containsKey(CertificateNames.OTHERS);
    }

    /** The CAs of the trust bundle to which the chain in {@code tls.crt} leads. */
    List<X509Certificate> roots() {
        var chain = data.certificates(TlsSecret.CERTIFICATE).flatMap(Result::toOptional);
        return trusted().stream()
                .filter(each -> chain.filter(one -> Issuer.leads(one, each)).isPresent())
                .toList();
    }

    /**
     * Whether the certificate in the Secret differs from the one that this operator has last
     * written or seen.
     */
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

    /** The certificate; empty if there is none, or it cannot be read. */
    Optional<X509Certificate> certificate() {
        return certificate(data);
    }

    private static Optional<X509Certificate> certificate(TlsSecret data) {
        return data.certificates(TlsSecret.CERTIFICATE)
                .flatMap(Result::toOptional)
                .map(List::getFirst);
    }

    /** The trust bundle; empty if there is none, or it cannot be read. */
    List<X509Certificate> trusted() {
        return data.certificates(TlsSecret.TRUST).flatMap(Result::toOptional).orElse(List.of());
    }

    /** Certificate and key of the next CA; empty if none is prepared. */
    Optional<TlsSecret> next() {
        var certificate = data.get(NEXT_CERTIFICATE);
        var key = data.get(NEXT_KEY);
        return certificate.isPresent() && key.isPresent()
                ? Optional.of(
                        new TlsSecret(
                                Map.of(
                                        TlsSecret.CERTIFICATE, certificate.get(),
                                        TlsSecret.KEY, key.get())))
                : Optional.empty();
    }

    /** Whether the Secret has data of a next CA. */
    boolean hasNext() {
        return data.data().containsKey(NEXT_CERTIFICATE) || data.data().containsKey(NEXT_KEY);
    }

    /** Whether the CA in the Secret is being replaced, or a former CA is still trusted. */
    public boolean replacing() {
        return hasNext() || !former().isEmpty();
    }

    /**
     * The present CA, which a new CA with this spec replaces. Empty if the spec is not that of a
     * CA, or if no CA can be read.
     */
    public Optional<X509Certificate> former(CertificateSpec spec) {
        return spec.ca() ? certificate() : Optional.empty();
    }

    /** Since when the next CA is in the bundle; empty if that time is not known. */
    Optional<Instant> since() {
        return Fields.time(annotations.getOrDefault(CertificateNames.SINCE, ""));
    }

    /** Until when former CAs are trusted, by {@link #id}. */
    Map<String, Instant> former() {
        var former = new LinkedHashMap<String, Instant>();
        for (var each : annotations.getOrDefault(CertificateNames.FORMER, "").split(",", -1)) {
            int at = each.indexOf('=');
            if (at > 0) {
                Fields.time(each.substring(at + 1))
                        .ifPresent(until -> former.put(each.substring(0, at), until));
            }
        }
        return former;
    }

    /** Id of a CA: the beginning of the hash of its certificate. */
    static String id(X509Certificate certificate) {
        return CertificateHash.of(PemFiles.write(List.of(certificate))).substring(0, ID);
    }

    /** Copy with other data. */
    OwnSecret with(TlsSecret other) {
        return new OwnSecret(whose, other, annotations, read, writers);
    }

    /** Copy with this annotation; an empty value removes the annotation. */
    OwnSecret annotated(String key, String value) {
        var all = new LinkedHashMap<>(annotations);
        if (value.isEmpty()) {
            all.remove(key);
        } else {
            all.put(key, value);
        }
        return new OwnSecret(whose, data, all, read, writers);
    }

    /** Copy with these former CAs, each with the end of its trust. */
    OwnSecret withFormer(Map<String, Instant> former) {
        var entries = new ArrayList<String>();
        former.forEach((id, until) -> entries.add(id + "=" + until));
        return annotated(CertificateNames.FORMER, String.join(",", entries));
    }

    /** Shows no value. */
    @Override
    public String toString() {
        return "OwnSecret[%s, %s]".formatted(whose, data);
    }
}
