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
        "mine, Apply, '', true, true",
        "mine, Update, '', false, true",
        "mine, Apply, status, false, false",
        "mine, Update, status, false, false",
        "other, Apply, '', false, false"
    })
    void anObjectIsItsWhoAppliedIt(
            String manager, String operation, String subresource, boolean managed, boolean left) {
        var entry = new HashMap<String, Object>();
        entry.put("manager", manager);
        entry.put("operation", operation);
        if (!subresource.isEmpty()) {
            entry.put("subresource", subresource);
        }
        var object = Map.<String, Object>of("metadata", Map.of("managedFields", List.of(entry)));
        assertThat(Ownership.managed(object, "mine")).isEqualTo(managed);
        assertThat(Ownership.left(object, "mine")).as("withdrawn from it").isEqualTo(left);
    }
}
