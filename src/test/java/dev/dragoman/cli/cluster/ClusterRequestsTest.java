package dev.dragoman.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterRequestsTest {
    /** A team's object must not keep an administrator from looking at those of others. */
    @Test
    void whateverOneObjectContainsTheListIsRead() throws Exception {
        var list =
                "{\"items\": [{\"deep\": %s}, {\"%s\": 1}, {\"name\": \"other\"}]}"
                        .formatted(
                                "{\"a\":".repeat(9_000) + "1" + "}".repeat(9_000),
                                "n".repeat(100_000));
        var items =
                (List<?>) ClusterRequests.read(list.getBytes(StandardCharsets.UTF_8)).get("items");
        assertThat(items).hasSize(3);
        assertThat(items.getLast()).isEqualTo(Map.of("name", "other"));
    }

    @Test
    void whatIsNoObjectIsNone() throws Exception {
        assertThat(ClusterRequests.read("404 page not found".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(ClusterRequests.read(null)).isEmpty();
    }
}
