package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.witness.Evidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What local Azures were asked and answered in tests, for {@link OavIT} to judge at the end. */
public final class KeptExchanges {
    /** Of this run; one of other tests, or of other code, leaves others. */
    static final Path DIRECTORY =
            Path.of(System.getProperty("dragoman.exchanges", "target/exchanges/alone"));

    /** Takes away what an earlier run has left. */
    public static void empty() {
        try {
            if (Files.exists(DIRECTORY)) {
                try (var files = Files.list(DIRECTORY)) {
                    for (var file : files.toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the last landing has left, and the last run of the full tier. */
    static List<Path> files() throws IOException {
        var all = new ArrayList<Path>();
        for (var run : List.of("landing", "full")) {
            var directory = DIRECTORY.resolveSibling(run);
            if (Files.exists(directory)) {
                try (var files = Files.list(directory)) {
                    files.sorted().forEach(all::add);
                }
            }
        }
        return all;
    }

    private KeptExchanges() {}

    /** Keeps everything that this Azure got, errors too, under a name that no other test uses. */
    public static void keep(SandboxControl azure, String name) {
        try {
            Evidence.secrets(azure.secrets());
            Evidence.withSecrets(azure.answers());
            var directory = Files.createDirectories(DIRECTORY);
            var _ = azure.writeExchanges(directory.resolve(name + ".jsonl"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
