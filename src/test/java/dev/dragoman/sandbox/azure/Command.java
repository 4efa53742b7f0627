package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that runs to its end: asked nothing, and with no environment but the one given. */
final class Command {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, String> environment;

    Command(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** What it printed on either stream. */
    record Result(int exit, String output, String error) {
        JsonNode json() {
            try {
                return JSON.readTree(output);
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + this, e);
            }
        }
    }

    /**
     * @throws IOException when it cannot be started, or is not done in time; then nothing of it is
     *     left
     */
    Result run(Duration limit, List<String> command) throws IOException {
        var output = Files.createTempFile("command", ".out");
        var error = Files.createTempFile("command", ".err");
        try {
            var builder =
                    new ProcessBuilder(command)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(output.toFile())
                            .redirectError(error.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            int exit = await(builder.start(), limit, command);
            return new Result(exit, Files.readString(output), Files.readString(error).strip());
        } finally {
            Files.delete(output);
            Files.delete(error);
        }
    }

    private static int await(Process process, Duration limit, List<String> command)
            throws IOException {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new IOException(command + " did not end within " + limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + command.getFirst(), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
