package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class TestCommandTest extends TestCommandFixture {
    private static final String GROUP =
            """
            namespace: team-a
            apply:
            - apiVersion: resources.azure.com/v1api20200601
              kind: ResourceGroup
              metadata: { name: orders }
              spec: { location: northeurope, tags: { team: orders } }
            """;

    private static final String PUT =
            "PUT /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/orders?api-version=2020-06-01";

    private void group(String more) throws IOException {
        file("group.case.yaml", GROUP + more);
    }

    @Test
    void aCaseThatIsMetIsNamed() throws IOException {
        group("expect: { requests: [ \"%s\" ] }\n".formatted(PUT));
        assertThat(test()).as("%s%s", out, err).isZero();
        assertThat(out.toString()).isEqualTo("ok   group\n1 case, 0 failed\n");
    }

    /** Azure refuses once, and does what is asked then. */
    @Test
    void whatAnAnswerSaysIsDoneIsThere() throws IOException {
        group(
                """
                answers: { "PUT */resourceGroups/orders": [ { status: 409, body: { error: { code: Conflict, message: later } } }, 200 ] }
                wait: 5m
                expect:
                  requests: [ { answer: 409 }, { answer: 200 } ]
                  conditions: [ { object: ResourceGroup.resources.azure.com orders, status: "True" } ]
                """);
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    /** A short value, and a line of a long one, which no other text may repeat. */
    @Test
    void valuesOfSecretsAreInNoDifference() throws IOException {
        group(
                """
                cluster:
                - { apiVersion: v1, kind: Secret, metadata: { name: s }, stringData: { short: abc, long: "line-one-AAA\\nline-two-BBB\\n" } }
                answers: { "PUT */resourceGroups/orders": { status: 400, body: { error: { code: Bad, message: got line-two-BBB } } } }
                expect:
                  requests: []
                  objects: [ { apiVersion: v1, kind: Secret, metadata: { name: s }, data: { short: other } } ]
                """);
        assertThat(test("--show")).isEqualTo(1);
        assertThat(out.toString())
                .contains("objects: Secret team-a/s.data.short has another value", "got ***")
                .doesNotContain("YWJj", "line-two");
    }

    /** A composition is a capability too, and its failures are transitions. */
    @Test
    void aFileForAllCapabilitiesHoldsForACompositionToo() throws IOException {
        CompositionsPage.write(Files.createDirectories(root.resolve("overlays")));
        file(
                "overlays/transition.seen.steps.yaml",
                """
                - filter:
                    simple: "${bean:once?method=pass(seen, 1h)}"
                    steps: [ { to: "kubernetes-event:emit?reason=Seen" } ]
                """);
        file(
                "seen.case.yaml",
                """
                rounds:
                - apply:
                  - apiVersion: platform.example.org/v1
                    kind: WebApplication
                    metadata: { name: shop, namespace: team-a }
                    spec: { location: northeurope, serviceAccounts: [ web ] }
                  expect:
                    objects:
                    - { apiVersion: platform.example.org/v1, kind: WebApplication, metadata: { name: shop, namespace: team-a }, status: { dragoman: { once: [ "seen=2026-01-01T01:*" ] } } }
                """);
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString())
                .containsOnlyOnce(
                        """
                        - event: "WebApplication.platform.example.org team-a/shop"
                          type: "Normal"
                          reason: "Seen"
                        """);
    }

    private static final String NOTE =
            """
            - setVariable: { name: ready, simple: "${body[ready]}" }
            - setBody: { constant: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "note", "namespace": "team-a"}}' }
            - unmarshal: { json: {} }
            - choice:
                when:
                  - simple: "${variable.ready} == 'True'"
                    steps: [ { to: "kubernetes-apply:team-notes" } ]
                otherwise: { steps: [ { to: "kubernetes-apply:MANAGER?action=delete" } ] }
            """;

    private static final String NOTED =
            """
            namespace: team-a
            CLUSTER
            rounds:
            - apply: [ { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: one }, spec: { location: northeurope } } ]
              answers: { "PUT */resourceGroups/one": 200 }
              expect: { absent: [ ConfigMap team-a/other ] }
            - apply: [ { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: one }, spec: { location: northeurope, tags: { a: b } } } ]
              answers: { "PUT */resourceGroups/one": { status: 400, body: { error: { code: Refused, message: no } } } }
              expect: { EXPECTED }
            """;

    /** What another field manager has applied, or another object owns, is not deleted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    team-notes |  | absent: [ ConfigMap team-a/note ]
                    team-other |  | objects: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: note } }, { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: one }, status: { dragoman: { untold: "True/1" } } } ]
                    team-notes | cluster: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: note } } ] | objects: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: note } } ]
                    """)
    void stepsDeleteWhatTheyMade(String manager, String cluster, String expected)
            throws IOException {
        file("overlays/azure-transition.note.steps.yaml", NOTE.replace("MANAGER", manager));
        file(
                "note.case.yaml",
                NOTED.replace("CLUSTER", cluster == null ? "missing: []" : cluster)
                        .replace("EXPECTED", expected));
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    /** The API server has no address for it either. */
    @Test
    void aConfigMapHasNoStatus() throws IOException {
        file(
                "overlays/seen.camel.yaml",
                """
                - route:
                    id: seen
                    from:
                      uri: kubernetes-reconcile:seen
                      parameters: { kinds: core/ConfigMap }
                      steps:
                        - setBody: { constant: '{"phase": "Ready"}' }
                        - unmarshal: { json: {} }
                        - to: kubernetes-status:seen
                """);
        file(
                "seen.case.yaml",
                """
                apply: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: x } } ]
                expect: { failures: [ { reason: KindMissing } ] }
                """);
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    { requests: [] }                                            | requests: not expected: {"request":"PUT /subscriptions/
                    { requests: [ "PUT */resourceGroups/orders", "DELETE *" ] } | requests: expected, and did not come: 'DELETE *'
                    { requests: [ "PUT */resourceGroups/other" ] }              | requests[0].request: expected 'PUT */resourceGroups/other', got 'PUT /
                    { requests: [ { body: { tags: { team: bills } } } ] }       | requests[0].body.tags.team: expected 'bills', got 'orders'
                    { requests: [ { body: { tags: { more: "*" } } } ] }         | requests[0].body.tags.more: expected '*', got null
                    { requests: [ { answer: 200 } ] }                           | requests[0].answer: expected 200, got 201
                    { reads: [ "GET */other" ] }                                | reads: expected, and did not come: 'GET */other'
                    { events: [] }                                              | events: not expected: {"event":"ResourceGroup.resources.azure.com team-a/orders"
                    { failures: [ { reason: OverlayFailed } ] }                 | failures: expected, and did not come: {"reason":"OverlayFailed"}
                    { absent: [ ResourceGroup.resources.azure.com orders ] }    | absent: ResourceGroup.resources.azure.com team-a/orders is there
                    { objects: [ { apiVersion: v1, kind: Secret, metadata: { name: x } } ] } | objects: there is no Secret
                    { conditions: [ { object: ResourceGroup.resources.azure.com orders, status: "False" } ] } | conditions: ResourceGroup.resources.azure.com team-a/orders Ready.status: expected 'False', got 'True'
                    { conditions: [ { object: ResourceGroup.resources.azure.com orders, type: Other } ] } | conditions: ResourceGroup.resources.azure.com team-a/orders has no condition Other
                    { conditions: [ { object: ResourceGroup.resources.azure.com none } ] } | conditions: there is no ResourceGroup.resources.azure.com team-a/none
                    """)
    void whatDiffersIsNamed(String expected, String said) throws IOException {
        group("expect: " + expected + "\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).startsWith("FAIL group\n").contains(said);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    aply: []                          | group.case.yaml: aply is not known here; known are answers, apply,
                    expect: { request: [] }           | group.case.yaml: expect.request is not known here; known are absent,
                    expect: { requests: }             | group.case.yaml: expect.requests has no value
                    delete: [ null ]                  | group.case.yaml: delete has an empty entry
                    expect: { requests: 1 }           | group.case.yaml: expect.requests must be a list
                    expect: {}                        | expects nothing; write expect or golden
                    resync: maybe                     | group.case.yaml: resync must be true or false
                    wait: long                        | group.case.yaml: wait
                    clock: now                        | group.case.yaml: clock must be a time
                    delete: [ orders ]                | group.case.yaml: delete names 'orders'; write Kind.group namespace/name
                    delete: [ Secret none ]           | Secret team-a/none is not there: it cannot be deleted
                    cluster: [ ../outside.yaml ]      | lies outside of
                    golden: ../outside.yaml           | lies outside of
                    overlays: [ none ]                | group.case.yaml: overlays names none, which is no directory
                    answers: { "GET *": maybe }       | group.case.yaml: answers must have a status
                    cluster: [ { kind: Secret } ]     | without apiVersion or kind
                    kinds: [ Widget ]                 | kind selector 'Widget' is not GROUP/KIND
                    rounds: [ {} ]                    | group.case.yaml: apply belongs into one of the rounds
                    expect: [                         | group.case.yaml:8: no YAML
                    settings: { DRAGOMAN_RESYNC: 1h } | group.case.yaml: settings.DRAGOMAN_RESYNC has no effect in a case
                    settings: { DRAGOMAN_CA_FILE: x } | group.case.yaml: settings.DRAGOMAN_CA_FILE has no effect in a case
                    settings: { DRAGOMAN_HTTP: x }    | group.case.yaml: settings.DRAGOMAN_HTTP is no setting
                    settings: { DRAGOMAN_TOKEN_CACHE: x } | DRAGOMAN_TOKEN_CACHE
                    """)
    void aCaseThatIsWrongSaysWhere(String more, String said) throws IOException {
        group(more + "\n");
        assertThat(test()).as("%s", out).isEqualTo(1);
        assertThat(out.toString()).contains(said);
    }

    @Test
    void aLinkLeadsNowhereElse(@TempDir Path elsewhere) throws IOException {
        var secret = Files.writeString(elsewhere.resolve("object.yaml"), "kind: Secret\n");
        Files.createSymbolicLink(root.resolve("object.yaml"), secret);
        group("cluster: [ object.yaml ]\nexpect: { requests: [] }\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).contains("object.yaml lies outside of");
    }

    @Test
    void aLinkOfAnOverlayOrACaseLeadsNowhereElse(@TempDir Path elsewhere) throws IOException {
        var steps = Files.writeString(elsewhere.resolve("x.steps.yaml"), "- log: x\n");
        Files.createDirectory(root.resolve("overlays"));
        Files.createSymbolicLink(root.resolve("overlays/azure-desired.x.steps.yaml"), steps);
        Files.createSymbolicLink(root.resolve("linked.case.yaml"), steps);
        group("expect: { requests: [] }\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString())
                .contains("azure-desired.x.steps.yaml lies outside of")
                .contains("linked.case.yaml lies outside of");
    }

    @Test
    void anAnswerToNothingIsTold() throws IOException {
        group("answers: { \"PUT */orders\": 201, \"PUT */oders\": 409 }\nexpect: { events: [] }\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString())
                .contains("answers: nothing sent 'PUT */oders'")
                .doesNotContain("nothing sent 'PUT */orders'");
    }

    @Test
    void aReportThatCannotBeWrittenIsTold() throws IOException {
        group("expect: { requests: [ \"PUT *\" ] }\n");
        assertThat(test("--junit", root.resolve("none/junit.xml").toString())).isEqualTo(2);
        assertThat(out.toString()).contains("1 case, 0 failed");
        assertThat(err.toString()).contains("--junit: cannot write");
    }

    @Test
    void noCaseIsAMistakeOfItsOwn() {
        assertThat(test()).isEqualTo(2);
        assertThat(err.toString()).contains("has no case: a case is a file NAME.case.yaml");
        assertThat(test("--overlays", root.resolve("none").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none: not a directory");
    }

    @Test
    void goldenFilesAreWrittenAndCompared() throws IOException {
        group("golden: group.golden.yaml\n");
        assertThat(test()).isEqualTo(1);
        assertThat(test("--update")).as("%s%s", out, err).isZero();
        var golden = root.resolve("group.golden.yaml");
        var text = Files.readString(golden);
        assertThat(text).contains("# round 1", PUT, "northeurope", "event:", "status:");
        assertThat(test()).as("%s%s", out, err).isZero();
        Files.writeString(golden, text.replace("northeurope", "westeurope"));
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString())
                .contains("golden: group.golden.yaml differs:", "westeurope", "northeurope");
    }

    @Test
    void warningsFailAStrictCase() throws IOException {
        file("overlays/notes.txt", "of nobody\n");
        group("expect: { requests: [ \"PUT *\" ] }\n");
        assertThat(test()).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("notes.txt", "is not read");
        assertThat(test("--strict")).isEqualTo(1);
    }

    @Test
    void anErrorOfTheFilesFailsUnlessItIsExpected() throws IOException {
        file("overlays/azure-desired.tag.steps.yaml", "- to: \"bean:none?method=tag(a, b)\"\n");
        group("expect: { requests: [] }\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).contains("azure-desired.tag.steps.yaml:1");
        group("refused: azure-desired.tag.steps.yaml\n");
        assertThat(test()).as("%s%s", out, err).isZero();
        group("refused: something else\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).contains("refused: expected 'something else', got");
    }

    @Test
    void soundFilesAreNotRefused() throws IOException {
        group("refused: anything\n");
        assertThat(test()).isEqualTo(1);
        assertThat(out.toString()).contains("refused: the files are sound; expected 'anything'");
    }

    @Test
    void resultsAreThereInTheFormOfJunit(@TempDir Path reports) throws Exception {
        group("expect: { requests: [] }\n");
        file("more/met.case.yaml", GROUP + "expect: { requests: [ \"PUT *\" ] }\n");
        var file = reports.resolve("junit.xml");
        assertThat(test("--junit", file.toString())).isEqualTo(1);
        var suite =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        var cases = suite.getElementsByTagName("testcase");
        var failed = (Element) cases.item(0);
        assertThat(failed.getAttribute("name")).isEqualTo("group");
        assertThat(failed.getElementsByTagName("failure").item(0).getTextContent())
                .contains("requests: not expected");
        var met = (Element) cases.item(1);
        assertThat(met.getAttribute("classname")).isEqualTo("more");
        assertThat(met.getElementsByTagName("failure").getLength()).isZero();
    }

    @Test
    void valuesOfSecretsAreShownNowhere() throws IOException {
        file(
                "vault.case.yaml",
                """
                namespace: team-a
                cluster:
                - { apiVersion: v1, kind: Secret, metadata: { name: admin }, stringData: { password: hunter2-hunter2 } }
                apply:
                - apiVersion: dbforpostgresql.azure.com/v1api20220120preview
                  kind: FlexibleServer
                  metadata: { name: orders }
                  spec:
                    location: westeurope
                    owner: { name: orders }
                    administratorLogin: admin
                    administratorLoginPassword: { name: admin, key: password }
                expect: { requests: [ { body: { properties: { administratorLoginPassword: "***" } } } ] }
                """);
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("***").doesNotContain("hunter2");
    }

    @Test
    void oneCaseCanBeRun() throws IOException {
        group("expect: { requests: [] }\n");
        file("met.case.yaml", GROUP + "expect: { requests: [ \"PUT *\" ] }\n");
        assertThat(test("--case", "met")).as("%s%s", out, err).isZero();
        assertThat(out.toString()).isEqualTo("ok   met\n1 case, 0 failed\n");
        assertThat(test("--case", "met", "--case", "other")).isEqualTo(2);
        assertThat(err.toString()).contains("--case other: there is no file other.case.yaml");
    }
}
