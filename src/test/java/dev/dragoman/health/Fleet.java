package dev.dragoman.health;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.DocumentedPage;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * The repository of docs/aks-flux.md, with the checkout of this project beside it.
 *
 * @param directory in which {@code fleet}, {@code argocd} and {@code dragoman} lie
 */
record Fleet(Path directory) {
    private static final Path PAGE = Path.of("docs/aks-flux.md");

    /** Writes all files of the page, and has its command print the kinds. */
    static Fleet write(ControlPlane plane, Path directory) throws Exception {
        var fleet = new Fleet(directory);
        var checkout = directory.resolve("dragoman");
        Files.createDirectories(checkout);
        Files.createSymbolicLink(
                checkout.resolve("kubernetes"), Path.of("kubernetes").toAbsolutePath());
        for (var each : DocumentedPage.of(PAGE).blocks()) {
            if (each.path().isPresent()) {
                fleet.put(each.path().get().substring("../".length()), each.text());
            }
        }
        for (var each : DocumentedPage.of(PAGE).below("Kinds")) {
            if (each.path().isEmpty()) {
                DocumentedCommands.run(plane, checkout, each.text());
            }
        }
        return fleet;
    }

    void put(String path, String text) throws IOException {
        var file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    void remove(String path) throws IOException {
        Files.delete(directory.resolve(path));
    }

    String text(String path) throws IOException {
        return Files.readString(directory.resolve(path));
    }

    /** The page's command that makes the variables, with the values given for the page's. */
    static String variables(Map<String, String> values) throws IOException {
        var command =
                DocumentedPage.of(PAGE).below("Settings").stream()
                        .filter(each -> each.path().isEmpty())
                        .map(DocumentedPage.Block::text)
                        .findFirst()
                        .orElseThrow();
        for (var each : values.entrySet()) {
            command =
                    command.replaceAll(
                            "--from-literal=%s=[0-9-]+".formatted(each.getKey()),
                            Matcher.quoteReplacement(
                                    "--from-literal=%s=%s"
                                            .formatted(each.getKey(), each.getValue())));
        }
        return command;
    }
}
