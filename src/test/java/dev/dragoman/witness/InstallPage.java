package dev.dragoman.witness;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.DocumentedPage;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Files and commands of a page about installation, run in a directory that has the checkout under
 * the name {@code dragoman}.
 */
final class InstallPage {
    static final Path PAGE = Path.of("docs/install.md");

    /** Beginnings of lines that are not run, and why. */
    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "az ", "Azure's own tool, which asks Azure",
                    "docker ", "there is no daemon",
                    "kubectl rollout status", "there are no nodes",
                    "kubectl logs", "there are no nodes",
                    "kubectl wait resourcegroup", "there are no nodes",
                    "kubectl create rolebinding dragoman-edit", "of a person, by UsersIT");

    private final ControlPlane plane;
    private final Path directory;
    private final DocumentedPage page;

    InstallPage(ControlPlane plane, Path directory, Path page) throws IOException {
        this.plane = plane;
        this.directory = directory;
        this.page = DocumentedPage.of(page);
        Files.createDirectories(checkout());
        var manifests = checkout().resolve("kubernetes");
        if (!Files.exists(manifests)) {
            Files.createSymbolicLink(manifests, Path.of("kubernetes").toAbsolutePath());
        }
    }

    private Path checkout() {
        return directory.resolve("dragoman");
    }

    /** Creates namespaces that the page expects. */
    void namespaces(String... names) {
        for (var name : names) {
            plane.client()
                    .resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .endMetadata()
                                    .build())
                    .create();
        }
    }

    List<DocumentedPage.Block> below(String section) {
        return page.below(section);
    }

    /** Writes the files and runs the commands below a heading, in their order; each succeeds. */
    void run(String section) throws Exception {
        for (var each : below(section)) {
            if (each.path().isPresent()) {
                var file = checkout().resolve(each.path().get()).normalize();
                Files.createDirectories(file.getParent());
                Files.writeString(file, local(each.text()));
            } else {
                var commands = commands(each.text());
                if (!commands.isBlank()) {
                    DocumentedCommands.run(plane, checkout(), commands);
                }
            }
        }
    }

    /** What kustomize makes of an overlay beside the checkout. */
    String kustomized(String overlay) throws Exception {
        var out = directory.resolve(overlay + ".yaml");
        DocumentedCommands.run(
                plane, checkout(), "kubectl kustomize ../%s > %s".formatted(overlay, out));
        return Files.readString(out);
    }

    /** A repository that can be had here. */
    private static String local(String text) {
        return text.replace(
                        "https://git.example.com/platform/dragoman//",
                        "file://%s//".formatted(Path.of("").toAbsolutePath()))
                .replace("?ref=v0.1.0", "?ref=HEAD");
    }

    private static String commands(String text) {
        return text.replace("\\\n", " ")
                .replace("=TEAM", "=team")
                // the page says that it may fail for some seconds
                .replaceAll(
                        "(?m)^kubectl apply -f kubernetes/samples/.*$",
                        "timeout 60 bash -c 'until $0; do sleep 0.5; done'")
                .lines()
                .filter(line -> LEFT_OUT.keySet().stream().noneMatch(line::startsWith))
                .collect(Collectors.joining("\n"));
    }
}
