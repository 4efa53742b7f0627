package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CustomResourcesTest {
    @Test
    void everyKindWithTagsTakesAsManyAsAzure() {
        int tagged = 0;
        for (var kind : Catalog.load().kinds()) {
            JsonNode definition =
                    new ObjectMapper().valueToTree(CustomResources.definition(kind, Map.of()));
            for (var version : definition.at("/spec/versions")) {
                var tags = version.at("/schema/openAPIV3Schema/properties/spec/properties/tags");
                if (!tags.isMissingNode()) {
                    tagged++;
                    assertThat(tags.path("maxProperties").asInt()).as(kind.kind()).isEqualTo(50);
                }
            }
        }
        assertThat(tagged).isPositive();
    }
}
