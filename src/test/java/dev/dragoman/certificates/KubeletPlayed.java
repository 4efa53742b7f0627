package dev.dragoman.certificates;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays what the kubelet does with volumes of Secrets: the files of each are written to a fresh
 * directory, and a symbolic link is replaced at once, as the kubelet's {@code ..data}. Here the
 * link is the volume itself.
 *
 * <p>Each state of a Secret is written after the whole delay, which is the worst that a kubelet
 * does; volumes have delays of their own, since it looks after one volume at a time. Files stay as
 * they are where the Secret is deleted or lacks a key. Former revisions stay until the end.
 */
public final class KubeletPlayed implements AutoCloseable {
    /**
     * A volume.
     *
     * @param secret name of the Secret
     * @param items names of files by the keys of the Secret
     */
    public record Volume(String secret, Map<String, String> items) {
        public Volume {
            items = Map.copyOf(items);
        }

        /** Files with the names of these keys. */
        public static Volume of(String secret, String... keys) {
            var items = new HashMap<String, String>();
            for (var each : keys) {
                items.put(each, each);
            }
            return new Volume(secret, items);
        }
    }

    private final Path root;
    private final Map<String, Mounted> mounted = new HashMap<>();
    private final List<SharedIndexInformer<Secret>> informers = new ArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService writer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("kubelet-played").factory());

    /**
     * Begins to watch, without a delay.
     *
     * @param volumes by the names of their directories
     */
    public KubeletPlayed(KubernetesClient client, String namespace, Map<String, Volume> volumes) {
        try {
            root = Files.createTempDirectory("dragoman-kubelet-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        volumes.forEach((name, volume) -> mounted.put(name, new Mounted(name, volume)));
        try {
            for (var each : mounted.values()) {
                informers.add(
                        client.secrets()
                                .inNamespace(namespace)
                                .withName(each.volume.secret())
                                .inform(each));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** In which the volumes are. */
    public Path root() {
        return root;
    }

    /** Sets the time from a change of any Secret to the change of its files, for later changes. */
    public void delay(Duration delay) {
        mounted.keySet().forEach(each -> delay(each, delay));
    }

    /** Sets that of one volume. */
    public void delay(String volume, Duration delay) {
        mounted.get(volume).delay = delay;
    }

    /** Content of a file; empty where it is not there. */
    public Optional<byte[]> file(String volume, String name) {
        try {
            return Optional.of(Files.readAllBytes(root.resolve(volume).resolve(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether each volume has been written. */
    public boolean complete() {
        return mounted.keySet().stream().allMatch(each -> Files.exists(root.resolve(each)));
    }

    /** How often a volume has been written. */
    public int revisions(String volume) {
        return mounted.get(volume).revisions.get();
    }

    /** What could not be written, and why. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::close);
        writer.shutdownNow();
        try {
            if (!writer.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("files are written that nobody waits for");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (var all = Files.walk(root)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One volume. Written by one thread. */
    private final class Mounted implements ResourceEventHandler<Secret> {
        private final String name;
        private final Volume volume;
        private final AtomicLong events = new AtomicLong();
        private volatile Duration delay = Duration.ZERO;
        private final AtomicInteger revisions = new AtomicInteger();
        private long latest;
        private Map<String, byte[]> content = Map.of();

        Mounted(String name, Volume volume) {
            this.name = name;
            this.volume = volume;
        }

        @Override
        public void onAdd(Secret secret) {
            later(secret);
        }

        @Override
        public void onUpdate(Secret former, Secret secret) {
            later(secret);
        }

        @Override
        public void onDelete(Secret secret, boolean unknown) {
            // a running pod keeps the files
        }

        private void later(Secret secret) {
            long event = events.incrementAndGet();
            var _ =
                    writer.schedule(
                            () -> write(event, secret), delay.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** An earlier state with a longer delay is not written after a later one. */
        private void write(long event, Secret secret) {
            if (event < latest) {
                return;
            }
            latest = event;
            try {
                var wanted = wanted(secret);
                if (!same(wanted, content)) {
                    swap(wanted);
                    content = wanted;
                }
            } catch (IOException | RuntimeException e) {
                problems.add(name + ": " + e);
            }
        }

        private Map<String, byte[]> wanted(Secret secret) {
            var data = Optional.ofNullable(secret.getData()).orElse(Map.of());
            var wanted = new HashMap<String, byte[]>();
            for (var item : volume.items().entrySet()) {
                var value = data.get(item.getKey());
                if (value == null) {
                    throw new IllegalStateException(
                            "the Secret %s has no key %s"
                                    .formatted(volume.secret(), item.getKey()));
                }
                wanted.put(item.getValue(), Base64.getDecoder().decode(value));
            }
            return wanted;
        }

        private void swap(Map<String, byte[]> wanted) throws IOException {
            var revision = "..%s-%d".formatted(name, revisions.get() + 1);
            var directory = Files.createDirectory(root.resolve(revision));
            for (var file : wanted.entrySet()) {
                Files.write(directory.resolve(file.getKey()), file.getValue());
            }
            var next = root.resolve("..%s-next".formatted(name));
            Files.createSymbolicLink(next, Path.of(revision));
            Files.move(next, root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            var _ = revisions.incrementAndGet();
        }

        private static boolean same(Map<String, byte[]> one, Map<String, byte[]> other) {
            return one.keySet().equals(other.keySet())
                    && one.entrySet().stream()
                            .allMatch(
                                    each ->
                                            Arrays.equals(
                                                    each.getValue(), other.get(each.getKey())));
        }
    }
}
