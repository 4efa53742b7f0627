package dev.dragoman.health;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.DocumentedPage;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What kstatus, Flux and Argo CD make of objects: the two latter with the expressions and the
 * script of docs/aks-flux.md.
 */
public final class Judge {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PAGE = Path.of("docs/aks-flux.md");

    private final Path directory;

    /**
     * What they say of one object.
     *
     * @param kstatus InProgress, Current, Failed or Terminating
     * @param flux the same by the expressions
     * @param argocd Healthy, Progressing or Degraded
     * @param argocdMessage what the script says beside that
     */
    public record Judgement(String kstatus, String flux, String argocd, String argocdMessage) {}

    /**
     * Reads the page.
     *
     * @param directory for files
     * @param kinds to which the page's expressions shall apply, as {@code GROUP/VERSION/KIND}; the
     *     script has the page's own patterns
     */
    public Judge(Path directory, String... kinds) throws IOException {
        this.directory = directory;
        Files.writeString(directory.resolve("argocd-cm.yaml"), file("../argocd/argocd-cm.yaml"));
        var entries = new ArrayList<Object>();
        for (var each : kinds) {
            var entry = JSON.createObjectNode();
            int at = each.lastIndexOf('/');
            entry.put("apiVersion", each.substring(0, at)).put("kind", each.substring(at + 1));
            var expressions = expressions().getFirst();
            entry.set("current", expressions.get("current"));
            entry.set("failed", expressions.get("failed"));
            entries.add(entry);
        }
        var kustomization = JSON.createObjectNode();
        kustomization.putObject("spec").set("healthCheckExprs", JSON.valueToTree(entries));
        Files.write(directory.resolve("exprs.yaml"), JSON.writeValueAsBytes(kustomization));
    }

    /** The file of the page with that path. */
    public static String file(String path) throws IOException {
        return DocumentedPage.of(PAGE).blocks().stream()
                .filter(each -> each.path().equals(Optional.of(path)))
                .map(DocumentedPage.Block::text)
                .findFirst()
                .orElseThrow();
    }

    /** The Kustomizations and sources of the page's files of a cluster, in their order. */
    public static List<JsonNode> ofCluster() throws IOException {
        return Pattern.compile("(?m)^---$")
                .splitAsStream(file("../fleet/clusters/production/dragoman.yaml"))
                .<JsonNode>map(
                        each -> JSON.valueToTree(Serialization.unmarshal(each, Object.class)))
                .toList();
    }

    /** The page's expressions, one entry for each kind. */
    public static List<JsonNode> expressions() throws IOException {
        var all = new ArrayList<JsonNode>();
        for (var each : ofCluster()) {
            each.at("/spec/healthCheckExprs").forEach(all::add);
        }
        return all;
    }

    /** What they say of each, in their order. */
    public List<Judgement> of(List<?> objects) throws IOException, InterruptedException {
        var program = new Binaries(System.err::println).path(Program.HEALTH).toString();
        var input = directory.resolve("objects.json");
        Files.writeString(
                input,
                objects.stream()
                        .map(each -> JSON.valueToTree(each).toString())
                        .collect(Collectors.joining("\n")));
        var errors = directory.resolve("errors.txt").toFile();
        var process =
                new ProcessBuilder(
                                program,
                                "-kustomization",
                                "exprs.yaml",
                                "-argocd",
                                "argocd-cm.yaml")
                        .directory(directory.toFile())
                        .redirectInput(input.toFile())
                        .redirectError(errors)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(Files.readString(errors.toPath()));
        }
        var judgements = new ArrayList<Judgement>();
        for (var line : said.lines().toList()) {
            var each = JSON.readTree(line);
            judgements.add(
                    new Judgement(
                            each.path("kstatus").asText(),
                            each.path("flux").asText(),
                            each.path("argocd").asText(),
                            each.path("argocdMessage").asText()));
        }
        return judgements;
    }
}
