package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Between what bounds settings of a namespace scale a resource. */
class AutoscaleTargetsTest {
    private static final ObjectKey PLAN =
            new ObjectKey("web.azure.com", "ServerFarm", "team", "plan");
    private static final String ID = "/subscriptions/s/resourceGroups/g/providers/x/y/plan";

    private final IndexedObjects cache = new IndexedObjects();

    private void setting(
            String namespace, String name, Object enabled, Map<String, Object> target) {
        var spec = new HashMap<String, Object>();
        spec.put("enabled", enabled);
        spec.put("targetResourceUriReference", target);
        spec.put(
                "profiles",
                List.of(
                        Map.of("capacity", Map.of("minimum", "2", "maximum", "5")),
                        Map.of("capacity", Map.of("minimum", "1", "maximum", "9"))));
        cache.put(
                new ObjectKey("insights.azure.com", "AutoscaleSetting", namespace, name),
                Map.of(
                        "apiVersion",
                        "insights.azure.com/v1api20221001",
                        "kind",
                        "AutoscaleSetting",
                        "metadata",
                        Map.of("namespace", namespace, "name", name),
                        "spec",
                        spec));
    }

    private Optional<AutoscaleTargets.Bounds> bounds() {
        return AutoscaleTargets.of(cache, PLAN, Optional.of(ID));
    }

    private static Map<String, Object> byName() {
        return Map.of("group", "web.azure.com", "kind", "ServerFarm", "name", "plan");
    }

    @Test
    void boundsAreThoseOfAllProfiles() {
        setting("team", "byname", true, byName());
        assertThat(bounds()).contains(new AutoscaleTargets.Bounds(1, 9, "byname"));
    }

    @Test
    void aTargetMayBeNamedByItsId() {
        setting("team", "byid", true, Map.of("armId", ID.replace("/y/", "/Y/")));
        assertThat(bounds()).contains(new AutoscaleTargets.Bounds(1, 9, "byid"));
    }

    @Test
    void whatIsOffScalesNothing() {
        setting("team", "off", false, byName());
        assertThat(bounds()).isEmpty();
    }

    /** It would decide what is sent for this team. */
    @Test
    void settingsOfAnotherTeamDoNotCount() {
        setting("other", "byid", true, Map.of("armId", ID));
        setting("other", "byname", true, byName());
        assertThat(bounds()).isEmpty();
    }
}
