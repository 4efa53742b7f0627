package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the policy asks of the API server; what it does there, CrdsIT shows. */
class AppliedVersionPolicyTest {
    private static final Pattern VARIABLE = Pattern.compile("variables\\.(\\w+)");
    private static final JsonNode OBJECTS =
            new ObjectMapper()
                    .valueToTree(
                            AppliedVersionPolicy.of(
                                    Catalog.load().kinds(), "ns:operator", Map.of("app", "x")));
    private static final JsonNode POLICY = OBJECTS.get(0).path("spec");

    @Test
    void everyKindIsStampedInEveryVersionWhenItIsWritten() {
        assertThat(Catalog.load().kinds())
                .allSatisfy(
                        kind ->
                                assertThat(POLICY.at("/matchConstraints/resourceRules"))
                                        .filteredOn(rule -> has(rule, "apiGroups", kind.group()))
                                        .singleElement()
                                        .satisfies(
                                                rule ->
                                                        assertThat(
                                                                        has(
                                                                                        rule,
                                                                                        "resources",
                                                                                        kind
                                                                                                .plural())
                                                                                && has(
                                                                                        rule,
                                                                                        "apiVersions",
                                                                                        "*")
                                                                                && has(
                                                                                        rule,
                                                                                        "operations",
                                                                                        "CREATE")
                                                                                && has(
                                                                                        rule,
                                                                                        "operations",
                                                                                        "UPDATE"))
                                                                .as(kind.id())
                                                                .isTrue()));
    }

    @Test
    void theOperatorsOwnWritesAreNoChoiceOfAVersion() {
        assertThat(POLICY.path("matchConditions"))
                .singleElement()
                .satisfies(
                        condition ->
                                assertThat(condition.path("expression").asText())
                                        .isEqualTo(
                                                "request.userInfo.username != 'system:serviceaccount:ns:operator'"));
    }

    @Test
    void theBindingPutsThePolicyIntoEffect() {
        assertThat(OBJECTS)
                .extracting(each -> each.path("kind").asText())
                .containsExactly("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding");
        assertThat(OBJECTS.get(1).at("/spec/policyName"))
                .isEqualTo(OBJECTS.get(0).at("/metadata/name"));
        assertThat(OBJECTS).allMatch(each -> each.at("/metadata/labels/app").asText().equals("x"));
    }

    /** The API server refuses a policy whose variables use others before they are there. */
    @Test
    void variablesUseOnlyThoseBeforeThem() {
        var known = new HashSet<String>();
        for (var variable : POLICY.path("variables")) {
            assertThat(known).containsAll(used(variable));
            known.add(variable.path("name").asText());
        }
        var mutation = POLICY.at("/mutations/0/jsonPatch");
        assertThat(used(mutation)).isNotEmpty().isSubsetOf(known);
        assertThat(mutation.path("expression").asText()).contains("'dragoman.dev/applied-version'");
    }

    private static Iterable<String> used(JsonNode of) {
        return VARIABLE.matcher(of.path("expression").asText())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static boolean has(JsonNode rule, String field, String value) {
        for (var each : rule.path(field)) {
            if (each.asText().equals(value)) {
                return true;
            }
        }
        return false;
    }
}
