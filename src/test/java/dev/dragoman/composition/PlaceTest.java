package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.composition.template.Files;
import dev.dragoman.kube.object.Fields;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the objects of a composition may lie, and which keys of others they fill in. */
class PlaceTest {
    private static final String IN =
            "object:\n  apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: first, namespace: \"%s\" }\n  data: { x: y }\n";
    private static final String SPACE =
            "object: { apiVersion: v1, kind: Namespace, metadata: { name: \"${object.spec.place}\" } }\nelsewhere: true\n";
    private static final String CHOSEN = IN.formatted("${object.spec.place}");

    private static String space(String metadata) {
        return "{ apiVersion: v1, kind: Namespace, metadata: { name: other, %s } }"
                .formatted(metadata);
    }

    @Test
    void anotherNamespaceNeedsTheOption() {
        assertThat(
                        new Trial("{ place: kube-system }", Files.line("first", CHOSEN))
                                .refused("first"))
                .isEqualTo(
                        "InvalidTemplate: /etc/shop.first.object.yaml:2: ConfigMap first does not lie in the namespace of its object; write 'elsewhere: true' beside 'object:' if that is meant");
        assertThat(new Trial("{ place: team }", Files.line("first", CHOSEN)).one("first"))
                .isNotNull();
        var role =
                "object: { apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: x, namespace: team } }\n";
        assertThat(new Trial("{}", Files.line("first", role)).refused("first"))
                .contains("ClusterRole x does not lie in the namespace of its object;");
    }

    @Test
    void aClusterScopedObjectHasNoNamespace() {
        var role =
                "object: { apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: x, namespace: team } }\nelsewhere: true\n";
        var one = new Trial("{}", Files.line("first", role)).one("first");
        assertThat(Fields.key(one)).hasToString("ClusterRole.rbac.authorization.k8s.io x");
    }

    @Test
    void aNamespaceThatIsChosenIsOneThatTheCompositionMakes() {
        var chosen = Files.line("first", CHOSEN + "elsewhere: true\n");
        assertThat(new Trial("{ place: other }", chosen).refused("first"))
                .contains(
                        "ConfigMap first would lie in a namespace that no line of this composition makes;");
        var any = Files.line("first", CHOSEN + "elsewhere: any\n");
        assertThat(Fields.key(new Trial("{ place: other }", any).one("first")))
                .hasToString("ConfigMap other/first");
        var space = Files.line("space", SPACE);
        assertThat(new Trial("{ place: other }", chosen, space).refused("first"))
                .isEqualTo("Waiting: the line first waits: the namespace other is not there yet");
        // somebody else's
        assertThat(
                        new Trial("{ place: other }", chosen, space)
                                .has(space("uid: u"))
                                .refused("first"))
                .contains("the namespace other is not there yet");
        var mine =
                "labels: { dragoman.dev/composition: shop }, annotations: { dragoman.dev/made-for: team/one }";
        var made = new Trial("{ place: other }", chosen, space).has(space(mine)).one("first");
        assertThat(Fields.key(made)).hasToString("ConfigMap other/first");
        var literal = Files.line("first", IN.formatted("kube-system") + "elsewhere: true\n");
        assertThat(new Trial("{}", literal).one("first")).isNotNull();
    }

    @Test
    void whatLiesElsewhereIsNotRead() {
        for (var options :
                new String[] {"missing: true\n", "missing: true\nelsewhere: true\n", ""}) {
            var trial =
                    new Trial(
                                    "{ place: victim }",
                                    Files.line("first", CHOSEN + options),
                                    Files.line(
                                            "copy", Files.map("copy", "{ x: '${first.data.x}' }")))
                            .map("victim", "first", "uid: u", "{ x: hidden }");
            assertThat(trial.refused("copy"))
                    .isEqualTo("Waiting: the line copy waits: first has no data.x yet");
        }
    }

    private static final String FILLED =
            "managedFields: [ { manager: flux, operation: Apply, fieldsV1: { 'f:data': { 'f:own': {}, 'f:empty': {} } } } ]";

    @Test
    void missingKeysAreThoseThatNobodyElseOwns() {
        var line =
                Files.line(
                        "first",
                        Files.map("first", "{ own: a, empty: b, new: c }") + "missing: true\n");
        assertThat(new Trial("{}", line).one("first"))
                .containsEntry("data", Map.of("own", "a", "empty", "b", "new", "c"));
        var made =
                new Trial("{}", line)
                        .map("team", "first", FILLED, "{ own: x, empty: '' }")
                        .made("first");
        var only = made.objects().getFirst();
        assertThat(only).containsEntry("data", Map.of("new", "c"));
        assertThat(Fields.annotation(only, "dragoman.dev/filled-for")).isEqualTo("team/one");
        assertThat(Trial.told(made))
                .isEqualTo(
                        "KeysLeftEmpty: ConfigMap first: another field manager has left empty empty, so the value is not set; let it leave the key out");
    }

    static Stream<Arguments> filled() {
        return Stream.of(arguments("first", true), arguments("aso-credential", false));
    }

    @ParameterizedTest
    @MethodSource("filled")
    void missingKeysOfTheOperatorsSecretsAreNotFilled(String name, boolean made) {
        var line =
                Files.line(
                        "first",
                        "object: { apiVersion: v1, kind: Secret, metadata: { name: '${object.spec.name}' }, data: { a: YQ== } }\nmissing: true\n");
        assertThat(new Trial("{ name: %s }".formatted(name), line).made("first").objects())
                .hasSize(made ? 1 : 0);
    }
}
