package dev.dragoman.sandbox.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link BareClient} while it runs. It ends with this JVM, whose death closes its input. */
final class BareProcess implements AutoCloseable {
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private BareProcess(Process process) {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static BareProcess start(List<String> jvm, Path kubeconfig) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(BareClient.class.getName(), kubeconfig.toString()));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(ProductionJvm.environment());
        try {
            return new BareProcess(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the baseline", e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Processor time that it has used, in ms. */
    double cpu() {
        return ProcessFigures.cpu(process.pid());
    }

    /**
     * Gives a command and waits for its end.
     *
     * @return the number that answers it
     */
    long ask(Object... command) {
        var line = new ArrayList<String>();
        for (var word : command) {
            line.add(word.toString());
        }
        try {
            commands.write(String.join(" ", line) + "\n");
            commands.flush();
            // others may write to the output too
            for (var said = answers.readLine(); said != null; said = answers.readLine()) {
                if (said.matches("\\d+")) {
                    return Long.parseLong(said);
                }
            }
        } catch (IOException e) {
            throw new BenchFailed("the baseline ended at " + line, e);
        }
        throw new BenchFailed("the baseline ended at " + line);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
