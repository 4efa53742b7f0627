package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An EnvoyDeployment of MARIN3R's operator, taken over while it runs. */
@Full
@ResourceLock("discovery")
class FormerEnvoysIT {
    private static final String NAME = "gateway";
    private static final String MADE = "marin3r-envoydeployment-gateway";
    private static final String CERTIFICATE = "envoy-client-cert-gateway";

    private static final String LABELS =
            "{ app.kubernetes.io/name: marin3r, app.kubernetes.io/managed-by: marin3r-operator,"
                    + " app.kubernetes.io/component: envoy-deployment, app.kubernetes.io/instance: gateway }";

    /** As its operator makes them. */
    private static final String OBJECTS =
            """
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: DiscoveryServiceCertificate
            metadata: { name: envoy-client-cert-gateway, labels: LABELS }
            spec:
              commonName: envoy-client-cert-gateway
              hosts: [ envoy-client-cert-gateway ]
              isCA: false
              server: false
              validFor: 172800
              signer: { caSigned: { caSecretRef: { name: marin3r-ca-cert-xds, namespace: TEAM } } }
              secretRef: { name: envoy-client-cert-gateway }
              certificateRenewal: { enabled: true }
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: marin3r-envoydeployment-gateway, labels: LABELS }
            spec:
              replicas: 2
              strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 25% } }
              selector: { matchLabels: LABELS }
              template:
                metadata: { labels: LABELS }
                spec:
                  volumes:
                  - { name: envoy-tls, secret: { secretName: envoy-client-cert-gateway, defaultMode: 420 } }
                  - { name: envoy-bootstrap, emptyDir: {} }
                  initContainers:
                  - name: envoy-init-mgr
                    image: quay.io/3scale/marin3r:v0.13.3
                    env:
                    - { name: POD_NAME, valueFrom: { fieldRef: { apiVersion: v1, fieldPath: metadata.name } } }
                    - { name: POD_NAMESPACE, valueFrom: { fieldRef: { apiVersion: v1, fieldPath: metadata.namespace } } }
                    - { name: HOST_NAME, valueFrom: { fieldRef: { apiVersion: v1, fieldPath: spec.nodeName } } }
                    args: [ init-manager, --admin-access-log-path, /dev/null, --admin-bind-address, '0.0.0.0:9901', --api-version, v3,
                      --client-certificate-path, /etc/envoy/tls/client, --config-file, /etc/envoy/bootstrap/config.json,
                      --resources-path, /etc/envoy/bootstrap, --rtds-resource-name, runtime,
                      --xdss-host, marin3r-xds.TEAM.svc, --xdss-port, '18000', --envoy-image, 'envoyproxy/envoy:v1.29.0' ]
                    volumeMounts: [ { name: envoy-bootstrap, mountPath: /etc/envoy/bootstrap } ]
                    imagePullPolicy: IfNotPresent
                    terminationMessagePath: /dev/termination-log
                    terminationMessagePolicy: File
                  containers:
                  - name: envoy
                    image: envoyproxy/envoy:v1.29.0
                    command: [ envoy ]
                    args: [ -c, /etc/envoy/bootstrap/config.json, --service-node, edge, --service-cluster, edge,
                      --drain-time-s, '300', --drain-strategy, gradual ]
                    ports:
                    - { name: http, containerPort: 8080 }
                    - { name: admin, containerPort: 9901, protocol: TCP }
                    volumeMounts:
                    - { name: envoy-tls, readOnly: true, mountPath: /etc/envoy/tls/client }
                    - { name: envoy-bootstrap, readOnly: true, mountPath: /etc/envoy/bootstrap }
                    livenessProbe:
                      httpGet: { path: /ready, port: 9901, scheme: HTTP }
                      initialDelaySeconds: 30
                      timeoutSeconds: 1
                      periodSeconds: 10
                      successThreshold: 1
                      failureThreshold: 10
                    readinessProbe:
                      httpGet: { path: /ready, port: 9901, scheme: HTTP }
                      initialDelaySeconds: 15
                      timeoutSeconds: 1
                      periodSeconds: 5
                      successThreshold: 1
                      failureThreshold: 1
                    lifecycle: { preStop: { httpGet: { path: /shutdown, port: 8090, scheme: HTTP } } }
                    imagePullPolicy: IfNotPresent
                    terminationMessagePath: /dev/termination-log
                    terminationMessagePolicy: File
                  - name: envoy-shtdn-mgr
                    image: quay.io/3scale/marin3r:v0.13.3
                    args: [ shutdown-manager, --port, '8090' ]
                    resources: { requests: { cpu: 5m, memory: 25Mi }, limits: { cpu: 50m, memory: 50Mi } }
                    livenessProbe:
                      httpGet: { path: /healthz, port: 8090, scheme: HTTP }
                      initialDelaySeconds: 3
                      timeoutSeconds: 1
                      periodSeconds: 10
                      successThreshold: 1
                      failureThreshold: 3
                    lifecycle: { preStop: { httpGet: { path: /drain, port: 8090, scheme: HTTP } } }
                    imagePullPolicy: IfNotPresent
                    terminationMessagePath: /dev/termination-log
                    terminationMessagePolicy: File
                  serviceAccountName: default
                  serviceAccount: default
                  terminationGracePeriodSeconds: 300
            ---
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: { name: marin3r-envoydeployment-gateway, labels: LABELS }
            spec:
              scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: marin3r-envoydeployment-gateway }
              minReplicas: 2
              maxReplicas: 3
              metrics: [ { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } } ]
            """;

