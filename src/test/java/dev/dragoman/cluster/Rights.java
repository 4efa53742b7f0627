package dev.dragoman.cluster;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the API server knows what was granted. It learns of roles, bindings and policies by
 * watches, a moment after they were written; who is asked before that is refused, or worse, let
 * through.
 */
final class Rights {
    /** A discovery service that is nowhere. */
    private static final OwnerReference SERVICE =
            new OwnerReferenceBuilder()
                    .withApiVersion("operator.marin3r.3scale.net/v1alpha1")
                    .withKind("DiscoveryService")
                    .withName("barrier")
                    .withUid("barrier")
                    .build();

    private final ControlPlane plane;
    private final Account account;

    Rights(ControlPlane plane, Account account) {
        this.plane = plane;
        this.account = account;
    }

    /** Waits until all bindings and policies among the objects are in force for the account. */
    void await(List<GenericKubernetesResource> objects) {
        for (var each : objects) {
            if (each.getKind().endsWith("RoleBinding")) {
                role(each, objects)
                        .ifPresent(
                                role ->
                                        granted(
                                                user(each),
                                                role,
                                                each.getMetadata().getNamespace()));
            }
        }
        var config = Config.fromKubeconfig(account.on(plane).operatorKubeconfig().toFile());
        try (var operator = new KubernetesClientBuilder().withConfig(config).build()) {
            for (var each : objects) {
                if (each.getKind().equals("ValidatingAdmissionPolicy")) {
                    refused(operator, each.getMetadata().getName());
                }
            }
        }
    }

    private static Optional<GenericKubernetesResource> role(
            GenericKubernetesResource binding, List<GenericKubernetesResource> objects) {
        return objects.stream()
                .filter(each -> each.getKind().equals(binding.get("roleRef", "kind")))
                .filter(each -> each.getMetadata().getName().equals(binding.get("roleRef", "name")))
                // those of an aggregated role are waited for where the kinds are installed
                .filter(each -> each.<List<?>>get("rules") != null)
                .findFirst();
    }

    /** The account to which a binding gives its role. */
    private static String user(GenericKubernetesResource binding) {
        var subject = binding.<List<Map<String, String>>>get("subjects").getFirst();
        return "system:serviceaccount:%s:%s"
                .formatted(subject.get("namespace"), subject.get("name"));
    }

    private void granted(String user, GenericKubernetesResource role, String namespace) {
        for (var rule : role.<List<Map<String, List<String>>>>get("rules")) {
            var resource = rule.get("resources").getFirst().split("/", 2);
            var review =
                    new SubjectAccessReviewBuilder()
                            .withNewSpec()
                            .withUser(user)
                            .withNewResourceAttributes()
                            .withGroup(rule.get("apiGroups").getFirst())
                            .withResource(resource[0])
                            .withSubresource(resource.length > 1 ? resource[1] : null)
                            .withVerb(rule.get("verbs").getFirst())
                            .withName(rule.getOrDefault("resourceNames", List.of("")).getFirst())
                            .withNamespace(namespace)
                            .endResourceAttributes()
                            .endSpec()
                            .build();
            Patience.await("%s has %s".formatted(user, rule))
                    .until(
                            () ->
                                    plane.client()
                                            .authorization()
                                            .v1()
                                            .subjectAccessReview()
                                            .create(review)
                                            .getStatus()
                                            .getAllowed());
        }
    }

    /** Asks, without an effect, for what the policy refuses. */
    private void refused(KubernetesClient operator, String policy) {
        Runnable attempt =
                switch (policy.replaceFirst("-of-.*", "")) {
                    case "dragoman-secrets" -> () -> secretOfAnAccount(operator);
                    case "dragoman-namespaces" -> () -> tokenForOthers(operator);
                    case "dragoman-cdtargets" -> () -> deployment(operator, List.of());
                    case "dragoman-discovery" -> () -> deployment(operator, List.of(SERVICE));
                    case "dragoman-sidecars" -> () -> webhook(operator);
                    default ->
                            throw new IllegalStateException(
                                    "how is it known that " + policy + " is in force?");
                };
        Patience.await(policy + " is in force")
                .until(
                        () -> {
                            try {
                                attempt.run();
                                return false;
                            } catch (KubernetesClientException e) {
                                return e.getMessage().contains(policy);
                            }
                        });
    }

    private void secretOfAnAccount(KubernetesClient operator) {
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName("dragoman-status-key")
                        .withNamespace(account.namespace())
                        .addToAnnotations("kubernetes.io/service-account.name", "default")
                        .endMetadata()
                        .withType("kubernetes.io/service-account-token")
                        .build();
        var _ =
                operator.resource(secret)
                        .patch(
                                new PatchContext.Builder()
                                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                                        .withFieldManager("barrier")
                                        .withDryRun(List.of("All"))
                                        .build());
    }

    /**
     * Only the policy of vending looks at tokens; account and right are those of workload
     * identities, which each operator has.
     */
    private void tokenForOthers(KubernetesClient operator) {
        var identity =
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("dragoman-azure")
                        .withNamespace(account.namespace())
                        .endMetadata()
                        .build();
        plane.client().resource(identity).serverSideApply();
        var _ =
                operator.serviceAccounts()
                        .inNamespace(account.namespace())
                        .withName("dragoman-azure")
                        .tokenRequest(
                                new TokenRequestBuilder()
                                        .withNewSpec()
                                        .withAudiences("others")
                                        .withExpirationSeconds(600L)
                                        .endSpec()
                                        .build());
    }

    private static void webhook(KubernetesClient operator) {
        var _ =
                operator.admissionRegistration()
                        .v1()
                        .mutatingWebhookConfigurations()
                        .withName("sidecars.dragoman.dev")
                        .patch(
                                new PatchContext.Builder()
                                        .withPatchType(PatchType.JSON_MERGE)
                                        .withDryRun(List.of("All"))
                                        .build(),
                                "{\"webhooks\": []}");
    }

    /**
     * Each component has the right to Deployments. Where several are in use, the policy of one
     * looks at it, by its owner.
     */
    private static void deployment(KubernetesClient operator, List<OwnerReference> owners) {
        var labels = Map.of("of", "nobody");
        var nobodys =
                new DeploymentBuilder()
                        .withNewMetadata()
                        .withName("barrier")
                        .withNamespace("kube-system")
                        .withOwnerReferences(owners)
                        .endMetadata()
                        .withNewSpec()
                        .withNewSelector()
                        .withMatchLabels(labels)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .withLabels(labels)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("barrier")
                        .withImage("example.com/barrier")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build();
        var _ = operator.resource(nobodys).dryRun().create();
    }
}
