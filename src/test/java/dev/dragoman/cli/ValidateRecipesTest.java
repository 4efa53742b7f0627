package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.cli.validate.ValidateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * What {@code validate --object} shows of the recipes that change routes or what is made, before
 * they are rolled out. Landing: it is the one place that says so for each of them.
 */
@ExtendWith(RestoredLog.class)
class ValidateRecipesTest {
    private static final Map<String, String> OBJECTS =
            Map.of(
                    "CDTarget",
                    """
                    apiVersion: cnad.gofound.nl/v1alpha1
                    kind: CDTarget
                    metadata: {name: linux, namespace: team-a, labels: {artifacts: allowed}}
                    spec:
                      additionalSelector: {app: agents}
                      ip: ["10.0.0.1"]
                      hosts: ["nuget.example.com"]
                      tokenRef: agents-token
                      agentImage: agent:1
                      config: {url: "https://dev.azure.com/contoso", poolName: linux}
                    ---
                    apiVersion: v1
                    kind: Secret
                    metadata: {name: agents-token, namespace: team-a}
                    data: {AZP_TOKEN: aHVudGVyMg==}
                    """,
                    "DiscoveryService",
                    """
                    apiVersion: operator.marin3r.3scale.net/v1alpha1
                    kind: DiscoveryService
                    metadata: {name: envoy, namespace: team-a}
                    spec: {image: "discovery:1"}
                    """,
                    "DiscoveryServiceCertificate",
                    """
                    apiVersion: operator.marin3r.3scale.net/v1alpha1
                    kind: DiscoveryServiceCertificate
                    metadata: {name: web, namespace: team-a, labels: {signed-by: company}}
                    spec:
                      commonName: web.team-a.example.com
                      server: true
                      validFor: 7776000
                      signer: {selfSigned: {}}
                      secretRef: {name: web}
                    ---
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: team-a, labels: {signed-by: company}}
                    """,
                    "ConfigMap",
                    """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: nsp-orders, namespace: nsplease-requests}
                    """,
                    "ResourceGroup",
                    """
                    apiVersion: resources.azure.com/v1api20200601
                    kind: ResourceGroup
                    metadata: {name: orders, namespace: team-a}
                    spec: {location: northeurope, tags: {team: a}}
                    """);

    @TempDir private Path overlays;
    @TempDir private Path files;
    private final Map<String, String> settings = new HashMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int validate(String kind) throws IOException {
        return validateText(OBJECTS.get(kind));
    }

    private int validateText(String objects) throws IOException {
        var object = Files.writeString(files.resolve("object.yaml"), objects);
        return new CommandLine(new ValidateCommand(settings))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("--object", object.toString(), overlays.toString());
    }

