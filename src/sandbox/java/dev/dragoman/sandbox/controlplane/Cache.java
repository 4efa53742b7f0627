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
 * The cache of programs, {@code ${XDG_CACHE_HOME:-~/.cache}/dragoman/control-plane}. A program in
 * it is always complete, because it is made in another directory and then renamed. Thread-safe,
 * also between processes.
 *
 * @param root the directory of the cache, which need not exist
 * @param progress gets a line when this process waits for another one
 */
record Cache(Path root, Consumer<String> progress) {
    /** Locks between threads of this process: a file lock belongs to the whole process. */
    private static final Map<Path, Object> LOCKS = new ConcurrentHashMap<>();

    static Cache of(Map<String, String> environment, Consumer<String> progress) {
        var base = environment.get("XDG_CACHE_HOME");
        var root =
                base != null && base.startsWith("/")
                        ? Path.of(base)
                        : Path.of(System.getProperty("user.home"), ".cache");
        return new Cache(root.resolve("dragoman").resolve("control-plane"), progress);
    }

    /** Work in one directory of the cache. */
    interface Work {
        void run() throws IOException;
    }

    /**
     * Creates the directory and does the work while no other thread or process works in it. A
     * process that had to wait finds the result of the process before it, so the work must check
     * what is left to do.
     */
    void alone(Path home, Work work) throws IOException {
        synchronized (LOCKS.computeIfAbsent(home, _ -> new Object())) {
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
