package dev.dragoman.sandbox.controlplane;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Files of a pinned Go module that are not programs, such as the CRDs of KEDA, verified by
 * {@code go.sum}. Go fetches them into its own cache. Without Go they are fetched from the module
 * proxy into the cache of the control plane.
 */
public final class GoSources {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private GoSources() {}

    /**
     * The directory with a module's files; fetches them first when they are missing.
     *
     * @param tool directory below {@code tools/control-plane}
     * @param module path of the Go module, which {@code tool} pins
     * @throws ControlPlaneException when the module cannot be fetched
     */
    public static Path of(String tool, String module, Consumer<String> progress) {
        var go = Go.find(System.getenv());
        if (go.isEmpty()) {
            return new GoZip(System.getenv(), SILENCE, progress).directory(GoModule.load(tool), module);
        }
        try {
            var work = Files.createTempDirectory("dragoman-go-");
            try {
                GoModule.load(tool).writeTo(work);
                return Path.of(directory(go.get(), work, module, progress));
            } finally {
                StateDirectory.delete(work);
            }
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot fetch Go module " + module, e);
        }
    }

    private static String directory(
            String go, Path work, String module, Consumer<String> progress) throws IOException {
        progress.accept("Fetching Go module " + module);
        var builder =
                new ProcessBuilder(List.of(go, "mod", "download", "-json", module))
                        .directory(work.toFile());
        builder.environment().put("GOWORK", "off");
        builder.environment().put("GOTOOLCHAIN", "local");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var answer = new ObjectMapper().readTree(said);
        if (answer.path("Dir").asText().isEmpty()) {
            throw new ControlPlaneException(
                    "Cannot fetch Go module " + module + ": " + answer.path("Error").asText(said));
        }
        return answer.path("Dir").asText();
    }
}
