package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Usage;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.KubeObject;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.ReservedSecrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A DiscoveryServiceCertificate that the API server has validated. Immutable.
 *
 * @param object the whole object; must not be changed afterwards
 */
public record CertificateObject(Map<String, Object> object) implements KubeObject {
    private static final String CA_SIGNED = "caSigned";
    private static final String HOSTS = "hosts";
    private static final String NAME = "name";
    private static final String NAMESPACE = "namespace";
    private static final String PRIVATE_KEY = "privateKey";
    private static final String POLICY = "rotationPolicy";
    private static final String PATH_LENGTH = "pathLength";

    /** Field of the status for values that only this operator uses. */
    static final String OWN = "dragoman";

    /**
     * Names of the spec's field for renewal in MARIN3R's versions, newest first. Only MARIN3R's
     * documentation has the third name.
     */
    private static final List<String> RENEWALS =
            List.of(
                    "certificateRenewal",
                    "certificateRenewalNotification",
                    "certificateRenewalConfig");

    /** Fields of the spec about the certificate itself, which teams' steps may change. */
    public static final List<String> WANTED =
            List.of(
                    "commonName",
                    HOSTS,
                    "server",
                    "client",
                    "isCA",
                    PATH_LENGTH,
                    "validFor",
                    PRIVATE_KEY);

    /**
     * The Secret of the CA that signs.
     *
     * @param namespace namespace of the Secret
     * @param name name of the Secret
     */
    public record CaSecret(String namespace, String name) {
        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /** The current status. */
    Map<String, Object> status() {
        return Fields.map(object, "status");
    }

    /** Copy of the object with these {@link Rewrites} in its status. */
    CertificateObject remembering(Rewrites rewrites) {
        if (rewrites.equals(Rewrites.of(this))) {
            return this;
        }
        var status = Json.with(status(), OWN, rewrites.toStatus());
        return new CertificateObject(Json.with(object, "status", status));
    }

    /** Name of the Secret that holds the certificate; empty if the spec has none. */
    public String secretName() {
        return Json.text(map("secretRef"), NAME);
    }

    /** The Secret of the CA that signs the certificate; empty if the certificate signs itself. */
    public Optional<CaSecret> ca() {
        var reference = Fields.map(object, "spec", "signer", CA_SIGNED, "caSecretRef");
        if (!map("signer").containsKey(CA_SIGNED)) {
            return Optional.empty();
        }
        var namespace = Json.text(reference, NAMESPACE);
        return Optional.of(
                new CaSecret(
                        namespace.isEmpty() ? namespace() : namespace, Json.text(reference, NAME)));
    }

    /** Whether the certificate is a root CA, which is replaced in phases. */
    boolean root() {
        return spec().ca() && ca().isEmpty();
    }

    /**
     * Whether the certificate is renewed in time; a field with any of the names {@link #RENEWALS}
     * can turn renewal off.
     */
    boolean renewed() {
        return RENEWALS.stream()
                .map(each -> map(each).get("enabled"))
                .noneMatch(Boolean.FALSE::equals);
    }

    /** Value of the annotation that asks for another certificate; empty without the annotation. */
    String renewal() {
        return Fields.annotation(object, CertificateNames.RENEW);
    }

    /** Whether a renewed certificate keeps its key. */
    boolean keepsKey() {
        return "Never".equals(map(PRIVATE_KEY).get(POLICY));
    }

    /** Entries of other namespaces whose certificates this CA may sign. */
    List<String> allowedNamespaces() {
        return texts("allowedNamespaces");
    }

    /**
     * The wanted certificate. A field that cannot be read has its default here, and {@link
     * #problems} names the field.
     */
    public CertificateSpec spec() {
        var spec = Fields.spec(object);
        var usages = EnumSet.noneOf(Usage.class);
        flag(usages, "server", Usage.SERVER);
        flag(usages, "client", Usage.CLIENT);
        flag(usages, "isCA", Usage.CA);
        var hosts = texts(HOSTS);
        var commonName = Json.text(spec, "commonName");
        return new CertificateSpec(
                commonName,
                hosts.isEmpty() && !usages.contains(Usage.CA) ? List.of(commonName) : hosts,
                usages,
                spec.get(PATH_LENGTH) instanceof Number n ? n.intValue() : 0,
                seconds(spec.get("validFor")),
                key().orElse(KeySpec.RSA_2048));
    }

