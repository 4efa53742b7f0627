package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * Fetches or builds the programs of the tests while Maven compiles the tests, because Go takes
 * minutes on a new machine. Another process that needs these programs meanwhile waits for this one,
 * and does not build them again.
 */
final class Prepare {
    private Prepare() {}

    public static void main(String[] ignored) {
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
