package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No value that was secret in any integration test is where others read: tokens and proofs, secrets
 * of applications, keys that Azure answered with, whatever Secrets held. Looked for in what the
 * operator wrote on any API server (objects, statuses, Events), logged, and gave as metrics. It
 * fails where no integration tests ran before.
 */
abstract class Secrets {
    private static final String ALONE = "run all integration tests: mvn verify";
    private static final String OPERATOR = ":dragoman\"";
    private static final String USER = "\"username\":\"system:serviceaccount:";

    private static final Pattern LEFT = Pattern.compile("tests\\.log|metrics\\.txt|process-.*");

    /** Whether all of the tier ran before, and not a third of it. */
    private static final boolean WHOLE = "all".equals(System.getProperty("dragoman.third", "all"));

    /** Characters of the line before it that are told. */
    private static final int BEFORE = 400;

    /** Where it was found, without the value: it would be in the log then. */
    private final List<String> found = new ArrayList<>();

    private final SecretPieces known = Evidence.known();
    private long lines;

    @Test
    void noValueIsWhereOthersRead() throws Exception {
        assertThat(known.size()).as(ALONE).isGreaterThan(least(400));

        var audits = Evidence.audits();
        assertThat(audits).as(ALONE).isNotEmpty();
        for (var audit : audits) {
            read(audit.file(), line -> line.contains(OPERATOR) && line.contains(USER));
        }
        assertThat(lines).as("%s; writes and Events", ALONE).isGreaterThan(least(1000));

        for (var file : files()) {
            read(file, _ -> true);
        }
        assertThat(found).as("places of %d known values", known.size()).isEmpty();
    }

    /** The thirds take the same time, and need not have the same number of values. */
    private static int least(int whole) {
        return WHOLE ? whole : whole / 6;
    }

    private static List<Path> files() throws IOException {
        try (var all = Files.list(Evidence.left())) {
            var files =
                    all.filter(each -> LEFT.matcher(each.getFileName().toString()).matches())
                            .sorted()
                            .toList();
            assertThat(files)
                    .as(ALONE)
                    .filteredOn(each -> each.toFile().length() > 0)
                    .extracting(each -> each.getFileName().toString())
                    .contains("tests.log", "metrics.txt")
                    .anyMatch(each -> !WHOLE || each.startsWith("process-"));
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
                    for (var piece : known.in(line)) {
                        found.add(place(file, number, line, piece));
                    }
                }
            }
        }
    }

    private String place(Path file, long number, String line, String piece) {
        int at = line.indexOf(piece);
        var before = line.substring(0, at);
        // what touches the part may be secret too, and so may be what stands further left
        var told =
                known.in(before).isEmpty()
                        ? before.substring(Math.max(0, at - BEFORE))
                                .replaceFirst("^[^\\s\"':=]*", "")
                                .replaceFirst("[^\\s\"':=]*$", "")
                        : "another";
        return "%s:%d:%d, after: %s".formatted(file, number, at, told);
    }
}
