package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What somebody may reach who may write an object of a composition, and nothing else: the values
 * that its templates read, and no more.
 */
@Full
@OneTry
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock("webapplications")
class CompositionAttacksIT {
    private static final String BY = "labels: { dragoman.dev/composition: tricks }, annotations: ";

    private Tricks tricks;
    private String here;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        tricks = new Tricks(directory);
        here = tricks.road.namespace;
    }

    @AfterAll
    void stop() {
        tricks.close();
    }

    private static String list(int size) {
        return IntStream.range(0, size)
                .mapToObj("n%d"::formatted)
                .collect(Collectors.joining(", ", "[ ", " ]"));
    }

    @Test
    void whatIsOrdinaryIsMade() {
        var name = tricks.trick("{ map: ordinary, value: a }");
        tricks.told(name, "Reconciled");
        assertThat(tricks.value(here, "ordinary", "value")).isEqualTo("a");
    }

    @Test
    void anotherNamespaceIsNotReached() {
        for (var each : new String[] {"..", ".", "a/b", "%2e%2e"}) {
            var name = tricks.trick("{ placed: \"%s\" }".formatted(each));
            assertThat(tricks.told(name, "InvalidTemplate")).contains("is no name of a Namespace");
            tricks.delete(name);
        }
        for (var each : new String[] {tricks.victim, "kube-system"}) {
            var name = tricks.trick("{ placed: \"%s\" }".formatted(each));
            assertThat(tricks.told(name, "InvalidTemplate"))
                    .contains("ConfigMap placed does not lie in the namespace of its object;");
            tricks.delete(name);
        }
        assertThat(tricks.map(tricks.victim, "placed")).isNull();
        assertThat(tricks.map("kube-system", "placed")).isNull();
    }

    @Test
    void aNamespaceOfOthersIsNotReachedElsewhere() {
        var name = tricks.trick("{ within: %s }".formatted(tricks.victim));
        assertThat(tricks.told(name, "InvalidTemplate"))
                .contains("would lie in a namespace that no line of this composition makes");
        var taken = tricks.trick("{ space: %s }".formatted(tricks.victim));
        assertThat(tricks.told(taken, "NotOurs"))
                .contains("Namespace " + tricks.victim + ": exists but was not made for this Trick")
                .contains("the namespace " + tricks.victim + " is not there yet");
        assertThat(tricks.map(tricks.victim, "within")).isNull();
        assertThat(
                        tricks.road
                                .client()
                                .namespaces()
                                .withName(tricks.victim)
                                .get()
                                .getMetadata()
                                .getLabels())
                .doesNotContainKey("tricks");
        tricks.delete(name);
        tricks.delete(taken);
        assertThat(
                        tricks.road
                                .client()
                                .namespaces()
                                .withName(tricks.victim)
                                .get()
                                .getMetadata()
                                .getDeletionTimestamp())
                .isNull();
    }

    @Test
    void valuesOfAnotherNamespaceAreNotRead() {
        tricks.own(tricks.victim, "hidden", "");
        var name = tricks.trick("{ fill: hidden, from: %s }".formatted(tricks.victim));
        assertThat(tricks.told(name, "InvalidTemplate"))
                .contains("ConfigMap hidden does not lie in the namespace of its object");
        assertThat(tricks.map(here, name + "-copy")).isNull();
        assertThat(tricks.value(tricks.victim, "hidden", "extra")).isEmpty();
    }

    @Test
    void aNameIsNoPath() {
        for (var each : new String[] {"../secrets/a", "..", "a/status", "%2e%2e", ""}) {
            var name = tricks.trick("{ map: \"%s\" }".formatted(each));
            assertThat(tricks.told(name, "InvalidTemplate")).contains("is no name of a ConfigMap");
            tricks.delete(name);
        }
        var space = tricks.trick("{ map: \"a b\" }");
        assertThat(tricks.told(space, "InvalidTemplate")).contains("has a name with a space");
        var letters = tricks.trick("{ map: A_B }");
        assertThat(tricks.told(letters, "Invalid")).contains("A_B");
        tricks.delete(letters);
    }

    @Test
    void theOperatorsSecretsAreNotWritten() {
        for (var each :
                new String[] {"aso-credential", "dragoman-token", "aso-controller-settings"}) {
            var name = tricks.trick("{ credential: %s }".formatted(each));
            assertThat(tricks.told(name, "InvalidTemplate"))
                    .contains("Secret " + each + " has a name under which the operator reads");
            assertThat(tricks.road.client().secrets().inNamespace(here).withName(each).get())
                    .isNull();
        }
    }

    @Test
    void rightsAreNotChosen() {
        var map = tricks.trick("{ subject: { kind: Group, name: 'system:masters' } }");
        assertThat(tricks.told(map, "InvalidTemplate")).contains("the expression gives a map");
        var name = tricks.trick("{ subject: somebody, roleRef: { name: cluster-admin } }");
        tricks.told(name, "Reconciled");
        var binding =
                tricks.road.client().rbac().roleBindings().inNamespace(here).withName(name).get();
        assertThat(binding.getRoleRef().getName()).isEqualTo("view");
        assertThat(binding.getSubjects()).hasSize(1);
        assertThat(binding.getSubjects().getFirst().getKind()).isEqualTo("User");
        assertThat(tricks.road.client().rbac().roleBindings().inNamespace(here).withName(map).get())
                .isNull();
    }

    @Test
    void aPrivilegedPodIsNotMadeThroughAMap() {
        var name = tricks.trick("{ pod: { privileged: true } }");
        assertThat(tricks.told(name, "InvalidTemplate"))
                .contains("tricks.pod.object.yaml:")
                .contains("the expression gives a map, with which others could set");
        assertThat(tricks.road.client().pods().inNamespace(here).withName(name).get()).isNull();
    }

    @Test
    void aMapThatIsOpenSetsNoMark() {
        tricks.own(here, "opened", "");
        var name =
                tricks.trick(
                        "{ opened: { a: b, dragoman.dev/keep: always, dragoman.dev/kept-for: x/y } }");
        tricks.told(name, "Reconciled");
        var map = tricks.map(here, name + "-opened");
        assertThat(map.getMetadata().getAnnotations())
                .containsOnly(
                        Map.entry("a", "b"), Map.entry("dragoman.dev/made-for", here + "/" + name));
        assertThat(map.getMetadata().getOwnerReferences()).hasSize(1);
    }

    @Test
    void objectsOfOthersAreNotTaken() {
        tricks.own(here, "foreign", "");
        var name = tricks.trick("{ map: foreign, value: tricked }");
        assertThat(tricks.told(name, "NotOurs"))
                .contains("ConfigMap foreign: exists but was not made for this Trick");
        tricks.delete(name);
        assertThat(tricks.value(here, "foreign", "value")).isEqualTo("own");

        var first = tricks.trick("{ map: first, value: first }");
        tricks.told(first, "Reconciled");
        var second = tricks.trick("{ map: first, value: second }");
        tricks.told(second, "NotOurs");
        var rival = Tricks.name();
        tricks.road.apply(
                "apiVersion: %s\nkind: Rival\nmetadata: { name: %s }\nspec: { map: first }\n"
                        .formatted(Tricks.VERSION, rival));
        tricks.told(here, "Rival", rival, "NotOurs");
        // whoever may write the object hands it over, although it has an owner
        var _ = tricks.road.kubectl("annotate", "cm/first", "dragoman.dev/adopt=true");
        tricks.apply(here, second, "{ map: first, value: again }");
        tricks.told(second, "NotOurs");
        assertThat(tricks.value(here, "first", "value")).isEqualTo("first");
        tricks.delete(second);
        assertThat(tricks.map(here, "first")).isNotNull();
    }

    @Test
    void whatIsKeptForAnotherIsNotHandedOver() {
        var first = tricks.trick("{ kept: kept }");
        tricks.told(first, "Reconciled");
        var _ = tricks.road.kubectl("annotate", "cm/kept", "dragoman.dev/adopt=true");
        var second = tricks.trick("{ kept: kept }");
        assertThat(tricks.told(second, "NotOurs")).contains("without a made-for or kept-for");
        assertThat(tricks.value(here, "kept", "value")).isEqualTo(first);
        tricks.delete(first);
        assertThat(tricks.value(here, "kept", "value")).isEqualTo(first);
    }

    @Test
    void ofTwoNamespacesOneHasAnObjectElsewhere() {
        var first = Tricks.name();
        tricks.apply(tricks.victim, first, "{ shared: shared }");
        tricks.told(tricks.victim, "Trick", first, "Reconciled");
        var second = Tricks.name();
        tricks.apply(here, second, "{ shared: shared }");
        assertThat(tricks.told(second, "NotOurs")).contains("ConfigMap shared: exists");
        // by the same name in another namespace neither
        tricks.apply(here, first, "{ shared: shared }");
        tricks.told(first, "NotOurs");
        tricks.delete(first);
        tricks.delete(second);
        assertThat(tricks.value(tricks.victim, "shared", "value")).isEqualTo(tricks.victim);
    }

    @Test
    void marksOnOnesOwnObjectReachNothingElsewhere() {
        var name = Tricks.name();
        // what the attacker writes himself becomes his object's, and goes with it
        tricks.own(here, "forged", BY + "{ dragoman.dev/made-for: %s/%s }".formatted(here, name));
        tricks.own(
                here,
                "forged-filled",
                BY + "{ dragoman.dev/filled-for: %s/%s }".formatted(here, name));
        tricks.own(here, "forged-other", BY + "{ dragoman.dev/made-for: %s/x }".formatted(here));
        tricks.apply(here, name, "{ map: forged, value: mine }");
        tricks.told(name, "Reconciled");
        assertThat(tricks.value(here, "forged", "value")).isEqualTo("mine");
        for (var each : new String[] {"forged-filled", "forged-other"}) {
            var other = tricks.trick("{ map: %s, value: tricked }".formatted(each));
            tricks.told(other, "NotOurs");
            assertThat(tricks.value(here, each, "value")).isEqualTo("own");
        }
    }

    @Test
    void aForgedStatusDeletesNothingOfOthers() {
        tricks.own(tricks.victim, "named", "");
        tricks.own(here, "named", "");
        tricks.own(
                tricks.victim,
                "marked",
                BY + "{ dragoman.dev/made-for: %s/x }".formatted(tricks.victim));
        var name = tricks.trick("{ map: mine }");
        tricks.told(name, "Reconciled");
        var added =
                IntStream.range(0, 5000)
                                .mapToObj(
                                        each ->
                                                "\"v1 ConfigMap n%d %s map\""
                                                        .formatted(each, tricks.victim))
                                .collect(Collectors.joining(","))
                        + ",\"v1 ConfigMap e .. map\",\"v1 ConfigMap e a/b map\",\"../../v1 X e a map\"";
        var forged =
                "{\"status\":{\"dragoman\":{\"added\":[\"v1 ConfigMap named %1$s map\",\"v1 ConfigMap marked %1$s map\",\"v1 ConfigMap named %2$s map\",\"v1 Namespace %1$s - space\",\"a\",\"\",%3$s]}}}"
                        .formatted(tricks.victim, here, added);
        var before = tricks.road.plane.audit().mark();
        var _ =
                tricks.road
                        .client()
                        .genericKubernetesResources(Tricks.VERSION, "Trick")
                        .inNamespace(here)
                        .withName(name)
                        .subresource("status")
                        .patch(
                                io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                                        io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
                                forged);
        tricks.apply(here, name, "{ map: mine, value: again }");
        await().untilAsserted(
                        () -> assertThat(tricks.value(here, "mine", "value")).isEqualTo("again"));
        tricks.delete(name);
        assertThat(tricks.map(here, "mine")).isNull();
        assertThat(tricks.map(here, "named")).isNotNull();
        assertThat(tricks.map(tricks.victim, "named")).isNotNull();
        assertThat(tricks.map(tricks.victim, "marked")).isNotNull();
        assertThat(tricks.road.requests(before))
                .filteredOn(each -> each.name().matches("n\\d+"))
                .hasSizeLessThan(4000);
    }

    @Test
    void manyObjectsAreRefused() {
        var ten = tricks.trick("{ many: %s }".formatted(list(10_000)));
        assertThat(tricks.told(ten, "InvalidTemplate"))
                .contains("'each' gives 10000 elements, but at most 50 are allowed");
        var fifty = tricks.trick("{ many: %s }".formatted(list(51)));
        assertThat(tricks.told(fifty, "InvalidTemplate"))
                .contains("'each' gives 51 elements, but at most 50 are allowed");
        var hundred =
                tricks.trick("{ many: %s, more: %s, map: hundred }".formatted(list(50), list(50)));
        assertThat(tricks.told(hundred, "TooManyObjects"))
                .contains("but at most 100 are allowed; nothing");
        assertThat(tricks.map(here, "hundred")).isNull();
        assertThat(tricks.map(here, hundred + "-n1")).isNull();
    }

    @Test
    void anExpensiveExpressionEndsAndOthersAreServed() {
        var name = tricks.trick("{ costly: %s, map: beside }".formatted(list(300)));
        assertThat(tricks.told(name, "InvalidTemplate")).contains("the expression costs too much");
        await().until(() -> tricks.map(here, "beside") != null);
        var next = tricks.trick("{ map: served }");
        tricks.told(next, "Reconciled");
    }

    @Test
    void twoLinesDoNotMakeOneObject() {
        var name = tricks.trick("{ map: twins, twin: true }");
        assertThat(tricks.told(name, "InvalidTemplate"))
                .contains("ConfigMap twins is made twice; give the objects other names");
        assertThat(tricks.value(here, "twins", "value")).isEmpty();
    }

    @Test
    void whatIsWrittenIntoTheStatusOfAMadeObjectStaysAText() {
        var name = tricks.trick("{ service: true }");
        assertThat(tricks.told(name, "Waiting")).contains("the line told waits: service has no");
        tricks.road
                .client()
                .services()
                .inNamespace(here)
                .withName(name)
                .editStatus(
                        each -> {
                            var status = new io.fabric8.kubernetes.api.model.ServiceStatusBuilder();
                            each.setStatus(
                                    status.withNewLoadBalancer()
                                            .addNewIngress()
                                            .withHostname("a.example.org")
                                            .endIngress()
                                            .endLoadBalancer()
                                            .build());
                            return each;
                        });
        tricks.told(name, "Reconciled");
        assertThat(tricks.value(here, name + "-told", "address")).isEqualTo("a.example.org");
    }

    @Test
    void anEditThatBreaksARuleChangesNothing() {
        var name = tricks.trick("{ map: ruled, value: before, size: 2 }");
        tricks.told(name, "Reconciled");
        tricks.apply(here, name, "{ value: after, size: 3 }");
        assertThat(tricks.told(name, "TooLarge")).isEqualTo("at most 2");
        assertThat(tricks.value(here, "ruled", "value")).isEqualTo("before");
        tricks.apply(here, name, "{ size: 2 }");
        tricks.told(name, "Reconciled");
        await().until(() -> tricks.map(here, "ruled") == null);
    }

    @Test
    void whatWasMadeElsewhereIsTakenUpAgainWhenTheFinalizerWasRemoved() {
        var name = tricks.trick("{ shared: left }");
        tricks.told(name, "Reconciled");
        tricks.road.stop();
        var _ =
                tricks.road.kubectl(
                        "patch",
                        "trick/" + name,
                        "--type=merge",
                        "-p",
                        "{\"metadata\":{\"finalizers\":null}}");
        tricks.delete(name);
        assertThat(tricks.value(tricks.victim, "left", "value")).isEqualTo(here);
        tricks.road.start();
        tricks.apply(here, name, "{ shared: left }");
        tricks.told(name, "Reconciled");
        tricks.delete(name);
        assertThat(tricks.map(tricks.victim, "left")).isNull();
    }

    @Test
    void anObjectGoesWhileItsNamespaceGoes() {
        var space = here + "-going";
        var name = tricks.trick("{ space: %s }".formatted(space));
        await().until(() -> tricks.map(space, "within") != null);
        var _ = tricks.road.kubectl("delete", "namespace/" + space, Patience.timeout());
        tricks.delete(name);
        assertThat(tricks.road.find(Tricks.VERSION, "Trick", here, name)).isEmpty();
    }

    @Test
    void filesThatWouldGoTooFarAreRefusedBeforeTheyRun() {
        assertThat(
                        tricks.invalid(
                                "tricks.long.object.yaml",
                                "object: { apiVersion: v1, kind: ConfigMap, metadata: { name: \"${'"
                                        + "a".repeat(64 * 1024)
                                        + "'}\" } }\n"))
                .contains("tricks.long.object.yaml:1: column 3: the expression has more than ");
        var circle =
                "object: { apiVersion: tricks.example.org/v1, kind: Trick, metadata: { name: a } }\n";
        assertThat(tricks.invalid("tricks.circle.object.yaml", circle))
                .contains(
                        "tricks.circle.object.yaml:1: a Trick leads to the composition tricks again, so each object would make another without an end");
        assertThat(
                        tricks.invalid(
                                "tricks.kind.object.yaml",
                                "object: { apiVersion: v1, kind: \"${object.spec.kind}\", metadata: { name: a } }\n"))
                .contains("kind must be a literal text");
        assertThat(
                        tricks.invalid(
                                "tricks.secret.object.yaml",
                                "object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: \"${credential.data.AZURE_CLIENT_ID}\" } }\n"))
                .contains("credential.data cannot be read; of a Secret there are");
        assertThatThrownBy(() -> startWith("tricks.circle.object.yaml", circle))
                .hasStackTraceContaining("a Trick leads to the composition tricks again");
    }

    private void startWith(String file, String content) throws IOException {
        var path = Path.of(tricks.road.environment.get("DRAGOMAN_OVERLAYS"), file);
        java.nio.file.Files.writeString(path, content);
        try (var guest = new Road(tricks.road, tricks.road.plane)) {
            var _ = guest.start();
        } finally {
            java.nio.file.Files.delete(path);
        }
    }
}
