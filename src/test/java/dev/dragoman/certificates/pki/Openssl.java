package dev.dragoman.certificates.pki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** OpenSSL as its own program, which knows nothing of this project. It must be installed. */
final class Openssl {
    private Openssl() {}

    /** What it says; fails where it says no. */
    static String run(Path directory, List<String> arguments) throws IOException {
        var answer = ask(directory, arguments);
        if (answer.status() != 0) {
            throw new AssertionError("openssl %s: %s".formatted(arguments, answer.said()));
        }
        return answer.said();
    }

    /**
     * What it said and how it ended.
     *
     * @param said all of it, with complaints where it failed
     */
    record Answer(int status, String said) {}

    static Answer ask(Path directory, List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of("openssl"));
        command.addAll(arguments);
        var complaints = directory.resolve("complaints.txt");
        var process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectError(complaints.toFile())
                        .start();
        try {
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            return new Answer(status, status == 0 ? said : said + Files.readString(complaints));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
