package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The table of rights says what the manifests of the components say. */
class ShippedRightsTest {
    /** Kinds of the group that the operator grants and does not use. */
    private static final Set<String> GRANTED = Set.of("envoyconfigs", "envoyconfigrevisions");

    private static List<ShippedRights> components() {
        return ShippedRights.ALL;
    }

    private static List<Map<String, Object>> objects(ShippedRights component, String kind) {
        try (var files = Files.list(Path.of(component.component()))) {
            return files.filter(each -> each.toString().endsWith(".yaml"))
                    .flatMap(ShippedRightsTest::documents)
                    .filter(each -> kind.equals(each.get("kind")))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<Map<String, Object>> documents(Path file) {
        try {
            var found = new HashSet<Map<String, Object>>();
            var load = new Load(LoadSettings.builder().build());
            load.loadAllFromString(Files.readString(file))
                    .forEach(each -> found.add(Json.withoutNulls((Map<?, ?>) each)));
            return found.stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Resources of rules, in the form of the table. */
    private static Stream<String> resources(Map<String, Object> rule) {
        return Json.texts(rule.get("apiGroups")).stream()
                .flatMap(
                        group ->
                                Json.texts(rule.get("resources")).stream()
                                        .flatMap(
                                                each ->
                                                        each.startsWith("*")
                                                                ? GRANTED.stream()
                                                                : Stream.of(each))
                                        .map(each -> group.isEmpty() ? each : each + "." + group));
    }

    @ParameterizedTest
    @MethodSource("components")
    void rightsAreThoseOfTheRolesThatAreBound(ShippedRights component) {
        var bound =
                objects(component, "ClusterRoleBinding").stream()
                        .map(each -> Fields.map(each, "roleRef").get("name"))
                        .toList();
        var installed = new TreeSet<String>();
        for (var role : objects(component, "ClusterRole")) {
            for (var rule : Json.maps(role, "rules")) {
                if (bound.contains(Fields.metadata(role, "name"))
                        && !rule.containsKey("resourceNames")) {
                    var verbs = Json.texts(rule.get("verbs"));
                    resources(rule)
                            .filter(each -> !each.equals("events.events.k8s.io"))
                            .flatMap(each -> pairs(each, verbs))
                            .forEach(installed::add);
                }
            }
        }
        var listed = new TreeSet<String>();
        for (var each : component.rights().split(" ", -1)) {
            var part = each.split(":", -1);
            part[1].chars()
                    .mapToObj(Character::toString)
                    .forEach(v -> listed.add(part[0] + ":" + v));
        }
        assertThat(listed).isEqualTo(installed);
    }

    private static Stream<String> pairs(String resource, List<String> verbs) {
        return (verbs.equals(List.of("*")) ? Stream.of("glwcpd".split("")) : verbs.stream())
                .map(verb -> resource + ":" + verb.charAt(0));
    }

    /** So a right of a route to one of these is told of, and to no other. */
    @ParameterizedTest
    @MethodSource("components")
    void itsPolicyJudgesWhatItMayWrite(ShippedRights component) {
        var judged =
                objects(component, "ValidatingAdmissionPolicy").stream()
                        .map(each -> Fields.map(each, "spec", "matchConstraints"))
                        .flatMap(each -> Json.maps(each, "resourceRules").stream())
                        .filter(each -> !each.containsKey("resourceNames"))
                        .flatMap(ShippedRightsTest::resources)
                        // tokens are made by capabilities alone; of Secrets, one type is refused
                        .filter(each -> !Set.of("serviceaccounts/token", "secrets").contains(each))
                        .collect(Collectors.toSet());
        var written =
                Stream.of(component.rights().split(" "))
                        .map(each -> each.replaceFirst(":.*", ""))
                        .filter(each -> !each.contains("/") && component.has(each, "cpd"))
                        .collect(Collectors.toSet());
        assertThat(judged).isEqualTo(written);
    }

    @ParameterizedTest
    @MethodSource("components")
    void itIsTurnedOnByTheSettingThatItSets(ShippedRights component) throws IOException {
        var on = Path.of(component.component(), "on.yaml");
        if (Files.exists(on)) {
            var set =
                    Files.readString(on)
                            .replaceAll("(?s).*- name: (\\S+)\\s+value: \"(\\S+)\".*", "$1=$2");
            assertThat(set).matches(component.use());
            assertThat("NAME=on").doesNotMatch(component.use());
        }
    }
}
