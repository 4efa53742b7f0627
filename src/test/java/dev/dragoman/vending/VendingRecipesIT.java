package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.tier.Full;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe for namespaces that are given out, as it stands in docs/recipes. */
@Full
class VendingRecipesIT {
    @TempDir private Path directory;

    @Test
    void anObjectOfAnotherOperatorIsMadeAndPutRight() {
        try (var vending = new Vending()) {
            vending.install.kindsOfKeda();
            var recipe = Recipe.of("namespace-objects");
            recipe.into(directory, vending::grant);
            vending.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
            vending.environment.put(
                    "DRAGOMAN_NAMESPACES_KINDS", recipe.setting("DRAGOMAN_NAMESPACES_KINDS"));
            vending.start();
            var name = vending.name("objects");
            vending.request(name);
            vending.ready(name);
            var made =
                    vending.client()
                            .genericKubernetesResources("keda.sh/v1alpha1", "TriggerAuthentication")
                            .inNamespace(name)
                            .withName("queue");
            assertThat(made.get().<String>get("spec", "secretTargetRef", 0, "name"))
                    .isEqualTo("queue");
            assertThat(made.get().<Object>get("spec", "podIdentity"))
                    .as("no identity of the platform for all teams")
                    .isNull();
            made.delete();
            await().until(() -> made.get() != null);
            vending.stop();
            vending.revoke();
        }
    }
}
