package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedRun;
import dev.dragoman.certificates.pki.CertificateSpec;
import dev.dragoman.certificates.pki.Issuance;
import dev.dragoman.certificates.pki.Issued;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.certificates.pki.Signer;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Usage;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The commands of docs/migrate/marin3r.md, one after the other. */
@Full
@ResourceLock("discovery")
class MigrationIT {
    private static final Path PAGE = Path.of("docs/migrate/marin3r.md");
    private static final String CA = "marin3r-ca-cert-xds";
    private static final String SERVER = "marin3r-server-cert-xds";
    private static final String LEAF = "gateway";
    private static final String OLD = "marin3r-system";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** What MARIN3R's installation has beside the kinds that are served. */
    private static final String INSTALLED =
            """
            apiVersion: v1
            kind: Namespace
            metadata: { name: marin3r-system }
            ---
            apiVersion: v1
            kind: Namespace
            metadata: { name: dragoman-system }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: marin3r-controller-manager, namespace: marin3r-system }
            spec:
              replicas: 1
              selector: { matchLabels: { control-plane: controller-manager } }
              template:
                metadata: { labels: { control-plane: controller-manager } }
                spec: { containers: [ { name: manager, image: quay.io/3scale/marin3r:v0.13.3 } ] }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: dragoman, namespace: dragoman-system }
            spec:
              replicas: 1
              selector: { matchLabels: { app: dragoman } }
              template:
                metadata: { labels: { app: dragoman } }
                spec: { containers: [ { name: dragoman, image: example.com/dragoman } ] }
            ---
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: { name: envoydeployments.operator.marin3r.3scale.net }
            spec:
              group: operator.marin3r.3scale.net
              scope: Namespaced
              names: { kind: EnvoyDeployment, listKind: EnvoyDeploymentList, plural: envoydeployments, singular: envoydeployment }
              versions:
              - name: v1alpha1
                served: true
                storage: true
                schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
            """;

    @TempDir private Path directory;
    private DiscoveryCluster cluster;
    private String team;

    /** Where the Deployment is: in the operator's namespace it would be in the way of others. */
    private String system;

    @BeforeEach
    void makeWhatIsThere() {
        cluster = new DiscoveryCluster();
        team = cluster.namespace + "-team";
        cluster.namespace(team, Map.of());
        for (var each : List.of(cluster.namespace, team)) {
            cluster.client()
                    .rbac()
                    .roleBindings()
                    .inNamespace(each)
                    .withName("dragoman-secrets")
                    .delete();
        }
        system = cluster.namespace + "-system";
        var _ =
                cluster.install.apply(
                        INSTALLED.replace("dragoman-system", system),
                        "installed.yaml",
                        "--server-side");
        await().ignoreExceptions()
                .until(
                        () ->
                                !cluster.install
                                        .kubectl(List.of("get", "envoydeployments", "-A"))
                                        .contains("error"));
        new FormerDiscovery(cluster, directory).make();
        cluster.issue(CA, "certificateHash", "h0");
        // what its pods have on them
        cluster.issue(SERVER, "certificateHash", "h1");
        var root = issue(Issuance.selfSigned(spec("marin3r-ca-xds", Usage.CA, 1095)));
        var signer = Signer.read(root.secret()).toOptional().orElseThrow();
        secret(cluster.namespace, CA, root);
        secret(
                cluster.namespace,
                SERVER,
                issue(Issuance.by(signer, spec("marin3r-server-xds", Usage.SERVER, 90))));
        var _ =
                cluster.install.apply(
                        """
                        apiVersion: operator.marin3r.3scale.net/v1alpha1
                        kind: DiscoveryServiceCertificate
                        metadata: { name: %1$s }
                        spec:
                          commonName: %1$s
                          hosts: [ %1$s ]
                          isCA: false
                          server: false
                          validFor: 172800
                          signer: { caSigned: { caSecretRef: { name: %2$s, namespace: %3$s } } }
                          secretRef: { name: %1$s, namespace: %4$s }
                          certificateRenewal: { enabled: true }
                        """
                                .formatted(LEAF, CA, cluster.namespace, team),
                        "leaf.yaml",
                        "--namespace=" + team);
        secret(team, LEAF, issue(Issuance.by(signer, spec(LEAF, Usage.CLIENT, 2))));
    }

    @AfterEach
    void close() {
        var _ =
                cluster.install.kubectl(
                        List.of(
                                "delete",
                                "customresourcedefinition",
                                "envoydeployments.operator.marin3r.3scale.net"));
        var _ = cluster.client().namespaces().withName(OLD).delete();
        var _ = cluster.client().namespaces().withName(system).delete();
        cluster.close();
    }