    @TempDir private Path directory;
    private DiscoveryCluster cluster;

    @BeforeEach
    void install() {
        cluster = new DiscoveryCluster().withoutCertificates();
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.apply(EnvoyDeploymentIT.CONFIG);
        cluster.apply(
                EnvoyDeploymentIT.ENVOYS
                        + """
                            ports: [ { name: http, port: 8080 } ]
                            shutdownManager: {}
                            replicas:
                              dynamic:
                                minReplicas: 2
                                maxReplicas: 3
                                metrics: [ { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } } ]
                          """);
        var former = new FormerDiscovery(cluster, directory);
        for (var yaml : OBJECTS.split("---\n", -1)) {
            former.create(
                    yaml.replace("LABELS", LABELS).replace("TEAM", cluster.namespace),
                    cluster.envoys(NAME).orElseThrow());
        }
        cluster.issue(CERTIFICATE, "certificateHash", "h1");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Object template() {
        return cluster.deployment(MADE).orElseThrow().get("spec", "template");
    }

    @Test
    void itsPodsGoOnAndTheirNumberStays() {
        var before = cluster.deployment(MADE).orElseThrow();
        var template = template();
        cluster.start();
        await().pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .untilAsserted(
                        () -> {
                            cluster.ready();
                            assertThat(DiscoveryCluster.condition(cluster.envoys(NAME), "Ready"))
                                    .containsEntry("reason", "Reconciled");
                        });
        var now = cluster.deployment(MADE).orElseThrow();
        assertThat(now.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(template()).as("the pods go on").isEqualTo(template);
        assertThat(now.<Integer>get("spec", "replicas")).isEqualTo(2);
        assertThat(now.getMetadata().getManagedFields())
                .anyMatch(each -> each.getManager().equals("dragoman-envoy-deployments"));
        // what the spec no longer has goes, though another made it
        cluster.apply(EnvoyDeploymentIT.ENVOYS + "  replicas: { static: 1 }\n");
        await().until(
                        () ->
                                cluster.get(
                                                "autoscaling/v2",
                                                "HorizontalPodAutoscaler",
                                                cluster.namespace,
                                                MADE)
                                        .isEmpty());
        await().until(
                        () ->
                                cluster.deployment(MADE)
                                        .orElseThrow()
                                        .<Integer>get("spec", "replicas")
                                        .equals(1));
        List<Object> containers =
                cluster.deployment(MADE)
                        .orElseThrow()
                        .get("spec", "template", "spec", "containers");
        assertThat(containers).as("without the shutdown manager").hasSize(1);
        var mark = cluster.plane.audit().mark();
        assertThat(Patience.settled(Duration.ofSeconds(3), () -> cluster.writes(mark)))
                .doesNotContain("patch deployments");
    }
}
