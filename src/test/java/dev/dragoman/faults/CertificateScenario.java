package dev.dragoman.faults;

import dev.dragoman.cluster.Account;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.StatusDetails;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A CA and a certificate of it, issued; then the CA is replaced. */
final class CertificateScenario implements Scenario {
    private static final String API_VERSION = "operator.marin3r.3scale.net/v1alpha1";
    private static final String KIND = "DiscoveryServiceCertificate";
    private static final String CA = "ca";
    private static final String LEAF = "leaf";
    private static final int DAY = 86_400;

    private final boolean replaced;

    private CertificateScenario(boolean replaced) {
        this.replaced = replaced;
    }

    /** Until both are issued. */
    static CertificateScenario issued() {
        return new CertificateScenario(false);
    }

    /** Until the CA is another one. */
    static CertificateScenario replaced() {
        return new CertificateScenario(true);
    }

    @Override
    public String name() {
        return replaced ? "certificates-replaced" : "certificates-issued";
    }

    @Override
    public Account account() {
        return Account.DISCOVERY;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_DISCOVERY", "on", "DRAGOMAN_CERTIFICATES_PROPAGATION", "100ms");
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(API_VERSION, KIND));
    }

    @Override
    public void play(Stage stage) {
        stage.namespace(stage.run);
        apply(stage, CA, Map.of("isCA", true, "signer", Map.of("selfSigned", Map.of())), Map.of());
        // a certificate that comes before its CA says so in an Event, or not, as it happens
        stage.until("the CA is issued", () -> ready(stage, CA));
        apply(
                stage,
                LEAF,
                Map.of("signer", Map.of("caSigned", Map.of("caSecretRef", Map.of("name", CA)))),
                Map.of());
        stage.until("both are issued", () -> ready(stage, CA) && ready(stage, LEAF));
        stage.checkpoint("issued");
        if (!replaced) {
            return;
        }
        var former = status(stage, CA, "issuer");
        apply(
                stage,
                CA,
                Map.of("isCA", true, "signer", Map.of("selfSigned", Map.of())),
                Map.of("dragoman.dev/renew", "1"));
        stage.until(
                "the certificate is of the new CA",
                () ->
                        !status(stage, CA, "issuer").equals(former)
                                && status(stage, LEAF, "issuer").equals(status(stage, CA, "issuer"))
                                && status(stage, LEAF, "trustBundleHash")
                                        .equals(status(stage, CA, "trustBundleHash"))
                                && status(stage, CA, "rotation").contains("Overlapping"));
        stage.checkpoint("replaced");
    }

    private static void apply(
            Stage stage, String name, Map<String, Object> more, Map<String, String> annotations) {
        var object = new GenericKubernetesResource();
        object.setApiVersion(API_VERSION);
        object.setKind(KIND);
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withName(name)
                        .withNamespace(stage.run)
                        .withAnnotations(annotations)
                        .build());
        var spec = new HashMap<>(more);
        spec.put("commonName", name);
        spec.put("validFor", more.containsKey("isCA") ? 10 * DAY : DAY);
        spec.put("secretRef", Map.of("name", name));
        spec.put("privateKey", Map.of("algorithm", "ECDSA"));
        object.setAdditionalProperty("spec", spec);
        var _ = stage.client().resource(object).fieldManager("user").serverSideApply();
    }

    private static GenericKubernetesResource get(Stage stage, String name) {
        return stage.client()
                .genericKubernetesResources(API_VERSION, KIND)
                .inNamespace(stage.run)
                .withName(name)
                .get();
    }

    private static String status(Stage stage, String name, String field) {
        return String.valueOf(get(stage, name).<Object>get("status", field));
    }

    private static boolean ready(Stage stage, String name) {
        return "true".equals(status(stage, name, "ready"))
                && status(stage, name, "conditions").contains("reason=Issued");
    }

    @Override
    public void withdraw(Stage stage) {
        List<StatusDetails> _ =
                stage.client()
                        .genericKubernetesResources(API_VERSION, KIND)
                        .inNamespace(stage.run)
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return stage.client()
                .genericKubernetesResources(API_VERSION, KIND)
                .inNamespace(stage.run)
                .list()
                .getItems()
                .isEmpty();
    }
}
