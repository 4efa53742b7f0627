package dev.dragoman.road;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.composition.Bundles;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * The component kubernetes/teams beside other tests: for one namespace, and an operator elsewhere.
 */
final class TeamsComponent {
    /** The kinds of which Teams are made besides those of the samples. */
    static final List<String> KINDS =
            List.of(
                    "authorization.azure.com/RoleAssignment",
                    "managedidentity.azure.com/FederatedIdentityCredential");

    private static final Path FILES = Path.of("kubernetes/teams");

    private TeamsComponent() {}

    /** Applies definitions and rights. The road is to be started after it. */
    static void install(Road road, Path directory) throws IOException {
        try (var files = Files.list(FILES.resolve("overlays"))) {
            for (var each : files.toList()) {
                var text =
                        at(road, each)
                                .replace(
                                        "kinds: \"dragoman.dev/Team\"",
                                        "kinds: \"dragoman.dev/Team\", namespace: "
                                                + road.namespace);
                Files.writeString(directory.resolve(each.getFileName()), text);
            }
        }
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        for (var name : List.of("platforms", "teams")) {
            road.apply(Files.readString(directory.resolve(name + ".definition.yaml")));
            road.grant(Bundles.rights(directory, name, road.account.namespace()));
        }
    }

    /**
     * A Platform in the road's namespace, whose identity Azure knows.
     *
     * @param more further lines of the spec
     */
    static String platform(Road road, String more) {
        return """
        apiVersion: dragoman.dev/v1alpha1
        kind: Platform
        metadata: { name: %1$s }
        spec:
          namespace: %1$s
          environment: snd
          tenantId: %2$s
          subscriptionId: %3$s
          clientId: %4$s
          subscriptionName: AZD-SND1
          location: uksouth
        """
                        .formatted(
                                road.namespace,
                                road.azure.tenantId(),
                                road.azure.subscriptionId(),
                                identity(road))
                + more.indent(2);
    }

    /** What Azure must know of the platform's own identity, and the proof of its namespace. */
    private static String identity(Road road) {
        var client = UUID.nameUUIDFromBytes(road.namespace.getBytes(UTF_8)).toString();
        var proof =
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("dragoman-azure")
                        .withNamespace(road.namespace)
                        .endMetadata()
                        .build();
        if (road.client().resource(proof).get() == null) {
            var _ = road.client().resource(proof).create();
            Teams.identity(
                    road,
                    client,
                    "system:serviceaccount:%s:dragoman-azure".formatted(road.namespace),
                    road.azure.subscriptionId());
        }
        return client;
    }

    /** The admission policy, with the Platform of this road and for the road's namespaces alone. */
    static String policy(Road road) throws IOException {
        var label = "operator: Exists }";
        return at(road, FILES.resolve("policy.yaml"))
                .replace("name: dragoman-teams", "name: " + road.namespace)
                .replace("policyName: dragoman-teams", "policyName: " + road.namespace)
                .replace("selector: {}", "name: " + road.namespace)
                .replace(
                        label,
                        label
                                + ", { key: road, operator: In, values: [%s] }"
                                        .formatted(road.namespace));
    }

    private static String at(Road road, Path file) throws IOException {
        return Files.readString(file).replace("dragoman-system", road.account.namespace());
    }
}
