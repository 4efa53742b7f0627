package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
    @ParameterizedTest
    @CsvSource({
        "mine, Apply, '', true",
        "mine, Update, '', false",
        "mine, Apply, status, false",
        "other, Apply, '', false"
    })
    void anObjectIsItsWhoAppliedIt(
            String manager, String operation, String subresource, boolean managed) {
        var entry = new HashMap<String, Object>();
        entry.put("manager", manager);
        entry.put("operation", operation);
        if (!subresource.isEmpty()) {
            entry.put("subresource", subresource);
        }
        var object = Map.<String, Object>of("metadata", Map.of("managedFields", List.of(entry)));
        assertThat(Ownership.managed(object, "mine")).isEqualTo(managed);
    }
}
