package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.check.AzureChecks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoredFormTest {
    @Test
    void whatIsStoredInTheFormOfAnotherOperatorIsNotSent() {
        assertThat(AzureChecks.storedForm(Map.of("originalVersion", "v20230101")))
                .hasValueSatisfying(p -> assertThat(p.message()).contains("dragoman take-over"));
    }

    @Test
    void expressionsAreSupported() {
        assertThat(
                        AzureChecks.storedForm(
                                Map.of(
                                        "operatorSpec",
                                        Map.of("secretExpressions", List.of(Map.of("name", "a"))))))
                .isEmpty();
    }
}
