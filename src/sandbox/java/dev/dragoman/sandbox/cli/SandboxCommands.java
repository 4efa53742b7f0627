package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.CommandProvider;
import dev.dragoman.sandbox.bench.BenchCommand;
import java.util.List;

/**
 * Adds the commands of the sandbox to {@code dragoman} when the sandbox jar is on the class path.
 */
public final class SandboxCommands implements CommandProvider {
    /** The parts that every sandbox starts after its control plane. */
    static final List<SandboxPart> PARTS = List.of(new AzurePart());

    @Override
    public List<Object> commands() {
        return List.of(new DemoCommand(), new SandboxCommand(), new BenchCommand());
    }
}
