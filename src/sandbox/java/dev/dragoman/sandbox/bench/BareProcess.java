package dev.dragoman.sandbox.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A running {@link BareClient}. When this JVM ends, the input of the process closes, and the
 * process ends too.
 */
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

    /** CPU time that the process has used so far, in ms. */
    double cpu() {
        return ProcessFigures.cpu(process.pid());
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @return the number in the answer
     * @throws BenchFailed when the process ends before it answers
     */
    long ask(Object... command) {
        var line = new ArrayList<String>();
        for (var word : command) {
            line.add(word.toString());
        }
        try {
            commands.write(String.join(" ", line) + "\n");
            commands.flush();
            // libraries may also write to the output
            for (var answer = answers.readLine(); answer != null; answer = answers.readLine()) {
                if (answer.matches("\\d+")) {
                    return Long.parseLong(answer);
                }
            }
        } catch (IOException e) {
            throw new BenchFailed("the baseline process ended at the command " + line, e);
        }
        throw new BenchFailed("the baseline process ended at the command " + line);
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
