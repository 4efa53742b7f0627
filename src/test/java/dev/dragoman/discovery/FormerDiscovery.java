package dev.dragoman.discovery;

import dev.dragoman.discovery.decision.DiscoveryNames;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A discovery service as MARIN3R's operator leaves it, but for the Secrets of its certificates. */
final class FormerDiscovery {
    static final String NAME = "xds";
    static final String FINALIZER = "finalizer.operator.marin3r.3scale.net";

    private static final String LABELS =
            "{ app.kubernetes.io/name: marin3r, app.kubernetes.io/managed-by: marin3r-operator,"
                    + " app.kubernetes.io/component: discovery-service, app.kubernetes.io/instance: xds }";

    /** As its operator makes them. */
    private static final String OBJECTS =
            """
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: DiscoveryServiceCertificate
            metadata: { name: marin3r-ca-cert-xds, labels: LABELS }
            spec:
              commonName: marin3r-ca-xds
              hosts: [ marin3r-ca-xds ]
              isCA: true
              server: false
              validFor: 94608000
              signer: { selfSigned: {} }
              secretRef: { name: marin3r-ca-cert-xds, namespace: NAMESPACE }
              certificateRenewal: { enabled: true }
            ---
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: DiscoveryServiceCertificate
            metadata: { name: marin3r-server-cert-xds, labels: LABELS }
            spec:
              commonName: marin3r-server-xds
              hosts: [ marin3r-server-xds ]
              isCA: false
              server: true
              validFor: 7776000
              signer: { caSigned: { caSecretRef: { name: marin3r-ca-cert-xds, namespace: NAMESPACE } } }
              secretRef: { name: marin3r-server-cert-xds, namespace: NAMESPACE }
              certificateRenewal: { enabled: true }
            ---
            apiVersion: v1
            kind: Service
            metadata: { name: marin3r-xds, labels: LABELS }
            spec:
              type: ClusterIP
              selector: LABELS
              sessionAffinity: None
              ports:
              - { name: discovery, port: 18000, protocol: TCP, targetPort: discovery }
              - { name: metrics, port: 8383, protocol: TCP, targetPort: metrics }
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata: { name: marin3r-xds, labels: LABELS }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: marin3r-xds, labels: LABELS }
            spec:
              replicas: 1
              strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 25% } }
              selector: { matchLabels: LABELS }
              template:
                metadata: { labels: POD }
                spec:
                  serviceAccountName: marin3r-xds
                  containers:
                  - name: marin3r
                    image: quay.io/3scale/marin3r:v0.12.0
                    args: [ discovery-service, --of-the-predecessor ]
            """;

    private final DiscoveryCluster cluster;
    private final Path directory;

    /**
     * @param directory for files
     */
    FormerDiscovery(DiscoveryCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /** Makes it in the cluster's namespace, under its operator's field manager. */
    void make() {
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.kubectl(
                "patch",
                "discoveryservice",
                NAME,
                "--type=merge",
                "-p",
                "{\"metadata\":{\"finalizers\":[\"%s\"]}}".formatted(FINALIZER));
        var owner = cluster.service(NAME).orElseThrow();
        for (var yaml : OBJECTS.split("---\n", -1)) {
            create(
                    yaml.replace("LABELS", LABELS)
                            .replace(
                                    "POD",
                                    LABELS.replace(
                                            " }",
                                            ", marin3r.3scale.net/server-certificate-hash: h1 }"))
                            .replace("NAMESPACE", cluster.namespace),
                    owner);
        }
    }

    /** Creates one of its objects, under its operator's field manager. */
    void create(String yaml, GenericKubernetesResource owner) {
        var object = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        object.getMetadata().setNamespace(cluster.namespace);
        object.getMetadata()
                .setOwnerReferences(
                        List.of(
                                new OwnerReferenceBuilder()
                                        .withApiVersion(DiscoveryNames.API_VERSION)
                                        .withKind(owner.getKind())
                                        .withName(owner.getMetadata().getName())
                                        .withUid(owner.getMetadata().getUid())
                                        .withController(true)
                                        .withBlockOwnerDeletion(true)
                                        .build()));
        var file = directory.resolve("made.json");
        try {
            Files.writeString(file, Serialization.asJson(object));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // a POST, as the predecessor's client makes it: no apply
        cluster.kubectl("create", "-f", file.toString(), "--field-manager=manager");
    }
}
