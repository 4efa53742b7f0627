package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * No value that was secret in any integration test is where others read: tokens and proofs, secrets
 * of applications, keys that Azure answered with, whatever Secrets held. Looked for in what the
 * operator wrote (objects, statuses, Events), logged, and gave as metrics. Comes after the tests by
 * its name; it fails when it runs alone.
 */
@Isolated("comes after all others")
class SecretsIT {
    private static final String ALONE = "run all integration tests: mvn verify";

    /** Characters of the line before it that are told. */
    private static final int BEFORE = 400;

    /** Where it was found, without the value: it would be in the log then. */
    private final List<String> found = new ArrayList<>();

    private long lines;

    @Test
    void noValueIsWhereOthersRead() throws Exception {
        var known = Evidence.known();
        assertThat(known.size()).as(ALONE).isGreaterThan(400);

        var operator =
                "\"username\":\"%s\""
                        .formatted(AuditLog.serviceAccount("dragoman-system", "dragoman"));
        read(SharedControlPlane.shared().audit().file(), line -> line.contains(operator));
        assertThat(lines).as("%s; writes and Events", ALONE).isGreaterThan(1000);

        for (var file : files()) {
            read(file, _ -> true);
        }
        assertThat(found).as("places of %d known values", known.size()).isEmpty();
    }

    private static List<Path> files() throws IOException {
        var directory = Evidence.DIRECTORY.orElseThrow(() -> new AssertionError(ALONE));
        try (var all = Files.list(directory)) {
            var files = all.sorted().toList();
            assertThat(files)
                    .as(ALONE)
                    .filteredOn(each -> each.toFile().length() > 0)
                    .extracting(each -> each.getFileName().toString())
                    .contains("tests.log", "metrics.txt")
                    .anyMatch(each -> each.startsWith("process-"));
            return files;
        }
    }

    private void read(Path file, Predicate<String> looked) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            long number = 0;
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (looked.test(line)) {
                    lines++;
                    for (var piece : Evidence.known().in(line)) {
                        found.add(place(file, number, line, piece));
                    }
                }
            }
        }
    }

    private static String place(Path file, long number, String line, String piece) {
        int at = line.indexOf(piece);
        var before = line.substring(0, at);
        // what touches the part may be secret too, and so may be what stands further left
        var told =
                Evidence.known().in(before).isEmpty()
                        ? before.substring(Math.max(0, at - BEFORE))
                                .replaceFirst("^[^\\s\"':=]*", "")
                                .replaceFirst("[^\\s\"':=]*$", "")
                        : "another";
        return "%s:%d:%d, after: %s".formatted(file, number, at, told);
    }
}
