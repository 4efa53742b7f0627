package dev.dragoman.namespaces.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.KindSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static final Extras NONE = new Extras(Optional.empty(), Map.of(), Map.of(), false);
    private static final List<KindSelector> KINDS =
            List.of(
                    KindSelector.parse("core/ServiceAccount"),
                    KindSelector.parse("core/ConfigMap"),
                    KindSelector.parse("core/Secret"),
                    KindSelector.parse("apps/Deployment"),
                    KindSelector.parse("rbac.authorization.k8s.io/Role"),
                    KindSelector.parse("x.example.com/Own"));
    private static final String BASE =
            """
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: admin}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: $NAMESPACE, labels: {team: a}}
            """;

    @Test
    void fillsInNamesAndPutsTheNamespaceFirst() {
        var template =
                template(
                        BASE
                                + """
                                ---
                                apiVersion: v1
                                kind: ConfigMap
                                metadata: {name: info, namespace: "${NAMESPACE}"}
                                data:
                                  where: $NAMESPACE, asked for in $REQUESTS_NAMESPACE; $OTHER stays
                                  lists: [["${NAMESPACE}", 1], "${REQUESTS_NAMESPACE}"]
                                """,
                        NONE);
        var objects = template.render("nsp-a", "requests");
        assertThat(objects.getFirst()).containsEntry("kind", "Namespace");
        assertThat(Fields.map(objects.getFirst(), "metadata", "labels"))
                .containsEntry("team", "a")
                .containsEntry("nsplease.container.training/thank-you", "")
                .containsEntry("dragoman.dev/vended", "true");
        assertThat(objects.subList(1, 3))
                .allSatisfy(
                        each -> assertThat(Fields.metadata(each, "namespace")).isEqualTo("nsp-a"));
        assertThat(Fields.map(objects.getLast(), "data"))
                .containsEntry("where", "nsp-a, asked for in requests; $OTHER stays")
                .containsEntry("lists", List.of(List.of("nsp-a", 1), "requests"));
    }

    @Test
    void extrasOfTheSettings() {
        var extras =
                new Extras(
                        Optional.of("restricted"),
                        Map.of("pods", "5"),
                        Map.of("default.cpu", "1", "defaultRequest.cpu", "2", "max.x.com/gpu", "3"),
                        true);
        var objects = template(BASE, extras).render("nsp-a", "r");
        assertThat(Fields.map(objects.getFirst(), "metadata", "labels"))
                .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
        assertThat(objects.stream().map(each -> each.get("kind")))
                .containsExactly(
                        "Namespace",
                        "ServiceAccount",
                        "ResourceQuota",
                        "LimitRange",
                        "NetworkPolicy");
        assertThat(objects.get(2)).containsEntry("spec", Map.of("hard", Map.of("pods", "5")));
        assertThat(Fields.spec(objects.get(3)))
                .hasToString(
                        "{limits=[{type=Container, default={cpu=1}, defaultRequest={cpu=2}, max={x.com/gpu=3}}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: kube-system} | must be in $NAMESPACE",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: ''} | must be in $NAMESPACE",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: $REQUESTS_NAMESPACE} | must be in $NAMESPACE",
                "apiVersion: v1, kind: Pod, metadata: {name: x} | core/Pod is not granted to templates; granted are core/ServiceAccount, core/ConfigMap, core/Secret, apps/Deployment",
                "apiVersion: v1, kind: Secret, metadata: {name: dragoman-token} | is reserved, because tokens are bound to it",
                "apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: x} | not granted",
                "apiVersion: v1, kind: Namespace, metadata: {name: kube-system} | named $NAMESPACE",
                "apiVersion: v1, kind: Namespace, metadata: {name: $NAMESPACE}, spec: {} | neither spec nor status",
                "apiVersion: v1, kind: Namespace, metadata: {name: $NAMESPACE}, status: {} | neither spec nor status",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, finalizers: [a/b]} | metadata.finalizers",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: {dragoman.dev/vended: 'x'}} | only Dragoman may set this key",
                "apiVersion: v1, kind: ConfigMap, metadata: {generateName: x} | needs apiVersion",
                "apiVersion: v1, kind: ServiceAccount, metadata: {name: admin} | twice",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: ../../x} | cannot be the name",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: ..} | cannot be the name",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: UPPER_x} | 'UPPER_x' cannot be the name of a ConfigMap; write lower-case letters, digits, - and .",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: a_b} | cannot be the name",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: 'a:b'} | cannot be the name",
                "apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: 5 | spec is no mapping",
                "apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: | spec is no mapping",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: [a] | data is no mapping",
                "apiVersion: v1, kind: ServiceAccount, metadata: {name: x}, secrets: {a: b} | secrets is no list",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: [a]} | metadata.labels is no mapping",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, annotations: {cost: 5}} | metadata.annotations.cost is no text; write it in quotes",
                "apiVersion: v1, kind: Namespace, metadata: {name: $NAMESPACE, labels: {open: true}} | metadata.labels.open is no text; write it in quotes",
                "[1, 2] | not a Kubernetes object"
            })
    void refusesWhatReachesFurther(String document, String reason) {
        var text = BASE + "---\n" + (document.startsWith("[") ? document : "{" + document + "}");
        assertThatThrownBy(() -> template(text, NONE))
                .isInstanceOf(TemplateBroken.class)
                .hasMessageContaining("t.yaml:9: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiVersion: v1, kind: Secret, metadata: {name: tokens}",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: dragoman-token}",
                "apiVersion: apps/v1, kind: Deployment, metadata: {name: $NAMESPACE-web}",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: of-$REQUESTS_NAMESPACE, labels: {team: a}}",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: admin, namespace: $NAMESPACE}",
                "apiVersion: apps/v1, kind: Deployment, metadata: {name: a.b}, spec: {}",
                "apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: 'System:a_b'}, rules: []",
                "apiVersion: x.example.com/v1, kind: Own, metadata: {name: x}, data: 5, rules: 5"
            })
    void takesWhatStaysInside(String document) {
        assertThat(template(BASE + "---\n---\n{" + document + "}", NONE).kinds()).hasSize(2);
    }

    @Test
    void saysWhatItMakes() {
        var config = "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}}\n";
        var template =
                template(
                        BASE
                                + config.formatted("one")
                                + config.formatted("of-$NAMESPACE")
                                + config.formatted("two"),
                        NONE);
        assertThat(template.configMaps()).containsExactly("one", "two");
        assertThat(template.kinds())
                .containsExactly(Map.entry("v1", "ServiceAccount"), Map.entry("v1", "ConfigMap"));
    }

    @Test
    void eachProblemIsALine() {
        var cause = new IllegalStateException();
        var notText = Template.broken("t.yaml:1: not UTF-8", cause);
        assertThat(notText).hasCause(cause);
        assertThat(notText.problems()).containsExactly("t.yaml:1: not UTF-8");
        assertThatExceptionOfType(TemplateBroken.class)
                .isThrownBy(
                        () -> template("{apiVersion: v1, kind: Pod, metadata: {name: x}}", NONE))
                .satisfies(
                        broken ->
                                assertThat(broken.problems())
                                        .hasSize(3)
                                        .allMatch(line -> line.startsWith("t.yaml:1: ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: &a {k: *a} | :1: not YAML: nested too deeply",
                "data: &a [*a] | :1: not YAML: nested too deeply",
                "data: [1 | :12: not YAML: ",
                "data: *unknown | :11: not YAML: found undefined alias"
            })
    void whatIsNoYamlIsRefused(String line, String says) {
        assertThatThrownBy(
                        () ->
                                template(
                                        BASE
                                                + "---\napiVersion: v1\nkind: ConfigMap\n"
                                                + line
                                                + "\nmetadata: {name: x}\n",
                                        NONE))
                .isInstanceOf(TemplateBroken.class)
                .hasMessageStartingWith("t.yaml" + says);
    }

    @Test
    void aTemplateMakesTheNamespaceAndTheAccount() {
        assertThatThrownBy(
                        () ->
                                template(
                                        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}",
                                        NONE))
                .hasMessageContaining("one Namespace")
                .hasMessageContaining("ServiceAccount admin");
        assertThatThrownBy(
                        () ->
                                template(
                                        BASE
                                                + "---\n{apiVersion: v1, kind: Namespace, metadata: {name: '${NAMESPACE}'}}",
                                        NONE))
                .hasMessageContaining("one Namespace named $NAMESPACE; this template makes 2");
    }

    private static Template template(String text, Extras extras) {
        return Template.parse("t.yaml", text, KINDS, extras);
    }
}
