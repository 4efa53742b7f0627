package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnsupportedSpecTest {
    @Test
    void namesTheFieldThatAsksForMoreThanThereIs() {
        assertThat(of("secretExpressions", List.of(Map.of("name", "out", "value", "self.spec"))))
                .contains("spec.operatorSpec.secretExpressions");
        assertThat(of("configMapExpressions", Map.of("name", "malformed")))
                .contains("spec.operatorSpec.configMapExpressions");
        assertThat(of("secretExpressions", List.of())).isEmpty();
        assertThat(of("secrets", Map.of("key1", Map.of("name", "out", "key", "k")))).isEmpty();
    }

    @Test
    void whatIsStoredInTheFormOfAnotherOperatorIsNotSent() {
        assertThat(UnsupportedSpec.problem(Map.of("originalVersion", "v20230101")))
                .hasValueSatisfying(p -> assertThat(p.message()).contains("dragoman take-over"));
    }

    private static String of(String field, Object value) {
        return UnsupportedSpec.problem(Map.of("operatorSpec", Map.of(field, value)))
                .map(p -> p.message())
                .orElse("");
    }
}
