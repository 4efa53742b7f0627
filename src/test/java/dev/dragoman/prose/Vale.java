package dev.dragoman.prose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Vale with the rules of {@code tools/prose}, and the pages that it looks at. */
final class Vale {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Path HOME = Path.of("tools/prose");
    static final Path VOCABULARY = HOME.resolve("styles/config/vocabularies/Dragoman/accept.txt");

    private Vale() {}

    /** All pages that people read, from the root of the checkout; never empty. */
    static List<Path> pages() throws IOException {
        try (var docs = Files.walk(Path.of("docs"))) {
            var root =
                    Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
                            .map(Path::of);
            return Stream.concat(
                            root, docs.filter(page -> page.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    /** Names of the rules, without their style. */
    static List<String> rules() throws IOException {
        try (var files = Files.list(HOME.resolve("styles/Dragoman"))) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.yml$", ""))
                    .sorted()
                    .toList();
        }
    }

    /**
     * What is found in these pages, in their order.
     *
     * @throws IllegalStateException if Vale itself fails, as over a rule that it cannot read
     */
    static List<Finding> findings(List<Path> pages) throws IOException, InterruptedException {
        return findings(HOME.resolve("vale.ini"), pages);
    }

    /** The same by other settings. */
    static List<Finding> findings(Path settings, List<Path> pages)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(new Binaries(System.err::println).path(Program.VALE).toString());
        command.addAll(List.of("--no-global", "--no-exit", "--output", "JSON"));
        command.addAll(List.of("--config", settings.toString()));
        pages.forEach(page -> command.add(page.toString()));
        var errors = Files.createTempFile("vale", ".err");
        var process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            process.getOutputStream().close();
            var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("Vale: " + out + Files.readString(errors));
            }
            return read(JSON.readTree(out));
        } finally {
            process.destroyForcibly();
            Files.delete(errors);
        }
    }

    private static List<Finding> read(JsonNode said) {
        var found = new ArrayList<Finding>();
        for (var page : said.properties()) {
            for (var each : page.getValue()) {
                found.add(
                        new Finding(
                                page.getKey(),
                                each.path("Line").asInt(),
                                each.path("Check").asText().replaceFirst("^Dragoman\\.", ""),
                                each.path("Match").asText(),
                                each.path("Message").asText()));
            }
        }
        found.sort(Comparator.comparing(Finding::file).thenComparingInt(Finding::line));
        return found;
    }
}
