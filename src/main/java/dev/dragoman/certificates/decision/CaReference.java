package dev.dragoman.certificates.decision;

import dev.dragoman.kube.Fields;
import dev.dragoman.kube.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A certificate whose CA is a Secret of another namespace. MARIN3R needed nobody's consent for it;
 * here the Secret has to allow it. Immutable.
 *
 * @param certificate that names the CA
 * @param ca Secret that it names
 */
public record CaReference(CertificateObject certificate, CertificateObject.CaSecret ca) {

    /** Of all certificates those that name a Secret of another namespace, in their order. */
    public static List<CaReference> of(Collection<CertificateObject> certificates) {
        var found = new ArrayList<CaReference>();
        for (var each : certificates) {
            each.ca()
                    .filter(ca -> !ca.namespace().equals(each.namespace()))
                    .ifPresent(ca -> found.add(new CaReference(each, ca)));
        }
        return List.copyOf(found);
    }

    /** Whether a Secret can have this name; what anybody wrote there is not checked before. */
    public boolean named() {
        return Names.isLabel(ca.namespace()) && Names.isSubdomain(ca.name());
    }

    /**
     * Whether the CA may sign it.
     *
     * @param secret the CA's, of which the metadata suffices
     */
    public boolean allowed(Map<String, Object> secret) {
        return allows(certificate, secret);
    }

    /**
     * Whether a CA may sign a certificate.
     *
     * @param secret the CA's, of which the metadata suffices
     */
    public static boolean allows(CertificateObject certificate, Map<String, Object> secret) {
        return Authority.allowed(certificate, secret);
    }

    /** The narrowest entry of {@link CertificateNames#ALLOW} that allows it. */
    public String entry() {
        return Consent.entry(certificate.namespace(), certificate.spec());
    }

    /**
     * Value of the annotation {@link CertificateNames#ALLOW} that also has these entries; what it
     * allows by now stays.
     *
     * @param secret the CA's, of which the metadata suffices
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
