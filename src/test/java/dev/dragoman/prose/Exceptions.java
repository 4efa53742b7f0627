package dev.dragoman.prose;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Findings that stay, as {@code tools/prose/exceptions.yaml} lists them.
 *
 * @param entries never null
 */
record Exceptions(List<Entry> entries) {
    static final Path FILE = Vale.HOME.resolve("exceptions.yaml");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** One of them; a key that its file lacks is null, and a key that is unknown an error. */
    record Entry(String file, String rule, String match, String reason) {
        private boolean covers(Finding finding) {
            return finding.file().equals(file)
                    && finding.rule().equals(rule)
                    && finding.match().equals(match);
        }
    }

    static Exceptions load(Path file) throws IOException {
        var read = Serialization.unmarshal(Files.readString(file), Object.class);
        return new Exceptions(
                read == null
                        ? List.of()
                        : MAPPER.convertValue(read, new TypeReference<List<Entry>>() {}));
    }

    /** The findings that no entry lets pass. */
    List<Finding> without(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> entries.stream().noneMatch(entry -> entry.covers(finding)))
                .toList();
    }

    /** What is wrong with the entries themselves, given all findings; empty if nothing is. */
    List<String> wrong(List<Finding> findings) {
        var wrong = new ArrayList<String>();
        for (var entry : entries) {
            if (entry.reason() == null || entry.reason().isBlank()) {
                wrong.add(entry + " gives no reason");
            }
            if (entry.file() == null || !Files.isRegularFile(Path.of(entry.file()))) {
                wrong.add(entry + " names no file");
            } else if (findings.stream().noneMatch(entry::covers)) {
                wrong.add(entry + " is not needed: nothing of the kind is found");
            }
        }
        return wrong;
    }
}
