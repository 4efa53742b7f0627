package dev.dragoman.sandbox.azure;

import dev.dragoman.witness.Evidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What local Azures were asked and answered in tests, for {@link OavIT} to judge at the end. */
public final class KeptExchanges {
    /** Of this run alone: another one may have been of other tests, or of other code. */
    static final Path DIRECTORY =
            Path.of("target", "exchanges", Long.toString(ProcessHandle.current().pid()));

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