    /** Whether the spec says how many CAs may be below this CA. */
    boolean saysPathLength() {
        return Fields.spec(object).get(PATH_LENGTH) instanceof Number;
    }

    private void flag(EnumSet<Usage> usages, String field, Usage usage) {
        if (Boolean.TRUE.equals(Fields.spec(object).get(field))) {
            usages.add(usage);
        }
    }

    private static Duration seconds(Object value) {
        return value instanceof Number n ? Duration.ofSeconds(n.longValue()) : Duration.ZERO;
    }

    private Optional<KeySpec> key() {
        try {
            return Optional.of(KeySpec.parse(map(PRIVATE_KEY)));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Problems of the spec, each with its field; empty if the spec can be used. */
    public List<String> problems() {
        var problems = new ArrayList<String>();
        if (!Names.isSubdomain(secretName())) {
            problems.add("secretRef.name: '%s' is no name of a Secret".formatted(secretName()));
        }
        if (ReservedSecrets.ALL.contains(secretName())) {
            problems.add(
                    "secretRef.name: '%s' is reserved by the operator; name another Secret"
                            .formatted(secretName()));
        }
        signerProblems(problems);
        try {
            var _ = KeySpec.parse(map(PRIVATE_KEY));
        } catch (IllegalArgumentException wrong) {
            problems.add(wrong.getMessage());
        }
        var policy = map(PRIVATE_KEY).get(POLICY);
        if (policy != null && !policy.equals("Never") && !policy.equals("Always")) {
            problems.add(
                    "privateKey.rotationPolicy: '%s' is neither Always nor Never"
                            .formatted(policy));
        }
        if (!allowedNamespaces().isEmpty() && !spec().ca()) {
            problems.add("allowedNamespaces: only a CA may have it; remove the field, or set isCA");
        }
        problems.addAll(spec().problems());
        return List.copyOf(problems);
    }

    private void signerProblems(List<String> problems) {
        var signer = map("signer");
        if (signer.containsKey("certManager")) {
            problems.add(
                    "signer.certManager: is not supported; use selfSigned or caSigned, or cert-manager's own kinds");
        }
        if (signer.containsKey("selfSigned") && signer.containsKey(CA_SIGNED)) {
            problems.add("signer: has selfSigned and caSigned; write one of them");
        }
        ca().filter(each -> !Names.isSubdomain(each.name()) || !Names.isLabel(each.namespace()))
                .ifPresent(
                        each ->
                                problems.add(
                                        "signer.caSigned.caSecretRef: '%s' names no Secret; write name and namespace"
                                                .formatted(each)));
        ca().filter(each -> each.equals(new CaSecret(namespace(), secretName())))
                .ifPresent(
                        each ->
                                problems.add(
                                        "signer.caSigned.caSecretRef: is the Secret of this certificate itself; use selfSigned"));
    }

    /**
     * The namespace in secretRef if it differs from the object's, and so is not used; otherwise
     * empty.
     */
    Optional<String> otherNamespace() {
        return Optional.of(Json.text(map("secretRef"), NAMESPACE))
                .filter(each -> !each.isEmpty() && !each.equals(namespace()));
    }

    /** The fields of the spec that teams' steps may change. */
    public Map<String, Object> wanted() {
        var wanted = new LinkedHashMap<String, Object>();
        WANTED.stream()
                .filter(each -> Fields.spec(object).containsKey(each))
                .forEach(each -> wanted.put(each, Fields.spec(object).get(each)));
        return wanted;
    }

    /** Copy of the object with these fields instead of {@link #wanted}. */
    public CertificateObject wanting(Map<String, Object> wanted) {
        if (wanted.equals(wanted())) {
            return this;
        }
        var spec = new LinkedHashMap<>(Fields.spec(object));
        WANTED.forEach(spec::remove);
        spec.putAll(wanted);
        return new CertificateObject(Json.with(object, "spec", spec));
    }

    private List<String> texts(String field) {
        return Json.texts(Fields.spec(object).get(field));
    }

    /** A field of a condition; empty if there is no condition of the type. */
    String condition(String type, String field) {
        return Fields.condition(object, type)
                .map(each -> each.get(field))
                .map(String::valueOf)
                .orElse("");
    }

    /** Shows only namespace and name. */
    @Override
    public String toString() {
        return "CertificateObject[%s/%s]".formatted(namespace(), name());
    }
}
