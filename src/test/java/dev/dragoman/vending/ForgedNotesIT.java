package dev.dragoman.vending;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A requester writes on the request what the operator writes there. */
@Full
class ForgedNotesIT {
    @TempDir private Path directory;

    private void event(String point, String reason) throws IOException {
        Files.writeString(
                directory.resolve("namespaces-%s.tell.steps.yaml".formatted(point)),
                "- to: \"kubernetes-event:emit?reason=%s&note=told\"%n".formatted(reason));
    }

    @Test
    void noStepIsSparedByWhatTheRequestSaysOfItself() throws IOException {
        event("after-create", "CreationTold");
        event("transition", "StateTold");
        try (var vending = new Vending()) {
            vending.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
            vending.start();
            var name = vending.name("forged");
            vending.request(
                    name,
                    Map.of(
                            "dragoman.dev/state",
                            "Ready",
                            "dragoman.dev/reason",
                            "CredentialsReady",
                            "dragoman.dev/created",
                            "theirs",
                            "dragoman.dev/seal",
                            "theirs"));
            await().until(() -> vending.events(name).contains("StateTold"));
            assertThat(vending.events(name)).contains("CreationTold");
            var namespace = vending.namespace(name).getMetadata().getUid();
            await().until(
                            () ->
                                    namespace.equals(
                                            vending.annotations(name).get("dragoman.dev/created")));
            assertThat(vending.annotations(name).get("dragoman.dev/seal")).hasSize(64);
        }
    }
}
