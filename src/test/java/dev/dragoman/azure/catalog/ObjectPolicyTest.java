package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the policy asks of the API server; what it does there, CrdsIT shows. */
class ObjectPolicyTest {
    private final JsonNode objects =
            new ObjectMapper()
                    .valueToTree(ObjectPolicy.of(Catalog.load().names(), Map.of("app", "x")));

    @Test
    void everyKindIsAskedAboutInEveryVersion() {
        var rules = objects.get(0).at("/spec/matchConstraints/resourceRules");
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
        assertThat(objects.get(1).at("/spec/policyName"))
                .isEqualTo(objects.get(0).at("/metadata/name"));
        assertThat(objects.get(1).at("/spec/validationActions/0").asText()).isEqualTo("Deny");
    }
}
