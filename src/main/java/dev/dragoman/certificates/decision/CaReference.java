package dev.dragoman.certificates.decision;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A certificate whose CA is in a Secret of another namespace. MARIN3R signed without the consent of
 * the Secret's owner; this operator needs an annotation of the Secret. Immutable.
 *
 * @param certificate the certificate that names the CA
 * @param ca the CA's Secret, which the certificate names
 */
public record CaReference(CertificateObject certificate, CertificateObject.CaSecret ca) {

    /** The references of those certificates that name a Secret of another namespace, in order. */
    public static List<CaReference> of(Collection<CertificateObject> certificates) {
        var found = new ArrayList<CaReference>();
        for (var each : certificates) {
            each.ca()
                    .filter(ca -> !ca.namespace().equals(each.namespace()))
                    .ifPresent(ca -> found.add(new CaReference(each, ca)));
        }
        return List.copyOf(found);
    }

    /** Whether the CA's Secret has a valid name. The name comes unchecked from the spec. */
    public boolean named() {
        return Names.isLabel(ca.namespace()) && Names.isSubdomain(ca.name());
    }

    /**
     * Whether the CA may sign the certificate.
     *
     * @param secret the CA's Secret; its metadata suffices
     */
    public boolean allowed(Map<String, Object> secret) {
        return allows(certificate, secret);
    }

    /**
     * Whether a CA may sign a certificate.
     *
     * @param secret the CA's Secret; its metadata suffices
     */
    public static boolean allows(CertificateObject certificate, Map<String, Object> secret) {
        return Consent.of(secret, certificate.namespace()).beyond(certificate.spec()).isEmpty();
    }

    /** The narrowest entry of {@link CertificateNames#ALLOW} that allows the certificate. */
    public String entry() {
        return Consent.entry(certificate.namespace(), certificate.spec());
    }

    /**
     * The value of the annotation {@link CertificateNames#ALLOW} with these entries added.
     *
     * @param secret the CA's Secret; its metadata suffices
     */
    public static String allowing(Map<String, Object> secret, Collection<String> entries) {
        var all = new TreeSet<>(entries);
        Optional.of(Fields.annotation(secret, CertificateNames.ALLOW)).stream()
                .flatMap(text -> Arrays.stream(text.strip().split("[\\s,]+", -1)))
                .filter(each -> !each.isEmpty())
                .forEach(all::add);
        return all.stream().collect(Collectors.joining(","));
    }
}
