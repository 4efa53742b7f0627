package dev.dragoman.sandbox.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Makes the writes that the operator makes for a resource group, without any logic. */
record MinimalWrites(KubernetesClient client, String namespace) {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
                    .withZone(ZoneOffset.UTC);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    /** The writes for a creation: a claim, the status, an Event. */
    void create(String name) {
        var claimed =
                group(name)
                        .patch(
                                MERGE,
                                "{\"metadata\":{\"annotations\":{\"dragoman.dev/claimed-by\":\"%s\"}}}"
                                        .formatted(name));
        status(name, claimed.getMetadata().getGeneration());
        event(claimed);
    }

    /** The write after Azure has accepted an edit. */
    void status(String name, long generation) {
        var _ =
                group(name)
                        .subresource("status")
                        .patch(
                                MERGE,
                                """
                                {"status":{"conditions":[{"type":"Ready","status":"True",
                                "observedGeneration":%d,"reason":"Succeeded","message":"",
                                "lastTransitionTime":"%s"}]}}"""
                                        .formatted(generation, "2026-01-01T00:00:00Z"));
    }

    private void event(GenericKubernetesResource about) {
        var name = about.getMetadata().getName();
        var event =
                new EventBuilder()
                        .withNewMetadata()
                        .withGenerateName(name + "-")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withEventTime(new MicroTime(MICROS.format(Instant.now())))
                        .withReportingController("dragoman.dev/bench")
                        .withReportingInstance("bench")
                        .withAction("Create")
                        .withReason("Created")
                        .withType("Normal")
                        .withNewRegarding()
                        .withApiVersion(about.getApiVersion())
                        .withKind(about.getKind())
                        .withNamespace(namespace)
                        .withName(name)
                        .withUid(about.getMetadata().getUid())
                        .endRegarding()
                        .build();
        var _ = client.events().v1().events().inNamespace(namespace).resource(event).create();
    }

    private Resource<GenericKubernetesResource> group(String name) {
        return client.genericKubernetesResources(Objects.Type.GROUP.context())
                .inNamespace(namespace)
                .withName(name);
    }
}
