package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * Gets the programs that tests start, while these are compiled: on a new machine Go takes minutes.
 * Who wants the same programs meanwhile waits for this one, and compiles nothing a second time.
 */
final class Prepare {
    private Prepare() {}

    public static void main(String[] none) {
        var binaries = new Binaries(System.out::println);
        binaries.require(
                List.of(
                        Program.ETCD,
                        Program.API_SERVER,
                        Program.CONTROLLER_MANAGER,
                        Program.KUBECTL,
                        Program.SCHEDULER,
                        Program.KWOK));
        binaries.require(List.of(Program.VALE));
    }
}
