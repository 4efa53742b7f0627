package dev.dragoman.agents;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What NetworkPolicies allow, as cyclonus judges it, which knows nothing of this project. */
final class Cyclonus {
    private static final Pattern VERDICT = Pattern.compile("IS ALLOWED\\?\\s*\\|\\s*(TRUE|FALSE)");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final Map<String, String> pod;
    private final String namespace;

    /**
     * Somebody whom the pod speaks to.
     *
     * @param ip address
     * @param pod labels of a pod, in {@code kube-system}; empty for what is no pod
     */
    record Traffic(String ip, Map<String, String> pod, int port, String protocol) {}

    /**
     * @param pod labels of the pod whose policies are judged
     */
    Cyclonus(Path directory, String namespace, Map<String, String> pod) {
        this.directory = directory;
        this.namespace = namespace;
        this.pod = pod;
    }

    /** Which of these are allowed, in their order. */
    List<Boolean> allowed(List<? extends Object> policies, List<Traffic> traffic) {
        try {
            var files = Files.createTempDirectory(directory, "policies");
            int number = 0;
            for (var policy : policies) {
                JSON.writeValue(
                        files.resolve("policy-%d.yaml".formatted(number++)).toFile(), policy);
            }
            var asked = Files.createTempFile(directory, "traffic", ".json");
            JSON.writeValue(asked.toFile(), traffic.stream().map(this::query).toList());
            return ask(files, asked, traffic.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Object> query(Traffic traffic) {
        var source = Map.of("IP", "192.0.2.10", "Internal", peer(namespace, pod));
        var destination =
                traffic.pod().isEmpty()
                        ? Map.of("IP", traffic.ip())
                        : Map.of(
                                "IP", traffic.ip(), "Internal", peer("kube-system", traffic.pod()));
        return Map.of(
                "Source",
                source,
                "Destination",
                destination,
                "Protocol",
                traffic.protocol(),
                "ResolvedPort",
                traffic.port());
    }

    private static Map<String, Object> peer(String namespace, Map<String, String> labels) {
        return Map.of(
                "PodLabels",
                labels,
                "NamespaceLabels",
                Map.of("kubernetes.io/metadata.name", namespace),
                "Namespace",
                namespace);
    }

    private List<Boolean> ask(Path policies, Path traffic, int expected) throws IOException {
        var program = new Binaries(_ -> {}).path(Program.CYCLONUS);
        var process =
                new ProcessBuilder(
                                program.toString(),
                                "analyze",
                                "--mode",
                                "query-traffic",
                                "--policy-path",
                                policies.toString(),
                                "--traffic-path",
                                traffic.toString())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var answers = new ArrayList<Boolean>();
        VERDICT.matcher(said).results().forEach(each -> answers.add("TRUE".equals(each.group(1))));
        if (answers.size() != expected) {
            throw new IllegalStateException(
                    "cyclonus judged %d of %d: %s"
                            .formatted(
                                    answers.size(),
                                    expected,
                                    said.substring(Math.max(0, said.length() - 2000))));
        }
        return answers;
    }
}
