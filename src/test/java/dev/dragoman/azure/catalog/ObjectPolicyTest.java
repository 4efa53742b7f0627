package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the policy asks of the API server; what it does there, CrdsIT shows. */
class ObjectPolicyTest {
    private static JsonNode objects() {
        return new ObjectMapper()
                .valueToTree(ObjectPolicy.of(Catalog.load().names(), Map.of("app", "x")));
    }

    @Test
    void everyKindIsAskedAboutInEveryVersion() {
        var rules = objects().get(0).at("/spec/matchConstraints/resourceRules");
        int resources = 0;
        for (var rule : rules) {
            assertThat(rule.path("operations").toString()).isEqualTo("[\"CREATE\",\"UPDATE\"]");
            assertThat(rule.path("apiVersions").toString()).isEqualTo("[\"*\"]");
            resources += rule.path("resources").size();
        }
        assertThat(resources).isEqualTo(Catalog.load().names().size());
    }

    @Test
    void theBindingDenies() {
        var objects = objects();
        assertThat(objects.get(1).at("/spec/policyName"))
                .isEqualTo(objects.get(0).at("/metadata/name"));
        assertThat(objects.get(1).at("/spec/validationActions/0").asText()).isEqualTo("Deny");
    }

    /** The API server refuses a policy with a variable that there is not. */
    @Test
    void whatItsRulesReadIsThere() {
        var spec = objects().get(0).path("spec");
        var expressions =
                spec.path("validations").findValuesAsText("expression").stream()
                        .collect(Collectors.joining(" "));
        assertThat(spec.path("variables").findValuesAsText("name"))
                .contains("exists", "ownerStays")
                .allMatch(name -> spec.toString().contains("variables." + name));
        assertThat(Pattern.compile("variables\\.(\\w+)").matcher(expressions).results())
                .extracting(found -> found.group(1))
                .isNotEmpty()
                .allMatch(spec.path("variables").findValuesAsText("name")::contains);
        assertThat(spec.path("validations").findValuesAsText("message"))
                .as("each rule names the field that it is about")
                .extracting(message -> message.replaceAll("[ :].*", ""))
                .containsExactly("spec.owner", "spec.owner", "spec.azureName", "spec.type");
        assertThat(expressions).contains("object.metadata.name", "oldObject.metadata.name");
    }
}
