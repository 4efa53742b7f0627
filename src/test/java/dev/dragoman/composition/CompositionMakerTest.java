package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.capability.object.Made;
import dev.dragoman.composition.template.Files;
import dev.dragoman.composition.template.TemplateText;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the lines of a composition make of an object, and what they wait for. */
class CompositionMakerTest {
    private static final String FIRST = Files.map("first", "{ x: y }");
    private static final String READS = Files.map("second", "{ a: '${first.data.x}' }");

    private static Trial two() {
        return new Trial("{}", Files.line("first", FIRST), Files.line("second", READS));
    }

    private static String marks(Map<String, Object> object) {
        return Fields.map(object, "metadata", "labels")
                + " "
                + Fields.map(object, "metadata", "annotations");
    }

    @Test
    void anObjectIsMadeInTheNamespaceWithMarks() {
        var one = new Trial("{}", Files.line("first", FIRST)).one("first");
        assertThat(Fields.key(one)).hasToString("ConfigMap team/first");
        assertThat(marks(one))
                .isEqualTo("{dragoman.dev/composition=shop} {dragoman.dev/made-for=team/one}");
    }

    static Stream<Arguments> kept() {
        return Stream.of(
                arguments("keep: deletion\n", "keep=deletion", "kept-for=team/one"),
                arguments("keep: always\n", "keep=always", "kept-for=team/one"));
    }

    @ParameterizedTest
    @MethodSource("kept")
    void whatIsKeptSaysSoAndForWhom(String options, String keep, String whom) {
        assertThat(marks(new Trial("{}", Files.line("first", FIRST + options)).one("first")))
                .contains("dragoman.dev/" + keep, "dragoman.dev/" + whom)
                .doesNotContain("made-for");
    }

    @Test
    void whetherItIsKeptMayBeComputed() {
        var line =
                Files.line(
                        "first", FIRST + "keep: \"${object.spec.stays ? 'deletion' : 'never'}\"\n");
        assertThat(marks(new Trial("{ stays: true }", line).one("first")))
                .contains("keep=deletion", "kept-for=team/one");
        assertThat(marks(new Trial("{ stays: false }", line).one("first")))
                .contains("made-for=team/one")
                .doesNotContain("keep");
        var wrong = Files.line("first", FIRST + "keep: ${object.spec.stays}\n");
        assertThat(new Trial("{ stays: so }", wrong).refused("first"))
                .contains("'keep' must be always, deletion or never");
    }

    /** What a template names is its author's; other keys may come from the object. */
    @Test
    void labelsOfTheOperatorAreTheTemplates() {
        var labels =
                "labels: { dragoman.dev/team: '${object.spec.name}' }, annotations: '${object.spec.all}'";
        var line =
                Files.line(
                        "first",
                        FIRST.replace("\"first\" }", "\"first\", " + labels + " }")
                                + "open: true\n");
        var trial = new Trial("{ name: a, all: { dragoman.dev/team: b, other: c } }", line);
        assertThat(marks(trial.one("first")))
                .contains("dragoman.dev/team=a", "other=c")
                .doesNotContain("dragoman.dev/team=b");
    }

    @Test
    void thePlatformIsReadAndWaitedFor() {
        var line = Files.line("first", Files.map("first", "{ x: '${platform.location}' }"));
        assertThat(new Trial("{}", line).refused("first"))
                .isEqualTo("Waiting: there is no Platform yet; make one");
        assertThat(new Trial("{}", line).observed().needs()).contains(TeamPlatform.ANY);
        var trial = new Trial("{}", line).platform("{ location: here }");
        assertThat(trial.one("first")).containsEntry("data", Map.of("x", "here"));
        assertThat(trial.observed().needs())
                .contains(new ObjectKey("dragoman.dev", "Platform", "", "p"));
        assertThat(new Trial("{}", line).platform("{}").refused("first"))
                .startsWith(
                        "InvalidTemplate: /etc/shop.first.object.yaml:5: column 11: there is no");
        assertThat(two().observed().needs()).doesNotContain(TeamPlatform.ANY);
    }

    @Test
    void aLineWaitsForAValueOfAnotherLine() {
        assertThat(two().refused("second"))
                .isEqualTo("Waiting: the line second waits: first is not there yet");
        assertThat(two().made("second")).isInstanceOf(Made.Unknown.class);
        assertThat(two().made("first").objects()).hasSize(1);
        assertThat(two().map("team", "first", Trial.OWNED, "{}").refused("second"))
                .isEqualTo("Waiting: the line second waits: first has no data.x yet");
        assertThat(two().map("team", "first", Trial.OWNED, "{ x: z }").one("second"))
                .containsEntry("data", Map.of("a", "z"));
    }