    /** One line that must be shown, and one that must not. */
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    agents-without-keda | CDTarget         | -kind: "ScaledObject"          | -kind: "Deployment"
                    cilium              | CDTarget         | +kind: "CiliumNetworkPolicy"   | +kind: "Deployment"
                    cilium              | CDTarget         | -kind: "NetworkPolicy"         | -kind: "Deployment"
                    cilium              | CDTarget         | +    - matchName: "nuget.example.com" | +kind: "NetworkPolicy"
                    disruption-budget   | CDTarget         | +kind: "PodDisruptionBudget"   | -kind
                    egress-catalogue    | CDTarget         | +  name: "linux-artifacts"     | -kind
                    report-only         | ResourceGroup    | # Ready=False: LeftOut: route azure has no line for 'put', so that step is not done. Add the line, or leave the route as it is | for 'get'
                    namespace-objects   | ConfigMap        | kind: "TriggerAuthentication"  | kind: "NetworkPolicy"
                    discovery-network   | DiscoveryService | +kind: "NetworkPolicy"         | -kind
                    """)
    void itsEffectIsShownBefore(String recipe, String kind, String shown, String not)
            throws IOException {
        Recipe.of(recipe).into(overlays, rights -> {});
        if (recipe.equals("namespace-objects")) {
            var variable = "DRAGOMAN_NAMESPACES_KINDS";
            settings.put(variable, Recipe.of(recipe).setting(variable));
        }
        settings.put("DRAGOMAN_CDTARGETS_RESOLVE", "1h");
        assertThat(validate(kind)).as(err.toString()).isZero();
        assertThat(out.toString().lines()).as("%s", out).contains(shown);
        assertThat(out.toString()).doesNotContain(not);
    }

    /** Its owner stays in report-only too, so it waits. */
    @Test
    void anOwnerThatIsNotReadyIsNoProblem() throws IOException {
        Recipe.of("report-only").into(overlays, rights -> {});
        var account =
                "---\n"
                        + ValidateStepsFixture.ACCOUNT.replace(
                                "{name: orders-rg}", "{name: orders}");
        assertThat(validateText(OBJECTS.get("ResourceGroup") + account)).as("%s", err).isZero();
        assertThat(out.toString())
                .contains(
                        "# with overlays: nothing is sent or applied",
                        "Ready=False: WaitingForOwner");
    }

    @ParameterizedTest
    @CsvSource({
        "policy-service, ResourceGroup, policy.example.com, azure-before-create",
        "policy-service, ResourceGroup, policy.example.com, azure-before-change",
        "company-ca, DiscoveryServiceCertificate, vault.example.com, certificates-sign"
    })
    void nobodyIsAskedByHttps(String recipe, String kind, String address, String point)
            throws IOException {
        try (var service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var host = "localhost:" + service.getLocalPort();
            settings.put("DRAGOMAN_HTTPS_HOSTS", host);
            for (var file : Recipe.of(recipe).into(overlays, rights -> {})) {
                Files.writeString(file, Files.readString(file).replace(address, host));
            }
            assertThat(validate(kind)).as("%s%s", out, err).isZero();
            assertThat(out.toString())
                    .contains(
                            "# %s would send an https request, which a trial of steps does not do: %s\n"
                                    .formatted(point, host));
            service.setSoTimeout(1);
            assertThat(accepted(service)).as("somebody connected").isFalse();
        }
    }

    /** The company's signature is no team's to take. */
    @ParameterizedTest(name = "{0} in a namespace with {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    commonName: web.team-a.example.com   | signed-by: company | false
                    commonName: "*.team-a.example.com"   | signed-by: company | false
                    commonName: web.team-a.example.com   | team: a            | true
                    commonName: web.team-b.example.com   | signed-by: company | true
                    commonName: web.xteam-a.example.com  | signed-by: company | true
                    commonName: team-a.example.com       | signed-by: company | true
                    commonName: web.team-a-example.com   | signed-by: company | true
                    commonName: web.team-a.example.com.x | signed-by: company | true
                    commonName: WEB.TEAM-B.EXAMPLE.COM   | signed-by: company | true
                    {commonName: web.team-a.example.com, hosts: [a.team-a.example.com, b.team-a.example.com]} | signed-by: company | false
                    {commonName: web.team-a.example.com, hosts: [a.team-a.example.com, pay.example.com]}      | signed-by: company | true
                    {commonName: The Company, hosts: [a.team-a.example.com]}   | signed-by: company | true
                    {commonName: web.team-a.example.com, hosts: [10.0.0.1]}    | signed-by: company | true
                    """)
    void theCompanySignsForANamespaceThatMayAndNamesBelowIt(
            String names, String label, boolean refused) throws IOException {
        settings.put("DRAGOMAN_HTTPS_HOSTS", "vault.example.com");
        Recipe.of("company-ca").into(overlays, rights -> {});
        var _ =
                validateText(
                        OBJECTS.get("DiscoveryServiceCertificate")
                                .replace(
                                        "  commonName: web.team-a.example.com",
                                        "  "
                                                + names.replaceAll("^\\{|}$", "")
                                                        .replace(", hosts", "\n  hosts"))
                                .replace(
                                        "name: team-a, labels: {signed-by: company}",
                                        "name: team-a, labels: {%s}".formatted(label)));
        assertThat(out.toString().contains("NotOfTheCompany"))
                .as("%s%s", out, err)
                .isEqualTo(refused);
        assertThat(out.toString().contains("would send an https request"))
                .as("%s%s", out, err)
                .isEqualTo(!refused);
    }

    /** A connection waits in the backlog, whoever reads it. */
    private static boolean accepted(ServerSocket service) throws IOException {
        try (var _ = service.accept()) {
            return true;
        } catch (SocketTimeoutException nobody) {
            return false;
        }
    }
}
