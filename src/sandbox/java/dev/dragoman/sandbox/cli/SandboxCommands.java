package dev.dragoman.sandbox.cli;

import dev.dragoman.cli.CommandProvider;
import dev.dragoman.sandbox.bench.BenchCommand;
import java.util.List;

/** Brings the sandbox's commands to {@code dragoman}, wherever the sandbox jar is present. */
public final class SandboxCommands implements CommandProvider {
    /** What every sandbox starts after its control plane. */
    static final List<SandboxPart> PARTS = List.of(new AzurePart());

    @Override
    public List<Object> commands() {
        return List.of(new DemoCommand(), new SandboxCommand(), new BenchCommand());
    }
}
