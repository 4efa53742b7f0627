package dev.dragoman.camel;

import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.https.HttpsAccess;
import java.util.Map;

/** Makes runtimes of routes alone. */
public final class RuntimeFixture {
    private RuntimeFixture() {}

    /** A runtime without beans, placeholders and hosts. */
    public static CamelRuntime runtime(Overlays overlays, String routes) {
        return new CamelRuntime(
                overlays,
                Map.of(),
                routes,
                Map.of(),
                Map.of(),
                HttpsAccess.none(),
                new StepLines());
    }
}
