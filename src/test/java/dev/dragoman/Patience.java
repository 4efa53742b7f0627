package dev.dragoman;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;

/**
 * How long a test waits for what must come, in one place. A limit is what an idle machine would
 * need many times over, and is stretched where the machine has more to do than cores to do it: a
 * loaded machine makes a test slower, not red. What may not happen within a time is no matter of
 * patience; such tests name their own time. Thread-safe.
 */
public final class Patience {
    private static final Duration USUAL = Duration.ofSeconds(60);
    private static final double MOST = 6;

    private Patience() {}

    /** Awaitility with the usual limit, for everything that takes no longer than some seconds. */
    public static ConditionFactory await() {
        return Awaitility.await().atMost(usual());
    }

    /** The same, which says what is waited for. */
    public static ConditionFactory await(String alias) {
        return Awaitility.await(alias).atMost(usual());
    }

    /** The same with another limit, which is stretched too: {@code idle} as in {@link #of}. */
    public static ConditionFactory await(Duration idle) {
        return Awaitility.await().atMost(of(idle));
    }

    /** Whether it comes within a time, for who has another way where it does not. */
    public static boolean within(Duration idle, Callable<Boolean> condition) {
        try {
            await(idle).until(condition);
            return true;
        } catch (ConditionTimeoutException notSeen) {
            return false;
        }
    }

    /** The usual limit, stretched. */
    public static Duration usual() {
        return of(USUAL);
    }

    /** Another limit, stretched: {@code idle} is enough on an idle machine. */
    public static Duration of(Duration idle) {
        return Duration.ofMillis(Math.round(idle.toMillis() * stretch()));
    }

    /** Waits until what is read has stayed the same for so long; what it is then. */
    public static <T> T settled(Duration quiet, Callable<T> read) {
        var last = new AtomicReference<T>();
        await("that nothing changes for " + quiet.toSeconds() + " s")
                .during(quiet)
                .until(
                        () -> {
                            var now = read.call();
                            return now.equals(last.getAndSet(now));
                        });
        return last.get();
    }

    /** The usual limit as an option of kubectl, such as {@code --timeout=60s}. */
    public static String timeout() {
        return "--timeout=" + usual().toSeconds() + "s";
    }

    /**
     * What the process says until it ends. One that takes longer than the limit is ended, and what
     * it said so far is in the error.
     */
    public static String said(Process process, Duration idle) throws InterruptedException {
        var said = new StringWriter();
        var reader = Thread.ofVirtual().start(() -> read(process, said));
        boolean ended =
                process.waitFor(of(idle).toMillis(), TimeUnit.MILLISECONDS)
                        // what it has started may keep its output open
                        && reader.join(of(Duration.ofSeconds(10)));
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(
                    "it did not end within %d s: %s".formatted(idle.toSeconds(), said));
        }
        return said.toString();
    }

    private static void read(Process process, StringWriter said) {
        try (var reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var some = new char[8192];
            for (int read = reader.read(some); read >= 0; read = reader.read(some)) {
                said.write(some, 0, read);
            }
        } catch (IOException e) {
            said.write(e.toString());
        }
    }

    /** Whether the process ends within the usual limit. */
    public static boolean ends(Process process) throws InterruptedException {
        return process.waitFor(usual().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Processes that want to run for each core, from 1 up; 1 where the system does not tell. */
    private static double stretch() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        double load = system.getSystemLoadAverage() / system.getAvailableProcessors();
        return Math.clamp(load, 1, MOST);
    }
}
