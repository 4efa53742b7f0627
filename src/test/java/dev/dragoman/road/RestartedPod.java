package dev.dragoman.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A process that is started again when it ends, as the kubelet does, at once. */
final class RestartedPod implements AutoCloseable {
    /** Starts the process. */
    interface Start {
        Process start() throws IOException;
    }

    private final Start start;
    private final List<Integer> exits = new ArrayList<>();
    private Process process;
    private boolean closed;

    RestartedPod(Start start) {
        this.start = start;
        run();
    }

    private synchronized void run() {
        if (closed) {
            return;
        }
        try {
            process = start.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var _ = process.onExit().thenAccept(this::ended);
    }

    private synchronized void ended(Process which) {
        if (!closed) {
            exits.add(which.exitValue());
            run();
        }
    }

    /** Exit codes of those that ended by themselves, oldest first. */
    synchronized List<Integer> exits() {
        return List.copyOf(exits);
    }

    synchronized boolean alive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closed = true;
            last = process;
        }
        last.destroyForcibly().onExit().join();
    }
}
