package dev.dragoman.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code dragoman plan} or {@code diff} as a process of its own, as a person calls it. */
public final class PlanProcess {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What it said.
     *
     * @param code the exit code
     */
    public record Said(int code, String out, String err) {
        private JsonNode json() throws IOException {
            if (out.isEmpty()) {
                throw new AssertionError("exit code %d, and no output: %s".formatted(code, err));
            }
            return JSON.readTree(out);
        }

        /** Of a plan in JSON: by kind, namespace and name what is planned. */
        public Map<String, String> plans() throws IOException {
            var plans = new TreeMap<String, String>();
            json().get("objects").forEach(each -> plans.put(name(each), each.get("plan").asText()));
            return plans;
        }

        /** Of a plan in JSON: one object. */
        public JsonNode object(String name) throws IOException {
            for (var each : json().get("objects")) {
                if (name(each).equals(name)) {
                    return each;
                }
            }
            throw new AssertionError("no " + name + " in " + out);
        }

        private static String name(JsonNode object) {
            return "%s %s/%s"
                    .formatted(
                            object.get("kind").asText(),
                            object.get("namespace").asText(),
                            object.get("name").asText());
        }
    }

    private PlanProcess() {}

    /** Runs the plan to its end. */
    public static Said run(Path kubeconfig, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        return run("plan", kubeconfig, environment, options);
    }

    /** Runs a command to its end. */
    public static Said run(
            String name, Path kubeconfig, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        var classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--sun-misc-unsafe-memory-access=allow",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath,
                                "dev.dragoman.cli.Dragoman",
                                name,
                                "--kubeconfig",
                                kubeconfig.toString()));
        command.addAll(List.of(options));
        var err = Files.createTempFile(name, ".err");
        try {
            var builder = new ProcessBuilder(command).redirectError(err.toFile());
            builder.environment().keySet().removeIf(each -> each.startsWith("AZURE_"));
            builder.environment().putAll(environment);
            var process = builder.start();
            var out = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Said(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }
}
