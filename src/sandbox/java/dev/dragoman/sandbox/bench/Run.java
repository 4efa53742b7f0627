package dev.dragoman.sandbox.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The results, with what is needed to repeat the run.
 *
 * @param command the command line
 * @param machine processors, memory, Java and Linux
 * @param commit of the checkout, with "-dirty" when files differ from the commit; "unknown" outside
 *     of a checkout
 * @param date of the beginning, in ISO 8601
 * @param jvm options of the measured JVMs
 */
record Run(
        String command,
        String machine,
        String commit,
        String date,
        boolean quick,
        List<String> jvm,
        List<Result> results) {
    Run {
        jvm = List.copyOf(jvm);
        results = List.copyOf(results);
    }

    /** A run that begins now on this machine, without results. */
    static Run begin(String command, Setup setup, Clock clock) {
        return new Run(
                command,
                thisMachine(),
                thisCommit(),
                Instant.now(clock).toString(),
                setup.quick(),
                setup.jvm(),
                List.of());
    }

    Run with(List<Result> all) {
        return new Run(command, machine, commit, date, quick, jvm, all);
    }

    private static String thisMachine() {
        return "%s, %d processors, %s, Java %s, %s %s"
                .formatted(
                        field("/proc/cpuinfo", "model name"),
                        Runtime.getRuntime().availableProcessors(),
                        field("/proc/meminfo", "MemTotal"),
                        Runtime.version(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"));
    }

    private static String field(String file, String name) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String thisCommit() {
        try {
            var git =
                    new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            var said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0
                    ? said.strip()
                    : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
