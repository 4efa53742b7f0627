package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CompositionsPage;
import dev.dragoman.Recipe;
import dev.dragoman.cli.RestoredLog;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** What {@code validate --rights} prints for overlays. */
@ExtendWith(RestoredLog.class)
class OverlayRightsTest {
    @TempDir private Path overlays;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> settings = new HashMap<>();

    private int rights(String... arguments) {
        return new CommandLine(new ValidateCommand(settings))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private int write(String name, String text) throws IOException {
        Files.writeString(overlays.resolve(name), text);
        return rights("--rights", overlays.toString());
    }

    private static Stream<String> recipes() throws IOException {
        try (var files = Files.list(Path.of("docs/recipes"))) {
            return files
                    .map(each -> each.getFileName().toString().replaceFirst("[.]md$", ""))
                    // one is settings alone
                    .filter(each -> !each.equals("README") && !each.equals("pace-of-a-kind"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** No right is missing on the page, and none is too many; most need none. */
    @ParameterizedTest
    @MethodSource("recipes")
    void theyAreThoseOfTheRecipesPage(String recipe) throws IOException {
        settings.put("DRAGOMAN_HTTPS_HOSTS", "policy.example.com, vault.example.com");
        var onThePage = new StringBuilder();
        var page = Recipe.of(recipe);
        var _ = page.into(overlays, block -> onThePage.append("---\n").append(block));
        if (recipe.equals("namespace-objects")) {
            var variable = "DRAGOMAN_NAMESPACES_KINDS";
            settings.put(variable, page.setting(variable));
        }
        assertThat(rights("--rights", overlays.toString())).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(granted(out.toString())).isEqualTo(granted(onThePage.toString()));
    }

    /** The routes of docs/overlays.md that write: their files, and what they need. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    facts   | get list watch create patch configmaps.
                    network | get create patch networkpolicies.networking.k8s.io
                    seen    | get list watch configmaps.
                    cleanup | get list watch patch configmaps.
                    widgets | get list watch widgets.team.example.com patch widgets/status.team.example.com
                    """)
    void theyAreThoseOfTheRoutesOfThePage(String route, String needed) throws IOException {
        var file = route + ".camel.yaml";
        var block = Pattern.compile("(?s)```yaml\n# %s[^\n]*\n(.*?)```".formatted(file));
        var found = block.matcher(Files.readString(Path.of("docs/overlays.md")));
        assertThat(found.find()).isTrue();
        assertThat(write(file, found.group(1))).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        var verbs = new ArrayList<String>();
        var all = new TreeSet<String>();
        for (var word : needed.split(" ", -1)) {
            if (word.contains(".")) {
                verbs.forEach(verb -> all.add(verb + " " + word));
                verbs.clear();
            } else {
                verbs.add(word);
            }
        }
        assertThat(granted(out.toString())).isEqualTo(all);
        assertThat(out.toString().contains("kind: ClusterRole\n"))
                .isEqualTo(route.equals("network"));
        if (!route.equals("network")) {
            assertThat(out.toString())
                    .contains("metadata: { name: dragoman-overlays, namespace: team-a }");
        }
    }

    private static String route(String body) {
        return """
               - route:
                   id: team-route
                   from:
                     uri: kubernetes-reconcile:team-route
                     parameters: { kinds: team.example.com/Widget }
                     steps:
               %s
                       - unmarshal: { json: {} }
                       - to: kubernetes-apply:team-route
               """
                .formatted(body.indent(8).stripTrailing());
    }

    /** Each way in which a file describes an object. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "- setBody: { constant: '{\"kind\": \"Shelf\", \"apiVersion\": \"shop.example.com/v1\"}' }",
                "- setBody: { simple: \"${map(apiVersion,shop.example.com/v1,kind,Shelf,metadata,${map(name,${header.CamelKubernetesReconcileName})})}\" }",
                "- setBody: { simple: '[{\"apiVersion\": \"shop.example.com/v1\", \"kind\": \"Shelf\", \"spec\": ${body}}]' }",
                "- setBody: { expression: { constant: { expression: \"apiVersion: shop.example.com/v1\\nkind: Shelf\" } } }",
                "- setBody: { simple: '{\"metadata\": {\"ownerReferences\": [{\"apiVersion\": \"v1\", \"kind\": \"Pod\"}]}, \"apiVersion\": \"shop.example.com/v1\", \"kind\": \"Shelf\"}' }"
            })
    void aKindIsReadFromTheText(String body) throws IOException {
        assertThat(write("team.camel.yaml", route(body))).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(granted(out.toString()))
                .containsExactlyInAnyOrder(
                        "get widgets.team.example.com",
                        "list widgets.team.example.com",
                        "watch widgets.team.example.com",
                        "get shelfs.shop.example.com",
                        "create shelfs.shop.example.com",
                        "patch shelfs.shop.example.com");
    }

    private static final String SHELF =
            "- setBody: { simple: \"${map(apiVersion,shop.example.com/v1,kind,Shelf)}\" }\n- to: \"kubernetes-apply:team-shelf?action=ACTION\"\n";

    /** What steps at a point do with an object needs no more than they do. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "apply, get create patch",
                "delete, get delete",
                "annotate, none",
            })
    void anActionNeedsItsOwnRights(String action, String verbs) throws IOException {
        assertThat(write("transition.shelf.steps.yaml", SHELF.replace("ACTION", action)))
                .as("%s%s", out, err)
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(granted(out.toString()))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of((verbs == null ? "" : verbs).split(" "))
                                .filter(each -> !each.isEmpty())
                                .map(each -> each + " shelfs.shop.example.com")
                                .toList());
    }

    /** What only a reconciliation knows is told with its line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "- setBody: { simple: \"${map(apiVersion,v1,kind,${header.kind})}\" }",
                "- setBody: { simple: '{\"apiVersion\": \"${body[v]}\", \"kind\": \"Shelf\"}' }",
                "- setBody: { simple: \"${body[spec]}\" }",
                "- setBody: { jsonpath: \"$.spec\" }",
                "- setBody: { header: made }",
                "- setBody: { variable: made }",
                "- to: \"https://shelves.example.com/one\"",
                "- split: { simple: \"${body[spec]}\", steps: [ { to: \"kubernetes-apply:team-each\" } ] }"
            })
    void aKindThatIsKnownOnlyLaterIsTold(String body) throws IOException {
        settings.put("DRAGOMAN_HTTPS_HOSTS", "shelves.example.com");
        assertThat(write("team.camel.yaml", route(body))).as("%s%s", out, err).isZero();
        assertThat(err.toString())
                .isEqualTo(
                        "%s:7: warning: the kind of what is written may be known only at run time: add rights to it by hand\n"
                                .formatted(overlays.resolve("team.camel.yaml")));
    }

    @Test
    void theReconciledObjectIsWrittenWhereNoOtherIsDescribed() throws IOException {
        assertThat(write("team.camel.yaml", route("- log: hello"))).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("resources: [widgets], verbs: [get, list, watch, create, patch] }");
    }

    @Test
    void aPatternOfKindsIsTold() throws IOException {
        var text = route("- log: hello").replace("team.example.com/Widget", "\"*.example.com/*\"");
        assertThat(write("team.camel.yaml", text)).as("%s%s", out, err).isZero();
        assertThat(err.toString())
                .contains(
                        "team.camel.yaml:4: warning: reconciles *.example.com/*: add the verbs get");
    }

    /** A route that is called acts for the object of the route that calls it. */
    @Test
    void aRouteThatIsCalledNeedsTheRightsOfItsCaller() throws IOException {
        Files.writeString(
                overlays.resolve("called.camel.yaml"),
                """
                - route:
                    id: called
                    errorHandler: { noErrorHandler: {} }
                    from:
                      uri: direct:called
                      steps:
                        - to: kubernetes-finalizer:team.example.com/cleanup
                        - to: kubernetes-apply:team-called?owner=false
                """);
        var body = "- setBody: { constant: '{\"apiVersion\": \"v1\", \"kind\": \"Service\"}' }";
        var text =
                route(body)
                        .replace("to: kubernetes-apply:team-route", "to: direct:called")
                        .replace("Widget }", "Widget, namespace: \"team-a,team-b\" }");
        assertThat(write("team.camel.yaml", text)).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains(
                        """
                        kind: ClusterRole
                        metadata: { name: dragoman-overlays }
                        rules:
                        - { apiGroups: [""], resources: [services], verbs: [get, create, patch] }
                        """,
                        """
                        ---
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: Role
                        metadata: { name: dragoman-overlays, namespace: team-b }
                        rules:
                        - { apiGroups: [team.example.com], resources: [widgets], verbs: [get, list, watch, patch] }
                        """);
    }

    @Test
    void aSecretOfAFileIsReadInTheOperatorsNamespace() throws IOException {
        settings.put("POD_NAMESPACE", "platform");
        var header = "- setHeader: { name: X-Token, constant: \"{{secret:%s/key}}\" }\n";
        var text =
                route(header.formatted("vault") + header.formatted("dragoman-overlays"))
                        .replace("kubernetes-apply:team-route", "log:x")
                        .replace("- to: log:x", "- log: done");
        assertThat(write("team.camel.yaml", text)).as("%s%s", out, err).isZero();
        assertThat(out.toString())
                .contains(
                        """
                        metadata: { name: dragoman-overlays, namespace: platform }
                        rules:
                        - { apiGroups: [""], resources: [secrets], resourceNames: [vault], verbs: [get] }
                        """)
                .doesNotContain("[dragoman-overlays]");
    }

    /** The operator has them where the component is in use; its policy still judges. */
    @Test
    void rightsOfAComponentInUseAreNotPrintedAgain() throws IOException {
        var body =
                "- setBody: { constant: '{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\"}' }";
        assertThat(write("team.camel.yaml", route(body))).isZero();
        var refused =
                "# Where kubernetes/cdtargets or kubernetes/discovery is in use, its admission policy lets the operator write deployments.apps for its own objects, and in namespaces that it gave out. Others are refused";
        assertThat(out.toString()).contains(refused, "resources: [deployments]");
        settings.put("DRAGOMAN_CDTARGETS", "on");
        out.getBuffer().setLength(0);
        assertThat(write("team.camel.yaml", route(body))).isZero();
        assertThat(out.toString()).contains(refused).doesNotContain("resources: [deployments]");
    }

    @Test
    void configMapsAreAllowedByTheRoleForThem() throws IOException {
        var body = "- setBody: { constant: '{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\"}' }";
        assertThat(write("team.camel.yaml", route(body))).isZero();
        assertThat(out.toString())
                .contains(
                        "To allow others: kubectl create rolebinding dragoman-secrets --clusterrole=dragoman-secrets --serviceaccount=dragoman-system:dragoman --namespace=NAMESPACE\n");
    }

    /** An object for a Team's or a shop's file is applied by the composition's account. */
    @Test
    void compositionsAreAmongThem() throws IOException {
        CompositionsPage.write(overlays);
        var greeting =
                """
                - setBody: { constant: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: greeting } }" }
                - to: bean:objects?method=template
                """;
        assertThat(write("webapplications-objects.greeting.steps.yaml", greeting))
                .as("%s%s", out, err)
                .isZero();
        var all = out.toString();
        assertThat(all)
                .startsWith("---\n")
                .contains(
                        """
                        - { apiGroups: [""], resources: [configmaps], verbs: [get, create, patch, delete] }
                        """,
                        "subjects: [ { kind: ServiceAccount, name: dragoman-webapplications, namespace: dragoman-system } ]")
                .doesNotContain("name: dragoman-overlays");
        out.getBuffer().setLength(0);
        assertThat(rights(overlays.toString(), "--rights", "webapplications")).isZero();
        assertThat(all).endsWith(out.toString());
        assertThat(out.toString()).doesNotContain("-overlays");
    }

    /** A directory behind the option is no name, but where a composition has that name. */
    @Test
    void aDirectoryBehindTheOptionIsNoName() throws IOException {
        CompositionsPage.write(overlays);
        var first = Files.createDirectory(Path.of("target", "rights-" + System.nanoTime()));
        try {
            assertThat(rights("--rights", first.toString(), overlays.toString())).isZero();
            assertThat(out.toString()).contains("name: dragoman-webapplications");
            assertThat(rights(first.toString(), "--rights")).isZero();
            assertThat(out.toString()).endsWith("own manifests\n");
        } finally {
            Files.delete(first);
        }
    }

    /** Once, as by every other validation. */
    @Test
    void aHostThatIsNotAllowedIsAnError() throws IOException {
        assertThat(write("team.camel.yaml", route("- to: https://hooks.example.com/x")))
                .isEqualTo(1);
        assertThat(err.toString())
                .containsOnlyOnce("hooks.example.com")
                .contains(
                        ":7: host hooks.example.com is not allowed: DRAGOMAN_HTTPS_HOSTS is empty");
        assertThat(out.toString()).isEmpty();
    }

    /** Each verb that a role of the text grants, with group and resource. */
    private static Set<String> granted(String text) {
        var found = new TreeSet<String>();
        for (var each : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            if (each instanceof Map<?, ?> map) {
                for (var rule : Json.maps(Json.withoutNulls(map), "rules")) {
                    for (var group : Json.texts(rule.get("apiGroups"))) {
                        for (var resource : Json.texts(rule.get("resources"))) {
                            for (var verb : Json.texts(rule.get("verbs"))) {
                                found.add(verb + " " + resource + "." + group);
                            }
                        }
                    }
                }
            }
        }
        return found;
    }
}
