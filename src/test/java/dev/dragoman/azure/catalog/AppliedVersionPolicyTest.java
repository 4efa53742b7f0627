package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the policy asks of the API server; what it does there, CrdsIT shows. */
class AppliedVersionPolicyTest {
    private static final Pattern VARIABLE = Pattern.compile("variables\\.(\\w+)");
    private final JsonNode objects =
            new ObjectMapper()
                    .valueToTree(
                            AppliedVersionPolicy.of(
                                    kinds(), List.of("ns:operator"), Map.of("app", "x")));
    private final JsonNode policy = objects.get(0).path("spec");

    static List<KindName> kinds() {
        return Catalog.load().names();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aKindIsStampedInEveryVersionWhenItIsWritten(KindName kind) {
        var found = new ArrayList<String>();
        for (var rule : policy.at("/matchConstraints/resourceRules")) {
            if (texts(rule, "apiGroups").contains(kind.group())
                    && texts(rule, "resources").contains(kind.plural())) {
                found.add(texts(rule, "operations") + " " + texts(rule, "apiVersions"));
            }
        }
        assertThat(found).containsExactly("[CREATE, UPDATE] [*]");
    }

    @Test
    void theOperatorsOwnWritesAreNoChoiceOfAVersion() {
        assertThat(policy.path("matchConditions"))
                .singleElement()
                .satisfies(
                        condition ->
                                assertThat(condition.path("expression").asText())
                                        .isEqualTo(
                                                "request.userInfo.username != 'system:serviceaccount:ns:operator'"));
    }

    @Test
    void theBindingPutsThePolicyIntoEffect() {
        assertThat(objects)
                .extracting(each -> each.path("kind").asText())
                .containsExactly("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding");
        assertThat(objects.get(1).at("/spec/policyName"))
                .isEqualTo(objects.get(0).at("/metadata/name"));
        assertThat(objects).allMatch(each -> each.at("/metadata/labels/app").asText().equals("x"));
    }

    /** The API server refuses a policy whose variables use others before they are there. */
    @Test
    void variablesUseOnlyThoseBeforeThem() {
        var known = new HashSet<String>();
        for (var variable : policy.path("variables")) {
            assertThat(known).containsAll(used(variable));
            known.add(variable.path("name").asText());
        }
        var mutation = policy.at("/mutations/0/jsonPatch");
        assertThat(used(mutation)).isNotEmpty().isSubsetOf(known);
        assertThat(mutation.path("expression").asText()).contains("'dragoman.dev/applied-version'");
    }

    private static List<String> used(JsonNode of) {
        return VARIABLE.matcher(of.path("expression").asText())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static List<String> texts(JsonNode rule, String field) {
        return StreamSupport.stream(rule.path(field).spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
