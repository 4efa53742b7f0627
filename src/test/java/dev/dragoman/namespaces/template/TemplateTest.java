package dev.dragoman.namespaces.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.KindSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private static final Extras NONE = new Extras(Optional.empty(), Map.of(), Map.of(), false);
    private static final List<KindSelector> KINDS =
            List.of(
                    KindSelector.parse("core/ServiceAccount"),
                    KindSelector.parse("core/ConfigMap"));
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
                .containsEntry("where", "nsp-a, asked for in requests; $OTHER stays");
    }

    @Test
    void extrasOfTheSettings() {
        var extras =
                new Extras(
                        Optional.of("restricted"),
                        Map.of("pods", "5"),
                        Map.of("default.cpu", "1", "max.memory", "1Gi"),
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
        assertThat(objects.get(3).toString())
                .contains("default={cpu=1}")
                .contains("max={memory=1Gi}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: kube-system} | stays in $NAMESPACE",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: ''} | stays in $NAMESPACE",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: $REQUESTS_NAMESPACE} | stays in $NAMESPACE",
                "apiVersion: v1, kind: Pod, metadata: {name: x} | core/Pod is not granted",
                "apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: x} | not granted",
                "apiVersion: v1, kind: Namespace, metadata: {name: kube-system} | named $NAMESPACE",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, finalizers: [a/b]} | metadata.finalizers",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: {dragoman.dev/vended: 'x'}} | Dragoman alone",
                "apiVersion: v1, kind: ConfigMap, metadata: {generateName: x} | needs apiVersion",
                "apiVersion: v1, kind: ServiceAccount, metadata: {name: admin} | twice",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: ../../x} | cannot be the name",
                "apiVersion: v1, kind: ConfigMap, metadata: {name: ..} | cannot be the name",
                "[1, 2] | not a Kubernetes object"
            })
    void refusesWhatReachesFurther(String document, String reason) {
        var text = BASE + "---\n" + (document.startsWith("[") ? document : "{" + document + "}");
        assertThatThrownBy(() -> template(text, NONE))
                .isInstanceOf(TemplateBroken.class)
                .hasMessageContaining("t.yaml:9: ")
                .hasMessageContaining(reason);
    }

    @Test
    void anAliasOfItselfIsRefused() {
        assertThatThrownBy(
                        () ->
                                template(
                                        BASE
                                                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: &a {k: *a}\n",
                                        NONE))
                .isInstanceOf(TemplateBroken.class);
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
    }

    private static Template template(String text, Extras extras) {
        return Template.parse("t.yaml", text, KINDS, extras);
    }
}
