package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps that would leave agents without their policies. */
class ValidateAgentsTest extends ValidateStepsFixture {
    /** Agents that no policy selects, or that run without any. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    agents-desired | - to: "bean:body?method=set('Deployment:spec.template.metadata.labels.app', 'builders')" | changed spec.template.metadata.labels.app of Deployment agents, by which policies select the agents
                    agents-desired | - to: "bean:body?method=set('NetworkPolicy:spec.podSelector.matchLabels.pool', 'x')" | changed spec.podSelector.matchLabels.pool of NetworkPolicy agents
                    agents-desired | - to: "bean:body?method=set('NetworkPolicy:spec.egress', [{}])" | opened all egress of agents: NetworkPolicy agents needs a list of rules in spec.egress
                    agents-desired | - to: "bean:body?method=remove('NetworkPolicy:spec.policyTypes')" | opened all egress of agents: NetworkPolicy agents needs 'Egress' in spec.policyTypes
                    agents-objects | [{setBody: {constant: "apiVersion: networking.k8s.io/v1\\nkind: NetworkPolicy\\nmetadata: {name: fence}\\nspec: {podSelector: {matchLabels: {app: nobody}}, policyTypes: [Egress]}"}}, {to: "bean:objects?method=template"}] | agents-objects.ours.steps.yaml:2 declares that it restricts the agents, but NetworkPolicy fence may not select the agents
                    agents-objects | [{setBody: {constant: "{apiVersion: v1, kind: ConfigMap, metadata: {name: fence}}"}}, {to: "bean:objects?method=template"}] | declares that it restricts the agents, but ConfigMap fence is of a kind that restricts no egress
                    agents-objects | - filter: {simple: "${header.CamelKubernetesReconcileLabels?[held]} == 'true'", steps: [{setBody: {constant: "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: policy}\\n"}}, {to: "bean:objects?method=template"}]} | ; agents-objects.ours.steps.yaml added no object that replaces the objects of the missing line
                    """)
    void agentsWithoutPoliciesAreRefused(String point, String steps, String why)
            throws IOException {
        var target =
                """
                apiVersion: cnad.gofound.nl/v1alpha1
                kind: CDTarget
                metadata: {name: agents, namespace: team-a}
                spec:
                  additionalSelector: {app: agents}
                  ip: ["10.0.0.1"]
                  tokenRef: agents-token
                  agentImage: agent:1
                  config: {url: "https://dev.azure.com/contoso", poolName: linux}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: agents-token, namespace: team-a}
                data: {AZP_TOKEN: aHVudGVyMg==}
                """;
        assertThat(validate("--object", file("o.yaml", target))).isZero();
        if (point.endsWith("objects")) {
            var route =
                    Files.readString(Path.of("src/main/resources/routes/agents.camel.yaml"))
                            .replaceAll("(?m)^.*(targets|pool)Policy.*\\n", "");
            Files.writeString(overlays.resolve("agents.camel.yaml"), route);
            Files.writeString(
                    overlays.resolve("agents-objects.budget.steps.yaml"),
                    """
                    - setBody: { constant: "{apiVersion: v1, kind: ConfigMap, metadata: {name: more}}" }
                    - to: "bean:objects?method=template"
                    """);
        }
        Files.writeString(
                overlays.resolve(point + ".ours.steps.yaml"),
                (point.endsWith("objects") ? "# dragoman.dev/restricts: true\n" : "")
                        + steps
                        + "\n");
        assertThat(validate("--object", file("o.yaml", target))).isEqualTo(1);
        assertThat(err.toString()).contains(why);
    }
}