    /** Each has its common name as a host, as there. */
    private static CertificateSpec spec(String commonName, Usage usage, int days) {
        return new CertificateSpec(
                commonName,
                List.of(commonName),
                Set.of(usage),
                0,
                Duration.ofDays(days),
                KeySpec.RSA_2048);
    }

    private static Issued issue(Issuance issuance) {
        return issuance.issue(Instant.now(), RANDOM).toOptional().orElseThrow();
    }

    /** MARIN3R knows neither {@code ca.crt} nor a chain. */
    private void secret(String namespace, String name, Issued issued) {
        var owner = cluster.certificate(namespace, name).orElseThrow().getMetadata().getUid();
        var encoder = Base64.getEncoder();
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .withOwnerReferences(
                                new OwnerReferenceBuilder()
                                        .withApiVersion(DiscoveryNames.API_VERSION)
                                        .withKind(DiscoveryNames.CERTIFICATE)
                                        .withName(name)
                                        .withUid(owner)
                                        .withController(true)
                                        .build())
                        .endMetadata()
                        .withType("kubernetes.io/tls");
        for (var key : List.of(TlsSecret.CERTIFICATE, TlsSecret.KEY)) {
            var _ =
                    secret.addToData(
                            key, encoder.encodeToString(issued.secret().get(key).orElseThrow()));
        }
        var _ = cluster.client().resource(secret.build()).create();
    }

    private String certificate(String namespace, String name) {
        return cluster.client()
                .secrets()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getData()
                .get(TlsSecret.CERTIFICATE);
    }

    private String reason(String name) {
        return cluster.certificate(team, name)
                .map(each -> each.<List<Map<String, Object>>>get("status", "conditions"))
                .filter(each -> !each.isEmpty())
                .map(each -> String.valueOf(each.getFirst().get("reason")))
                .orElse("");
    }

    private int replicas(String namespace, String name) {
        return cluster.client()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getSpec()
                .getReplicas();
    }

    @Test
    void theWholePage() throws Exception {
        var ca = certificate(cluster.namespace, CA);
        var server = certificate(cluster.namespace, SERVER);
        var leaf = certificate(team, LEAF);
        var page =
                new DocumentedRun(PAGE, cluster.plane, directory, Map.of())
                        .where("NAME", FormerDiscovery.NAME)
                        .where("TEAM", cluster.namespace)
                        .where("--namespace=dragoman-system", "--namespace=" + system)
                        .where(
                                "dragoman-system:dragoman",
                                cluster.account.namespace() + ":dragoman")
                        // it says by its exit code that something is not allowed
                        .mayEnd("./dragoman ca-references", 1);
        page.run("1. **", "2. **");
        page.run("2. **", "3. **");
        assertThat(replicas(OLD, "marin3r-controller-manager")).isZero();
        page.run("3. **", "4. **");
        page.where("TEAM", team).run("3. **", "4. **");
        page.where("TEAM", cluster.namespace);
        cluster.start();

        cluster.runs(FormerDiscovery.NAME);
        await().until(() -> reason(LEAF).equals("CaNotAllowed"));
        assertThat(cluster.certificate(team, LEAF).orElseThrow().<Object>get("status", "ready"))
                .isEqualTo(true);
        assertThat(certificate(team, LEAF)).isEqualTo(leaf);
        page.run("5. **", "6. **");
        await().until(() -> reason(LEAF).equals("Issued"));
        assertThat(certificate(team, LEAF)).as("nothing is issued anew").isEqualTo(leaf);
        assertThat(certificate(cluster.namespace, SERVER)).isEqualTo(server);
        assertThat(certificate(cluster.namespace, CA)).isEqualTo(ca);
        assertThat(cluster.condition(FormerDiscovery.NAME, "RolledOut"))
                .containsEntry("reason", "RolloutWaits");

        page.run("6. **", "7. **");
        await()
                // a pod may go while it is made ready
                .ignoreExceptions()
                .until(
                        () -> {
                            cluster.ready();
                            // the hosts that this operator adds are in a new certificate
                            return cluster.condition(FormerDiscovery.NAME, "RolledOut").isEmpty()
                                    && !certificate(cluster.namespace, SERVER).equals(server);
                        });

        cluster.stop();
        page.run("## Going back", "");
        page.nothingIsLeft();
        assertThat(replicas(OLD, "marin3r-controller-manager")).isOne();
        assertThat(replicas(system, "dragoman")).isZero();
        assertThat(
                        cluster.service(FormerDiscovery.NAME)
                                .orElseThrow()
                                .getMetadata()
                                .getFinalizers())
                .isEmpty();
    }
}