    @Test
    void whatBelongsToOthersIsNotRead() {
        assertThat(two().map("team", "first", "uid: other", "{ x: z }").refused("second"))
                .isEqualTo("Waiting: the line second waits: first has no data.x yet");
    }

    @Test
    void whatIsMissingInTheObjectIsInvalid() {
        var line = Files.line("first", Files.map("first", "{ x: '${object.spec.x}' }"));
        assertThat(new Trial("{}", line).refused("first"))
                .startsWith(
                        "InvalidTemplate: /etc/shop.first.object.yaml:5: column 14: there is no field object.spec.x;");
        assertThat(new Trial("{ x: z }", line).one("first"))
                .containsEntry("data", Map.of("x", "z"));
    }

    @Test
    void thereIsAnObjectForEachElement() {
        var line =
                Files.line(
                        "first",
                        Files.map("${each}", "{ x: '${each}' }") + "each: ${object.spec.all}\n");
        var reads = Files.line("second", Files.map("second", "{ n: '${string(size(first))}' }"));
        var trial =
                new Trial("{ all: [ a, b ] }", line, reads)
                        .map("team", "a", Trial.OWNED, "{}")
                        .map("team", "b", Trial.OWNED, "{}");
        assertThat(trial.made("first").objects())
                .extracting(each -> Fields.metadata(each, "name"))
                .containsExactly("a", "b");
        assertThat(trial.one("second")).containsEntry("data", Map.of("n", "2"));
        assertThat(new Trial("{ all: [ a, a ] }", line).made("first").troubles())
                .singleElement()
                .asString()
                .contains("ConfigMap a is made twice; give the objects other names");
    }

    @Test
    void whatIsNotWantedIsNotMade() {
        var line = Files.line("first", FIRST + "when: ${object.spec.on}\n");
        assertThat(new Trial("{ on: true }", line).made("first").objects()).hasSize(1);
        var off = new Trial("{ on: false }", line).made("first");
        assertThat(off).isEqualTo(new Made.Objects(List.of()));
        var unknown = new Trial("{}", line).made("first");
        assertThat(unknown).isInstanceOf(Made.Unknown.class);
    }

    /** Otherwise a name that needs what 'when' asks for would be a mistake. */
    @Test
    void whatIsNotWantedIsNotNamed() {
        var named = Files.map("${object.spec.name}", "{}") + "when: ${has(object.spec.name)}\n";
        var some =
                Files.map("${each}", "{}")
                        + "when: ${has(object.spec.all)}\neach: ${object.spec.all}\n";
        var without = new Trial("{}", Files.line("named", named), Files.line("some", some));
        assertThat(without.made("named")).isEqualTo(new Made.Objects(List.of()));
        assertThat(without.made("some")).isEqualTo(new Made.Objects(List.of()));
        var with = new Trial("{ name: a, all: [ b ] }", Files.line("named", named));
        assertThat(with.made("named").objects()).hasSize(1);
    }

    @Test
    void whatIsNotWantedDoesNotCount() {
        var lines =
                Stream.of("a", "b", "c")
                        .map(
                                line ->
                                        Files.line(
                                                line,
                                                Files.map(line + "-${string(each)}", "{}")
                                                        + "each: ${object.spec.all}\nwhen: ${each > object.spec.least}\n"))
                        .toArray(TemplateText[]::new);
        var all = IntStream.rangeClosed(1, 50).boxed().toList();
        assertThat(new Trial("{ least: 0, all: %s }".formatted(all), lines).refused("a"))
                .startsWith("TooManyObjects: the templates want 150 objects");
        var some = new Trial("{ least: 20, all: %s }".formatted(all), lines);
        assertThat(some.made("c").objects()).hasSize(30);
    }

