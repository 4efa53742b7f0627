package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What {@code validate} finds by running steps: on samples, and on an object of one's own. */
class ValidateStepsTest extends ValidateStepsFixture {
    @Test
    void whatStepsChangeIsShownAsADifference() throws IOException {
        steps(
                "azure-desired.cost",
                """
                - to: "bean:body?method=tag(cost, ${header.CamelKubernetesReconcileNamespaceLabels[cost]})"
                """);
        var namespace =
                file(
                        "ns.yaml",
                        """
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: team-a, labels: {cost: "4711"}}
                        """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT), "--namespace", namespace))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith("# StorageAccount team-a/orders\n")
                .contains(" # PUT /subscriptions/")
                .contains(
                        "/resourceGroups/orders-rg/providers/Microsoft.Storage/storageAccounts/orders?api-version=2023-01-01\n")
                .contains("--- without overlays\n+++ with overlays\n")
                .contains("\n location: \"northeurope\"\n")
                .contains("\n+tags:\n+  cost: \"4711\"\n");
    }

    @Test
    void stepsThatGiveAnotherResultEachTimeAreFound() throws IOException {
        steps(
                "azure-desired.clock",
                """
                # who was here
                - to: "bean:body?method=tag(at, ${date:now:yyyyMMddHHmmss})"
                """);
        steps("azure-desired.cost", "- to: \"bean:body?method=tag(cost, none)\"\n");
        steps(
                "azure-exported.mark",
                "- to: \"bean:exports?method=annotation(mark, ${random(1000000000)})\"\n");
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isEqualTo(1);
        var desired =
                "azure-desired.clock.steps.yaml:2: gives another result each time (azure-desired";
        var exported = "azure-exported.mark.steps.yaml:1: gives another result each time";
        assertThat(err.toString()).contains(desired);
        err.getBuffer().setLength(0);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString()).containsOnlyOnce(desired).containsOnlyOnce(exported);
    }

    @Test
    void aVerdictIsShownBesideWhatWouldBeSentWithoutIt() throws IOException {
        steps(
                "azure-before-create.region",
                """
                - filter:
                    simple: "${body[location]} != 'westeurope'"
                    steps:
                      - to: "bean:verdict?method=refuse(OtherRegion, 'only westeurope is allowed')"
                """);
        steps(
                "azure-before-delete.asked",
                """
                - to: "bean:verdict?method=hold(NotApproved, 'annotate it', 5m)"
                """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isZero();
        assertThat(out.toString())
                .contains("location: \"northeurope\"")
                .doesNotContain("+++")
                .contains(
                        "# azure-before-create refuses: OtherRegion: only westeurope is allowed\n")
                .contains("# azure-before-delete holds, for 5m: NotApproved: annotate it\n");
    }

    @Test
    void secretsOfTheFileAreUsedAndNotShown() throws IOException {
        var server =
                """
                apiVersion: dbforpostgresql.azure.com/v1api20221201
                kind: FlexibleServer
                metadata: {name: orders, namespace: team-a}
                spec:
                  location: westeurope
                  owner: {name: orders-rg}
                  administratorLogin: boss
                  administratorLoginPassword: {name: admin, key: password}
                """;
        assertThat(validate("--object", file("o.yaml", server))).isEqualTo(1);
        assertThat(err.toString()).contains("FlexibleServer team-a/orders: SecretNotFound: ");

        var secret =
                """
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: admin, namespace: team-a}
                stringData: {password: not-to-be-seen}
                """;
        assertThat(validate("--object", file("o.yaml", server + secret))).isZero();
        assertThat(out.toString())
                .contains("administratorLoginPassword: \"***\"")
                .doesNotContain("not-to-be-seen");
        assertThat(err.toString()).doesNotContain("not-to-be-seen");
    }

    @Test
    void aRequestForANamespaceShowsItsObjects() throws IOException {
        steps(
                "namespaces-desired.label",
                """
                - setBody:
                    simple: "${body}"
                """);
        var request =
                file(
                        "request.yaml",
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: nsp-orders, namespace: nsplease-requests}
                        """);
        assertThat(validate("--object", request)).isZero();
        assertThat(out.toString())
                .startsWith("# ConfigMap nsplease-requests/nsp-orders\n")
                .contains("kind: \"Namespace\"")
                .contains("kind: \"RoleBinding\"");
    }

    @Test
    void certificatesAndDiscoveryServicesShowWhatIsMadeOfThem() throws IOException {
        steps(
                "discovery-desired.label",
                """
                - setBody:
                    simple: "${body}"
                """);
        var samples = Path.of("kubernetes/samples");
        assertThat(
                        validate(
                                "--object",
                                file(
                                        "o.yaml",
                                        Files.readString(
                                                samples.resolve("discovery-service.yaml")))))
                .isZero();
        assertThat(out.toString())
                .contains("kind: \"DiscoveryServiceCertificate\"")
                .contains("name: \"marin3r-ca-cert-xds\"", "kind: \"RoleBinding\"");
        var certificate =
                Files.readString(samples.resolve("certificates.yaml")).split("---", -1)[1];
        assertThat(validate("--object", file("c.yaml", certificate))).isEqualTo(1);
        assertThat(err.toString()).contains("example-server: CaMissing");
        var wrong = certificate.replace("validFor: 7776000", "validFor: 1");
        assertThat(validate("--object", file("w.yaml", wrong))).isEqualTo(1);
        assertThat(err.toString()).contains("InvalidSpec: validFor: is 1 s");
    }

    @Test
    void whatKeepsMoreFromBeingMadeIsShownBesideWhatIs() throws IOException {
        var target =
                """
                apiVersion: cnad.gofound.nl/v1alpha1
                kind: CDTarget
                metadata: {name: agents, namespace: team-a}
                spec:
                  additionalSelector: {app: agents}
                  ip: ["10.0.0.1", "010.0.0.1"]
                  tokenRef: agents-token
                  agentImage: agent:1
                  config: {url: "https://dev.azure.com/contoso", poolName: linux}
                """;
        assertThat(validate("--object", file("o.yaml", target))).isEqualTo(1);
        assertThat(err.toString())
                .contains("CDTarget team-a/agents: TokenMissing: there is no Secret agents-token;")
                .contains("refused destinations (the others");
        assertThat(out.toString())
                .startsWith("# CDTarget team-a/agents\n")
                .contains("kind: \"NetworkPolicy\"")
                .doesNotContain("kind: \"Deployment\"");
        var secret =
                """
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: agents-token, namespace: team-a}
                data: {AZP_TOKEN: aHVudGVyMg==}
                """;
        var good = target.replace(", \"010.0.0.1\"", "");
        assertThat(validate("--object", file("o.yaml", good + secret))).isZero();
        assertThat(out.toString())
                .contains("kind: \"Deployment\"")
                .doesNotContain("aHVudGVyMg==", "hunter2");
        assertThat(out.toString()).contains("kind: \"ScaledObject\"");
        var route =
                Files.readString(Path.of("src/main/resources/routes/agents.camel.yaml"))
                        .replaceFirst("(?m)^.*method=scaling.*\\n", "");
        Files.writeString(overlays.resolve("agents.camel.yaml"), route);
        out.getBuffer().setLength(0);
        assertThat(validate("--object", file("o.yaml", good + secret))).isZero();
        assertThat(out.toString())
                .as("by the lines of the route that would run")
                .contains("\n kind: \"Deployment\"", "\n-kind: \"ScaledObject\"")
                .doesNotContain("\n+kind");
        Files.writeString(
                overlays.resolve("agents-objects.map.steps.yaml"),
                """
                - setBody:
                    constant: |
                      apiVersion: v1
                      kind: ConfigMap
                      metadata: { name: more, labels: { of: "${header.CamelKubernetesReconcileName}" } }
                - to: "bean:objects?method=template"
                """);
        out.getBuffer().setLength(0);
        assertThat(validate("--object", file("o.yaml", good + secret))).isZero();
        assertThat(out.toString()).contains("+    of: \"agents\"\n", "\n+  name: \"more\"\n");
    }

    @Test
    void filesThatHoldNothingToTryAreNamed() throws IOException {
        assertThat(validate("--object", file("o.yaml", "a: b"))).isEqualTo(1);
        assertThat(err.toString()).contains("o.yaml holds a document without apiVersion or kind");
        assertThat(
                        validate(
                                "--object",
                                file(
                                        "d.yaml",
                                        "{kind: Deployment, apiVersion: apps/v1, metadata: {name: x}}")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("d.yaml: no capability reconciles any of its objects");
        assertThat(validate("--object", file("v.yaml", ACCOUNT.replace("20230101", "19990101"))))
                .isEqualTo(1);
        assertThat(err.toString()).contains("storage.azure.com/v1api19990101/StorageAccount");
        var twice = ACCOUNT + "---\n" + ACCOUNT;
        assertThat(validate("--object", file("t.yaml", twice))).isEqualTo(1);
        assertThat(err.toString()).contains("team-a/orders: is in the file twice");
        var labels = ACCOUNT.replace("team-a}", "team-a, labels: [x]}");
        assertThat(validate("--object", file("l.yaml", labels))).isEqualTo(1);
        assertThat(err.toString()).contains("metadata.labels of orders must be a map of texts");
        var deleted =
                ACCOUNT.replace("team-a}", "team-a, deletionTimestamp: 2026-01-01T00:00:00Z}");
        assertThat(validate("--object", file("x.yaml", deleted))).isEqualTo(1);
        assertThat(err.toString()).contains("orders: metadata.deletionTimestamp is set; remove it");
        assertThat(validate("--object", files.resolve("missing.yaml").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("missing.yaml cannot be read");
        assertThat(validate("--namespace", file("n.yaml", ACCOUNT))).isEqualTo(1);
        assertThat(err.toString()).contains("--namespace has no effect without --object");
    }

    @Test
    void stepsThatBreakTheContractOnASampleAreErrorsWithTheirLine() throws IOException {
        steps(
                "azure-desired.text",
                """
                - log: hello
                - filter:
                    simple: "${header.CamelKubernetesReconcileKind} == 'Vault'"
                    steps:
                      - setBody:
                          constant: text
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains(
                        "azure-desired.text.steps.yaml:5: left text (java.lang.String) as the body")
                .contains(
                        "(tried at azure-desired with a Vault); change single fields with bean:body");
    }

    @Test
    void twoVerdictsAndAnEndlessLoopAreErrors() throws IOException {
        steps(
                "azure-before-change.twice",
                """
                - multicast:
                    steps:
                      - to: "bean:verdict?method=hold(Wait, 'wait', 5m)"
                      - to: "bean:verdict?method=refuse(Never, 'never')"
                """);
        steps(
                "namespaces-desired.endless",
                """
                - loop:
                    doWhile: true
                    simple: "${body} != null"
                    steps:
                      - log: again
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains("gives two verdicts")
                .containsPattern(
                        "namespaces-desired.endless.steps.yaml:[1-5]: did not end within 5 s");
    }

    @Test
    void stepsThatFailForASampleAreAWarning() throws IOException {
        steps(
                "azure-desired.team",
                """
                - log: hello
                - throwException:
                    exceptionType: java.lang.IllegalStateException
                    message: "no team"
                """);
        int code = validate();
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString())
                .contains(
                        "azure-desired.team.steps.yaml:2: warning: failed: no team (tried at azure-desired with a ");
        assertThat(out.toString()).contains("1 file of steps");
    }

    @Test
    void whatAsksAzureGetsTheAnswerOfOneThatIsEmpty() throws IOException {
        steps(
                "azure-desired.look",
                """
                - to: "azure-arm:get?path=/subscriptions/x/resourceGroups/shared&apiVersion=2020-06-01"
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains("azure-desired.look.steps.yaml:1: left an empty map as the body");
    }

    @Test
    void aKameletInPlaceOfThePointRunsToo() throws IOException {
        Files.writeString(
                overlays.resolve("azure-desired.kamelet.yaml"),
                """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata: {name: azure-desired}
                spec:
                  definition: {title: ours}
                  template:
                    from:
                      uri: kamelet:source
                      steps:
                        - to: "bean:body?method=tag(a, b)"
                """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("+tags:\n+  a: \"b\"\n");
    }

    @Test
    void valuesAreOfTheTypeOfTheirField() throws IOException {
        steps(
                "azure-desired.types",
                """
                - to: "bean:body?method=set(properties.allowBlobPublicAccess, false)"
                - to: "bean:body?method=set(properties.minimumTlsVersion, TLS1_2)"
                """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isZero();
        assertThat(out.toString())
                .contains("allowBlobPublicAccess: false\n")
                .contains("minimumTlsVersion: \"TLS1_2\"");
        steps(
                "azure-desired.types",
                """
                - log: a
                - to: "bean:body?method=set(sku, Standard_LRS)"
                """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isEqualTo(1);
        assertThat(err.toString())
                .contains("azure-desired.types.steps.yaml:2 failed: ")
                .contains("sku must be a map, but is set to a text or number that does not fit");
        steps(
                "azure-desired.types",
                """
                - to: "bean:body?method=set(properties.networkAcls.ipRules[0].value, 1.2.3.4)"
                """);
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isEqualTo(1);
        assertThat(err.toString()).contains("the body has no list 'ipRules'");
    }

    @Test
    void aNamespaceOfOthersIsNamed() throws IOException {
        var other = file("ns.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: team-b}}");
        assertThat(validate("--object", file("o.yaml", ACCOUNT), "--namespace", other))
                .isEqualTo(1);
        assertThat(err.toString()).contains("has the Namespace team-b, and no object");
    }

    @Test
    void stepsInBracketsAreNamedByTheirLineToo() throws IOException {
        steps(
                "azure-desired.lines",
                """
                - log: a
                - log: b
                - setBody: { constant: text }
                """);
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString()).contains("azure-desired.lines.steps.yaml:3: left text");
    }

    @Test
    void whatStandsInTheFileHangsBelowWhatStandsThere() throws IOException {
        var child =
                """
                apiVersion: storage.azure.com/v1api20230101
                kind: StorageAccountsBlobService
                metadata: {name: blobs, namespace: team-a}
                spec:
                  owner: {name: orders}
                """;
        assertThat(validate("--object", file("o.yaml", ACCOUNT + "---\n" + child))).isZero();
        assertThat(out.toString())
                .contains(
                        "/resourceGroups/orders-rg/providers/Microsoft.Storage/storageAccounts/orders/blobServices/default?");
    }

    @Test
    void whatIsRefusedIsNotShownAsSent() throws IOException {
        steps("azure-desired.never", "- to: \"bean:verdict?method=refuse(Never, 'not here')\"\n");
        assertThat(validate("--object", file("o.yaml", ACCOUNT))).isZero();
        assertThat(out.toString())
                .startsWith("# StorageAccount team-a/orders: without overlays\n# PUT ")
                .contains("# azure-desired refuses: Never: not here\n");
    }

    @Test
    void whatACapabilityCannotUseIsSaidOfTheFile() throws IOException {
        steps("agents-desired.other", "- to: \"bean:body?method=remove(metadata.labels)\"\n");
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains("agents-desired.other.steps.yaml:1: took away the label ")
                .doesNotContain("dev.dragoman.");
    }

    @Test
    void anObjectThatBecameAnotherIsSaidOfTheFile() throws IOException {
        steps("namespaces-desired.other", "- to: \"bean:body?method=set(metadata.name, x)\"\n");
        assertThat(validate()).isEqualTo(1);
        assertThat(err.toString())
                .contains("namespaces-desired.other.steps.yaml:1: left the list without Namespace ")
                .doesNotContain("dev.dragoman");
    }
}
