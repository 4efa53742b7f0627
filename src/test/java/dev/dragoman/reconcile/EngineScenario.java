package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;

import dev.dragoman.reconcile.watch.KindInfo;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The kind, the objects and the recorder that the engine's scenarios share. */
public final class EngineScenario {
    private EngineScenario() {}

    /** Remembers every reconciliation and answers as told. */
    public static final class Recorder implements Reconciler {
        public final List<Reconciliation> reconciliations = new CopyOnWriteArrayList<>();
        public volatile Reconciler then = reconciliation -> Outcome.done();

        @Override
        public Outcome reconcile(Reconciliation reconciliation) throws Exception {
            reconciliations.add(reconciliation);
            return then.reconcile(reconciliation);
        }

        public long count(String name) {
            return reconciliations.stream()
                    .filter(reconciliation -> reconciliation.key().name().equals(name))
                    .count();
        }

        public List<Cause> causes(String name) {
            return reconciliations.stream()
                    .filter(reconciliation -> reconciliation.key().name().equals(name))
                    .map(Reconciliation::cause)
                    .toList();
        }
    }

    public static Subscription.Request request(String group, Recorder recorder, Duration resync) {
        return new Subscription.Request(
                "things",
                List.of(new KindSelector(group, "*")),
                Set.of(),
                recorder,
                resync,
                Subscription.Request.JITTER,
                4,
                Duration.ofSeconds(20));
    }

    public static ObjectKey key(String group, String name) {
        return new ObjectKey(group, "Thing", "default", name);
    }

    public static ResourceDefinitionContext things(String group) {
        return new KindInfo(new GroupKind(group, "Thing"), "v1", "things", true, true, true)
                .context();
    }

    public static void installCrd(KubernetesClient client, String group) {
        var yaml =
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things.GROUP}
                spec:
                  group: GROUP
                  scope: Namespaced
                  names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """
                        .replace("GROUP", group);
        client.resource(yaml).serverSideApply();
        // served a moment after it is established
        await().ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> client.raw("/apis/%s/v1/things".formatted(group)) != null);
    }

    public static void removeCrd(KubernetesClient client, String group) {
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("things." + group)
                .delete();
    }

    public static GenericKubernetesResource apply(
            KubernetesClient client, String group, String name, int size) {
        var yaml =
                """
                apiVersion: %s/v1
                kind: Thing
                metadata: {name: %s, namespace: default}
                spec: {size: %d}
                """
                        .formatted(group, name, size);
        return client.genericKubernetesResources(things(group))
                .inNamespace("default")
                .resource(
                        client.getKubernetesSerialization()
                                .unmarshal(yaml, GenericKubernetesResource.class))
                .serverSideApply();
    }

    /** Writes status as the product does; returns the new resourceVersion. */
    public static String writeStatus(KubernetesClient client, ObjectKey key, Object status) {
        var found =
                client.genericKubernetesResources(things(key.group()))
                        .inNamespace(key.namespace())
                        .withName(key.name())
                        .get();
        found.setAdditionalProperty("status", status);
        return client.genericKubernetesResources(things(key.group()))
                .inNamespace(key.namespace())
                .resource(found)
                .updateStatus()
                .getMetadata()
                .getResourceVersion();
    }

    /** Sets an annotation; returns the new resourceVersion. */
    public static String annotate(KubernetesClient client, ObjectKey key, String value) {
        return client.genericKubernetesResources(things(key.group()))
                .inNamespace(key.namespace())
                .withName(key.name())
                .edit(
                        thing -> {
                            thing.getMetadata().setAnnotations(Map.of("by", value));
                            return thing;
                        })
                .getMetadata()
                .getResourceVersion();
    }

    public static void secret(KubernetesClient client, String name, String value) {
        client.secrets()
                .inNamespace("default")
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .addToStringData("value", value)
                                .build())
                .serverSideApply();
    }
}
