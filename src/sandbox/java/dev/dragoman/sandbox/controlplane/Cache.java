package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * {@code ${XDG_CACHE_HOME:-~/.cache}/dragoman/control-plane}. A program that is there is complete,
 * because it is made elsewhere and renamed. Thread-safe, also between processes.
 *
 * @param root its directory, which need not exist
 * @param progress is told when another process is waited for
 */
record Cache(Path root, Consumer<String> progress) {
    /** The lock of a file is the process's, so threads of one process wait for each other here. */
    private static final Map<Path, Object> HOMES = new ConcurrentHashMap<>();

    static Cache of(Map<String, String> environment, Consumer<String> progress) {
        var base = environment.get("XDG_CACHE_HOME");
        var root =
                base != null && base.startsWith("/")
                        ? Path.of(base)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return new Cache(root.resolve("dragoman").resolve("control-plane"), progress);
    }

    /** Work on one directory. */
    interface Work {
        void run() throws IOException;
    }

    /**
     * Does the work while nobody else works in this directory, which is made. A second process waits
     * for the first and then finds its work.
     */
    void alone(Path home, Work work) throws IOException {
        synchronized (HOMES.computeIfAbsent(home, _ -> new Object())) {
            Files.createDirectories(home);
            try (var channel =
                    FileChannel.open(
                            home.resolve(".lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE)) {
                var first = channel.tryLock();
                if (first == null) {
                    progress.accept("Waiting for another process that works in " + home);
                }
                try (var lock = first == null ? channel.lock() : first) {
                    if (lock.isValid()) {
                        work.run();
                    }
                }
            }
        }
    }
}