    static Stream<Arguments> foreign() {
        var own = "annotations: { dragoman.dev/made-for: team/one }";
        var adopt = "annotations: { dragoman.dev/adopt: 'true' }";
        var other =
                "ownerReferences: [ { apiVersion: v1, kind: Pod, name: p, uid: u, controller: true } ]";
        // as of an Azure object, which is owned by the one in which its resource lies
        var above = "ownerReferences: [ { apiVersion: v1, kind: Pod, name: p, uid: u } ]";
        var by = "labels: { dragoman.dev/composition: shop }, ";
        return Stream.of(
                arguments("uid: other", false),
                arguments(Trial.OWNED, true),
                arguments(other, false),
                arguments(adopt, true),
                arguments(other + ", " + adopt, false),
                arguments("annotations: { dragoman.dev/adopt: 'false' }", false),
                // marks that nobody of the composition made
                arguments(own, false),
                arguments(by + own, true),
                arguments(by + own + ", " + other, false),
                arguments(by + own + ", " + above, true),
                arguments(own + ", " + above, false),
                arguments(above + ", " + adopt, true),
                arguments(by + "annotations: { dragoman.dev/kept-for: team/one }", true),
                arguments(by + "annotations: { dragoman.dev/kept-for: team/two }", false),
                arguments("labels: { dragoman.dev/composition: cafe }, " + own, false),
                // somebody else's, who would take it back at once
                arguments(
                        "annotations: { dragoman.dev/kept-for: team/two, dragoman.dev/adopt: 'true' }",
                        false),
                arguments(
                        "annotations: { dragoman.dev/made-for: team/two, dragoman.dev/adopt: 'true' }",
                        false),
                arguments(
                        by
                                + "annotations: { dragoman.dev/kept-for: team/one, dragoman.dev/adopt: 'true' }",
                        true));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void anObjectOfOthersIsLeftOutUnlessItIsHandedOver(String metadata, boolean ours) {
        var trial =
                new Trial("{}", Files.line("first", FIRST)).map("team", "first", metadata, "{}");
        var made = trial.made("first");
        assertThat(made.objects()).hasSize(ours ? 1 : 0);
        if (!ours) {
            assertThat(Trial.told(made))
                    .startsWith(
                            "NotOurs: ConfigMap first: exists but was not made for this Shop; the operator does not change it, so it is left out; delete it, choose another name, or annotate it with dragoman.dev/adopt: \"true\" and without a made-for or kept-for");
        }
        assertThat(trial.observed().present().orElseThrow().all().values())
                .allSatisfy(
                        each ->
                                assertThat(each.stays())
                                        .isEqualTo(
                                                !ours
                                                        || (metadata.contains("adopt")
                                                                && !metadata.contains(
                                                                        "team/one"))));
    }

    @Test
    void whatIsBeingDeletedIsWaitedFor() {
        var trial =
                new Trial("{}", Files.line("first", FIRST))
                        .map("team", "first", Trial.OWNED + ", deletionTimestamp: now", "{}");
        assertThat(trial.refused("first"))
                .isEqualTo("Waiting: the line first waits: ConfigMap first is still being deleted");
    }

    private static final String SECRET =
            "object: { apiVersion: v1, kind: Secret, metadata: { name: \"%s\" } }\n";

    static Stream<Arguments> secrets() {
        return Stream.of(
                arguments("aso-credential", true),
                arguments("other", true),
                arguments("${object.spec.name}", false),
                arguments("${'aso'}-credential", false));
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void theOperatorsSecretsAreMadeByLiteralNamesAlone(String name, boolean made) {
        var trial =
                new Trial("{ name: dragoman-token }", Files.line("first", SECRET.formatted(name)));
        assertThat(trial.made("first").objects()).hasSize(made ? 1 : 0);
        if (!made) {
            assertThat(trial.refused("first"))
                    .contains("has a name under which the operator reads its own Secrets;");
        }
    }

    static Stream<Arguments> read() {
        return Stream.of(
                arguments("${secret.metadata.name}", "s"),
                arguments("${secret.metadata.namespace}", "team"),
                arguments("${secret.metadata.uid}", "u"),
                arguments("${secret.metadata.labels.a}", "b"),
                arguments("${string(size(secret.metadata))}", "4"));
    }

    @ParameterizedTest
    @MethodSource("read")
    void ofASecretNothingElseIsRead(String text, String value) {
        var trial =
                new Trial(
                                "{}",
                                Files.line("secret", SECRET.formatted("s")),
                                Files.line("map", Files.map("m", "{ x: \"%s\" }".formatted(text))))
                        .has(
                                "{ apiVersion: v1, kind: Secret, metadata: { name: s, namespace: team, uid: u, labels: { a: b }, annotations: { dragoman.dev/adopt: 'true' }, %s }, data: { password: aGlkZGVu } }"
                                        .formatted(Trial.OWNED));
        var data = Fields.map(trial.one("map"), "data");
        assertThat(data.get("x")).isEqualTo(value);
    }

    static Stream<Arguments> names() {
        return Stream.of(
                arguments("a/b", "'a/b' is no name of a ConfigMap; correct the field"),
                arguments("..", "'..' is no name of a ConfigMap; correct the field"),
                arguments("'%2e'", "'%2e' is no name of a ConfigMap; correct the field"),
                arguments("''", "'' is no name of a ConfigMap; correct the field"),
                arguments("a b", "ConfigMap a b has a name with a space; choose another name"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void whatIsNoNameIsToldAndNothingIsDeleted(String name, String message) {
        var line = Files.line("first", Files.map("${object.spec.name}", "{}"));
        var trial = new Trial("{ name: %s }".formatted(name), line);
        assertThat(trial.refused("first"))
                .startsWith("InvalidTemplate: /etc/shop.first.object.yaml:2: " + message);
        assertThat(trial.made("first")).isInstanceOf(Made.Unknown.class);
    }

    @Test
    void whatOthersChooseSetsNoMark() {
        var object =
                """
                object:
                  apiVersion: v1
                  kind: ConfigMap
                  metadata:
                    name: first
                    labels: ${object.spec.labels}
                    annotations: ${object.spec.labels}
                open: true
                """;
        var spec =
                "{ labels: { a: b, dragoman.dev/keep: always, dragoman.dev/filled-for: x, dragoman.dev/owner-uid: u, dragoman.dev/adopt: 'true' } }";
        assertThat(marks(new Trial(spec, Files.line("first", object)).one("first")))
                .isEqualTo(
                        "{a=b, dragoman.dev/composition=shop} {a=b, dragoman.dev/made-for=team/one}");
    }

    @Test
    void atMostAHundredObjectsAreMade() {
        var each = "each: ${object.spec.all}\n";
        var a = Files.line("a", Files.map("a-${each}", "{}") + each);
        var b = Files.line("b", Files.map("b-${each}", "{}") + each);
        var spec = "{ all: [ %s ] }".formatted(String.join(", ", numbers(50)));
        assertThat(new Trial(spec, a, b).made("a").objects()).hasSize(50);
        var trial = new Trial(spec, a, b, Files.line("c", Files.map("c", "{}")));
        assertThat(trial.refused("c"))
                .isEqualTo(
                        "TooManyObjects: the templates want 101 objects for this one, but at most 100 are allowed; nothing is applied");
        assertThat(trial.made("a")).isInstanceOf(Made.Unknown.class);
    }

    private static List<String> numbers(int most) {
        return Stream.iterate(1, each -> each + 1).limit(most).map(each -> "n" + each).toList();
    }

    @Test
    void aBrokenRuleMakesNothingAndDeletesNothing() {
        var rules =
                Files.rules(
                        "- { rule: \"object.spec.size < 3\", reason: TooLarge, message: at most 2 }\n- { rule: \"peers.all(p, p.spec.size != object.spec.size)\", reason: Taken, message: another has it }\n");
        var line = Files.line("first", FIRST);
        assertThat(new Trial("{ size: 2 }", line, rules).made("first").objects()).hasSize(1);
        var broken = new Trial("{ size: 3 }", line, rules);
        assertThat(broken.refused("first")).isEqualTo("TooLarge: at most 2");
        assertThat(broken.made("first")).isInstanceOf(Made.Unknown.class);
        assertThat(
                        new Trial("{ size: 2 }", line, rules)
                                .has(
                                        "{ apiVersion: example.org/v1, kind: Shop, metadata: { name: two, namespace: team }, spec: { size: 2 } }")
                                .refused("first"))
                .isEqualTo("Taken: another has it");
        assertThat(new Trial("{}", line, rules).refused("first"))
                .startsWith("InvalidRule: /etc/shop.rules.yaml:1: column 12: there is no field");
    }

    /** Who may write objects in another namespace must not keep this one from what it needs. */
    @Test
    void peersOfTheOwnNamespaceAreThoseAlone() {
        var rule =
                "- { rule: \"!peers.exists(each, each.spec.size == object.spec.size)\", %sreason: Taken, message: another has it }\n";
        var two =
                "{ apiVersion: example.org/v1, kind: Shop, metadata: { name: two-%d, namespace: %s }, spec: { size: %d } }";
        var line = Files.line("first", FIRST);
        var near =
                new Trial("{ size: 0 }", line, Files.rules(rule.formatted("peers: namespace, ")));
        var all = new Trial("{ size: 0 }", line, Files.rules(rule.formatted("")));
        for (int i = 1; i <= 11_000; i++) {
            var _ = near.has(two.formatted(i, "other", i));
            var _ = all.has(two.formatted(i, "other", i));
        }
        assertThat(near.made("first").objects()).hasSize(1);
        assertThat(near.listed).containsExactly("team");
        assertThat(all.refused("first"))
                .startsWith(
                        "InvalidRule: /etc/shop.rules.yaml:1: column 14: the expression costs too much");
        assertThat(all.listed).containsExactly("");
        var _ = near.has(two.formatted(0, "team", 0));
        assertThat(near.refused("first")).isEqualTo("Taken: another has it");
    }

    @Test
    void anExpressionThatCostsTooMuchEndsItsLineAlone() {
        var costs =
                Files.line(
                        "costs",
                        Files.map(
                                "costs",
                                "{ x: \"${string(object.spec.all.all(x, object.spec.all.all(y, object.spec.all.all(z, x + y != z))))}\" }"));
        var spec = "{ all: [ %s ] }".formatted(String.join(", ", numbers(200)));
        var trial = new Trial(spec, costs, Files.line("first", FIRST));
        assertThat(trial.refused("costs")).contains("the expression costs too much");
        assertThat(trial.made("first").objects()).hasSize(1);
    }
}
