package dev.dragoman.discovery.decision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Fields;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a DiscoveryService from being as its spec says, and what other namespaces get. */
class DiscoveryTroubleTest extends DiscoveryFixture {
    private static final String CERTIFICATE = DiscoveryNames.CERTIFICATE;
    private static final String CLIENT = DiscoveryNames.CLIENT;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    serviceConfig: {type: NodePort}                       | spec.serviceConfig.type 'NodePort'
                    serviceConfig: {name: 1-is-none}                      | spec.serviceConfig.name
                    deploymentStrategy: Never                             | spec.deploymentStrategy 'Never'
                    xdsServerPort: 0                                      | spec.xdsServerPort 0
                    probePort: 65536                                      | spec.probePort 65536
                    metricsPort: 18000                                    | spec.metricsPort are both 18000
                    pkiConfg: {serverCertificate: {duration: 90d}}        | spec.pkiConfg.serverCertificate.duration: '90d'
                    pkiConfig: {serverCertificate: {duration: 1ms}}       | '1ms' is not between 5s and 876600h
                    pkiConfig: {serverCertificate: {duration: 876601h}}   | '876601h' is not between 5s and 876600h
                    pkiConfig: {serverCertificate: {secretName: A_b}}     | secretName 'A_b'
                    pkiConfg: {rootCertificateAuthority: {secretName: aso-credential}} | secretName 'aso-credential'
                    pkiConfig: {serverCertificate: {secretName: marin3r-ca-cert-xds}} | Give each certificate another Secret
                    """)
    @SuppressWarnings("unchecked") // it is a map
    void aWrongSpecChangesNothing(String field, String text) {
        spec.putAll(Serialization.unmarshal(field, Map.class));
        assertThat(reasons()).contains("InvalidSpec");
        assertThat(wanted().troubles())
                .anySatisfy(each -> assertThat(each.message()).contains(text));
        assertThat(wanted().objects()).isEmpty();
    }

    @Test
    void aNameThatIsTooLong() {
        metadata.put("name", "x".repeat(49));
        assertThat(reasons()).contains("InvalidSpec");
        metadata.put("name", "x".repeat(48));
        assertThat(reasons()).containsExactly("CertificatesPending");
    }

    @Test
    void fieldsThatAreNotUsedAreNamed() {
        spec.put("discoveryServiceNamespace", "team");
        assertThat(reasons()).containsExactly("CertificatesPending");
        spec.put("discoveryServiceNamespace", "another");
        spec.put("sidecarWebhook", Map.of());
        assertThat(wanted().troubles())
                .extracting(Trouble::condition)
                .containsExactlyInAnyOrder(
                        "Ready", "DiscoveryServiceNamespaceUsed", "SidecarWebhookServed");
    }

    @ParameterizedTest
    @CsvSource({
        "DiscoveryServiceCertificate, marin3r-ca-cert-xds, 4",
        "DiscoveryServiceCertificate, marin3r-server-cert-xds, 6",
        "DiscoveryServiceCertificate, envoy-sidecar-client-cert, 6",
        "ServiceAccount, marin3r-xds, 6",
        "Role, marin3r-xds, 6",
        "RoleBinding, marin3r-xds, 6",
        "Service, marin3r-xds, 6",
        "Deployment, marin3r-xds, 7",
    })
    void whatIsAnothersIsLeftAloneAndNothingIsStarted(String kind, String name, int made) {
        issued("h1", "b1");
        there(kind, "team", name, "somebody", Map.of());
        assertThat(reasons()).containsExactly("NotOurs");
        assertThat(message()).contains(kind + " " + name);
        assertThat(names())
                .hasSize(made)
                .doesNotContain(kind + "/" + name, "Deployment/marin3r-xds");
    }

    @ParameterizedTest
    @CsvSource({
        // our creation is 2026-01-02
        "2026-01-03T00:00:00Z, '', envoy-sidecar-client-cert",
        "2026-01-01T00:00:00Z, '', envoy-sidecar-client-cert-xds",
        "2026-01-03T00:00:00Z, uid-other, envoy-sidecar-client-cert-xds",
        "2026-01-01T00:00:00Z, uid-xds, envoy-sidecar-client-cert",
    })
    void oneOfSeveralHasTheUsualClient(String created, String owner, String name) {
        peer("other", created, Map.of());
        if (!owner.isEmpty()) {
            there(CERTIFICATE, "team", CLIENT, owner, Map.of());
        }
        assertThat(names()).contains(CERTIFICATE + "/" + name);
        assertThat(reasons()).containsExactly("CertificatesPending");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T00:00:00Z, rootCertificateAuthority, 4",
        "2026-01-01T00:00:00Z, serverCertificate, 6",
        "2026-01-03T00:00:00Z, rootCertificateAuthority, 7"
    })
    void theOlderOneHasTheSecret(String created, String half, int made) {
        there(CERTIFICATE, "team", CLIENT, UID, Map.of());
        peer("other", created, Map.of("pkiConfig", Map.of(half, Map.of("secretName", "shared"))));
        spec.put("pkiConfig", Map.of(half, Map.of("secretName", "shared")));
        assertThat(names()).hasSize(made);
        if (made < 7) {
            assertThat(reasons()).containsExactly("SecretTaken");
            assertThat(message()).contains("Secret shared", "DiscoveryService other");
        }
    }

    @Test
    void aClientThatHasTheUsualNameNowLosesItsOtherOneAfterThePods() {
        issued("h1", "b1");
        there(CERTIFICATE, "team", CLIENT + "-xds", UID, Map.of());
        assertThat(wanted().obsolete()).hasSize(1);
        deployment("h1", "b1", true, 0);
        assertThat(wanted().obsolete()).isEmpty();
        deployment("h1", "b1", true, 1);
        assertThat(wanted().obsolete()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    -     | -         | -         | NamespaceNotConsenting
                    -     | -         | *         | served
                    -     | -         | a/b, team/xds | served
                    -     | -         | a/xds     | NamespaceNotConsenting
                    xds   | -         | *         | served
                    other | -         | *         | NamespaceTaken
                    xds   | away/xds  | *         | NamespaceTaken
                    other | team/xds  | *         | served
                    xds   | team/xds  | -         | NamespaceNotConsenting
                    other | -         | -         | NamespaceNotConsenting
                    xds   | away/xds  | -         | NamespaceNotConsenting
                    """)
    void namespacesAreServedWhereTheyConsent(
            String label, String owner, String consent, String outcome) {
        var labels =
                label == null ? Map.<String, String>of() : Map.of(DiscoveryNames.SERVED_BY, label);
        var annotations = new java.util.HashMap<String, String>();
        if (owner != null) {
            annotations.put(DiscoveryNames.OWNER, owner);
        }
        if (consent != null) {
            annotations.put(DiscoveryNames.CONSENT, consent);
        }
        var there = namespace("far", labels, annotations);
        if ("team/xds".equals(owner)) {
            marked.add(there);
        }
        var wanted = wanted();
        if (outcome.equals("served")) {
            assertThat(reasons()).containsExactly("CertificatesPending");
            assertThat(wanted.marks()).hasSize(1);
            assertThat(wanted.served()).isEqualTo(1);
            assertThat(wanted.left()).isEmpty();
            assertThat(names())
                    .endsWith(CERTIFICATE + "/" + CLIENT, "ConfigMap/envoy-sidecar-bootstrap");
        } else {
            assertThat(reasons()).contains(outcome);
            assertThat(message()).contains("namespace far");
            assertThat(wanted.marks()).isEmpty();
            assertThat(wanted.left()).hasSize(marked.size());
            assertThat(names()).hasSize(7);
        }
    }

    @Test
    void aServedNamespaceIsNotWrittenAgainAndTheRootSignsForIt() {
        allowed = new Allowed(true, java.util.Set.of());
        marked.add(
                namespace(
                        "far",
                        Map.of(DiscoveryNames.SERVED_BY, "xds", DiscoveryNames.STATUS, "enabled"),
                        Map.of(DiscoveryNames.OWNER, "team/xds")));
        assertThat(wanted().marks()).isEmpty();
        assertThat(spec(CERTIFICATE, "marin3r-ca-cert-xds"))
                .containsEntry("allowedNamespaces", List.of("far"));
        var sidecars = Fields.spec(wanted().objects().get(wanted().objects().size() - 2));
        assertThat(sidecars)
                .containsEntry("commonName", "marin3r-xds-client")
                .containsEntry("client", true)
                .containsEntry("validFor", 172_800)
                .containsEntry("secretRef", Map.of("name", CLIENT, "namespace", "far"));
        there(CERTIFICATE, "far", CLIENT, "somebody", Map.of());
        assertThat(reasons()).contains("NotOurs");
        assertThat(wanted().left()).hasSize(1);
    }

    @Test
    void nobodyLearnsWhichNamespacesThereAre() {
        namespace("far", Map.of(DiscoveryNames.SERVED_BY, "other"), Map.of());
        var there = message();
        namespaces.put("far", Optional.empty());
        assertThat(message()).isEqualTo(there);
        allowed = new Allowed(false, java.util.Set.of("far"));
        assertThat(reasons()).contains("NamespaceMissing");
    }

    @Test
    void itsOwnNamespaceNeedsNoConsentAndNoSecondClient() {
        namespace("team", Map.of(), Map.of());
        namespaces.put("nowhere", Optional.empty());
        spec.put("enabledNamespaces", List.of("team", "nowhere", "team"));
        assertThat(reasons()).containsExactly("NamespaceNotConsenting", "CertificatesPending");
        assertThat(names()).hasSize(8).endsWith("ConfigMap/envoy-sidecar-bootstrap");
    }

    @Test
    void whatIsInNamespacesThatAreLeftGoes() {
        marked.add(
                namespace(
                        "far",
                        Map.of(DiscoveryNames.SERVED_BY, "xds"),
                        Map.of(DiscoveryNames.OWNER, "team/xds")));
        spec.remove("enabledNamespaces");
        elsewhere.add(there(CERTIFICATE, "far", CLIENT, UID, Map.of()));
        elsewhere.add(there("ConfigMap", "far", DiscoveryNames.BOOTSTRAP, UID, Map.of()));
        there("ConfigMap", "team", DiscoveryNames.BOOTSTRAP, UID, Map.of());
        assertThat(wanted().obsolete()).hasSize(3);
        assertThat(wanted().left()).hasSize(1);
        assertThat(leaving().obsolete()).hasSize(3);
        assertThat(leaving().left()).hasSize(1);
    }

    @Test
    void aCopyInANamespaceThatIsServedStays() {
        namespace("far", Map.of(), Map.of(DiscoveryNames.CONSENT, "*"));
        elsewhere.add(there(CERTIFICATE, "far", CLIENT, UID, Map.of()));
        elsewhere.add(there(CERTIFICATE, "far", "copy", UID, Map.of()));
        // it is not read by its name
        live.values().remove(elsewhere.getLast());
        assertThat(wanted().obsolete()).isEmpty();
    }

    @Test
    void theBootstrapChecksTheServer() throws IOException {
        namespace("team", Map.of(), Map.of());
        spec.put("xdsServerPort", 19000);
        var data = Fields.map(wanted().objects().getLast(), "data");
        assertThat(data)
                .containsOnlyKeys(
                        "config.json",
                        "tls_certificate_sds_secret.yaml",
                        "validation_context_sds_secret.yaml");
        var config = new ObjectMapper().readTree(String.valueOf(data.get("config.json")));
        var cluster = config.at("/static_resources/clusters/0");
        assertThat(cluster.at("/type").asText()).isEqualTo("STRICT_DNS");
        assertThat(
                        cluster.at(
                                        "/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address")
                                .toString())
                .isEqualTo("{\"address\":\"marin3r-xds.team.svc\",\"port_value\":19000}");
        assertThat(config.at("/layered_runtime/layers/0/rtds_layer/name").asText())
                .isEqualTo("runtime");
        assertThat(cluster.at("/transport_socket/typed_config/common_tls_context").toString())
                .contains("xds_client_certificate", "xds_server_validation");
        var validation =
                Serialization.unmarshal(
                        String.valueOf(data.get("validation_context_sds_secret.yaml")), Map.class);
        assertThat(String.valueOf(validation))
                .contains("/etc/envoy/tls/client/ca.crt", "exact=marin3r-xds.team.svc");
        assertThat(
                        String.valueOf(
                                Serialization.unmarshal(
                                        String.valueOf(data.get("tls_certificate_sds_secret.yaml")),
                                        Map.class)))
                .contains("name=xds_client_certificate", "/etc/envoy/tls/client/tls.key");
        spec.put("verifyServer", false);
        var open = Fields.map(wanted().objects().getLast(), "data");
        assertThat(open).hasSize(2);
        assertThat(String.valueOf(open)).doesNotContain("validation");
    }

    @ParameterizedTest
    @CsvSource({
        // ours, available, server hash of pods, roll-out, hosts applied, taken at | waits
        "false, h1, '', '', true",
        "true, h1, '', '', false",
        "false, h0, '', '', false",
        "false, h1, now, '', false",
        "false, h1, '', 3, true",
        "false, h1, '', 2, false",
    })
    void podsOfThePredecessorGoOn(
            boolean ours, String hash, String rollOut, String takenAt, boolean waits) {
        issued("h1", "b1");
        there(
                CERTIFICATE,
                "team",
                "marin3r-server-cert-xds",
                UID,
                Map.of(
                        "spec",
                        Map.of(
                                "hosts",
                                List.of("marin3r-server-xds"),
                                "secretRef",
                                Map.of("name", "marin3r-server-cert-xds")),
                        "status",
                        Map.of("observedGeneration", 1, "certificateHash", "h1")));
        var there = deployment(hash, "", ours, 1);
        if (!rollOut.isEmpty()) {
            metadata.put("annotations", Map.of("dragoman.dev/roll-out", rollOut));
        }
        if (!takenAt.isEmpty()) {
            @SuppressWarnings("unchecked") // made by the fixture
            var about = (Map<String, Object>) there.get("metadata");
            about.put("annotations", Map.of(Rollout.TAKEN_AT, takenAt));
        }
        assertThat(spec("Deployment", "marin3r-xds").containsKey("template")).isEqualTo(!waits);
        assertThat(spec(CERTIFICATE, "marin3r-server-cert-xds").containsKey("hosts"))
                .isEqualTo(!waits);
        assertThat(reasons().contains("RolloutWaits")).isEqualTo(waits);
        assertThat(trusted()).as("pods without the bundle").isEmpty();
    }

    /** Pods would mount what is not there, or what is another's. */
    @Test
    void anotherSecretIsMountedOnlyWhenItsCertificateIsInIt() {
        issued("h1", "b1");
        deployment("h1", "b1", true, 1);
        assertThat(names()).contains("Deployment/marin3r-xds");
        spec.put("pkiConfg", Map.of("serverCertificate", Map.of("secretName", "db-password")));
        assertThat(names()).doesNotContain("Deployment/marin3r-xds");
        assertThat(reasons()).contains("CertificatesPending");
        // what it says is of the former spec
        certificate("marin3r-server-cert-xds", "db-password", "certificateHash", "h1");
        @SuppressWarnings("unchecked") // made by the fixture
        var about =
                (Map<String, Object>)
                        live.get("DiscoveryServiceCertificate/team/marin3r-server-cert-xds")
                                .get("metadata");
        about.put("generation", 2);
        assertThat(names()).doesNotContain("Deployment/marin3r-xds");
        about.put("generation", 1);
        assertThat(names()).contains("Deployment/marin3r-xds");
    }

    /** Pods go on until it ends, and nobody would look before. */
    @Test
    void aCertificateThatIsNotRenewedIsTold() {
        issued("h1", "b1");
        deployment("h1", "b1", true, 1);
        assertThat(reasons()).isEmpty();
        there(
                CERTIFICATE,
                "team",
                CLIENT,
                UID,
                Map.of(
                        "status",
                        Map.of(
                                "conditions",
                                List.of(
                                        Map.of(
                                                "type",
                                                "Ready",
                                                "status",
                                                "False",
                                                "reason",
                                                "SecretConflict",
                                                "message",
                                                "theirs")))));
        assertThat(reasons()).containsExactly("CertificatesFailing");
        assertThat(message()).contains(CLIENT, "SecretConflict: theirs");
        assertThat(names()).contains("Deployment/marin3r-xds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "", ".", "a/b", "A"})
    void whatIsNoNameOfANamespaceIsNamedAndTheOthersAreServed(String name) {
        namespace("team", Map.of(), Map.of());
        spec.put("enabledNamespaces", List.of("team", name));
        assertThat(reasons()).contains("NamespaceMissing");
        assertThat(names()).contains("ConfigMap/envoy-sidecar-bootstrap");
    }

    @Test
    void tooManyNamespacesChangeNothing() {
        spec.put(
                "enabledNamespaces", IntStream.range(0, 201).mapToObj("ns-%d"::formatted).toList());
        assertThat(reasons()).containsExactly("InvalidSpec");
        assertThat(names()).isEmpty();
        assertThat(service().namespaces()).as("none of them is read").isEmpty();
    }

    @Test
    void secretsOfThePredecessorGoOnWithItsPods() {
        spec.put(
                "pkiConfg",
                Map.of("rootCertificateAuthority", Map.of("secretName", "of-the-spec")));
        there(
                CERTIFICATE,
                "team",
                "marin3r-ca-cert-xds",
                UID,
                Map.of("spec", Map.of("secretRef", Map.of("name", "marin3r-ca-cert-xds"))));
        deployment("h1", "", false, 1);
        assertThat(spec(CERTIFICATE, "marin3r-ca-cert-xds").get("secretRef"))
                .isEqualTo(Map.of("name", "marin3r-ca-cert-xds", "namespace", "team"));
        assertThat(String.valueOf(spec(CERTIFICATE, CLIENT).get("signer")))
                .contains("name=marin3r-ca-cert-xds");
        metadata.put("annotations", Map.of("dragoman.dev/roll-out", "now"));
        assertThat(spec(CERTIFICATE, "marin3r-ca-cert-xds").get("secretRef"))
                .isEqualTo(Map.of("name", "of-the-spec", "namespace", "team"));
    }

    private String trusted() {
        return Fields.annotation(
                object(CERTIFICATE, "marin3r-ca-cert-xds"), DiscoveryNames.TRUSTED);
    }

    @Test
    void theBundleIsTrustedWhenAllPodsHaveIt() {
        assertThat(trusted()).isEqualTo("");
        issued("h1", "b1");
        assertThat(trusted()).as("nobody could distrust it").isEqualTo("b1");
        deployment("h1", "b1", true, 0);
        assertThat(trusted()).as("nothing is rolled out").isEqualTo("");
        deployment("h1", "b1", true, 1);
        issued("h1", "b2");
        assertThat(trusted()).isEqualTo("b1");
        deployment("h1", "b2", true, 0);
        assertThat(trusted()).as("an annotation that is not there").isEqualTo("");
        var root =
                there(
                        CERTIFICATE,
                        "team",
                        "marin3r-ca-cert-xds",
                        UID,
                        Map.of("status", Map.of("trustBundleHash", "b2")));
        @SuppressWarnings("unchecked") // made by the fixture
        var about = (Map<String, Object>) root.get("metadata");
        about.put("annotations", Map.of(DiscoveryNames.TRUSTED, "b1"));
        assertThat(trusted()).as("another one's annotation").isEqualTo("");
        applied(
                root,
                Map.of(
                        "f:metadata",
                        Map.of("f:annotations", Map.of("f:" + DiscoveryNames.TRUSTED, Map.of()))));
        assertThat(trusted()).as("what was true before").isEqualTo("b1");
        deployment("h1", "b2", true, 1);
        assertThat(trusted()).isEqualTo("b2");
    }

    @Test
    void whatHidesATemplateKeepsItHidden() {
        issued("h1", "b1");
        deployment("h1", "", false, 1);
        var stepped =
                wanted(
                        objects -> {
                            var others = new ArrayList<>(objects);
                            var changed = new java.util.LinkedHashMap<>(others.getLast());
                            changed.put("spec", Map.of("replicas", 1, "template", Map.of()));
                            others.set(others.size() - 1, changed);
                            return others;
                        });
        assertThat(Fields.spec(stepped.objects().getLast())).doesNotContainKey("template");
    }
}
