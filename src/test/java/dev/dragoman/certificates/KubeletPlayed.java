package dev.dragoman.certificates;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Plays what the kubelet does with volumes of Secrets and ConfigMaps: the files of each are written
 * to a fresh directory in the volume, and the symbolic link {@code ..data} is replaced at once.
 * What looks like a file of the volume is a link through that one, and stays.
 *
 * <p>Each state of an object is written after the whole delay, which is the worst that a kubelet
 * does; volumes have delays of their own, since it looks after one volume at a time. Files stay as
 * they are where the object is deleted or lacks a key. Former revisions stay until the end.
 */
public final class KubeletPlayed implements AutoCloseable {
    /**
     * A volume.
     *
     * @param configMap whether the object is a ConfigMap, else it is a Secret
     * @param object name of it
     * @param items names of files by the keys of the object
     */
    public record Volume(boolean configMap, String object, Map<String, String> items) {
        public Volume {
            items = Map.copyOf(items);
        }

        /** Of a Secret. */
        public Volume(String secret, Map<String, String> items) {
            this(false, secret, items);
        }

        /** Files with the names of these keys. */
        public static Volume of(String secret, String... keys) {
            return new Volume(false, secret, itself(keys));
        }

        /** The same of a ConfigMap. */
        public static Volume ofConfigMap(String name, String... keys) {
            return new Volume(true, name, itself(keys));
        }

        private static Map<String, String> itself(String... keys) {
            return Arrays.stream(keys)
                    .collect(Collectors.toMap(Function.identity(), Function.identity()));
        }
    }

    private static final String DATA = "..data";

    private final Path root;
    private final Map<String, Mounted> mounted = new HashMap<>();
    private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService writer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("kubelet-played").factory());

    /**
     * Begins to watch, without a delay.
     *
     * @param volumes by their directories, which may be paths
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
                informers.add(each.inform(client, namespace));
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

    /** Sets the time from a change of any object to the change of its files, for later changes. */
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
        return mounted.values().stream().allMatch(each -> each.revisions.get() > 0);
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

    private static Map<String, byte[]> content(Secret secret) {
        return content(secret.getData(), Base64.getDecoder()::decode);
    }

    private static Map<String, byte[]> content(ConfigMap configMap) {
        return content(configMap.getData(), each -> each.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, byte[]> content(
            Map<String, String> data, Function<String, byte[]> read) {
        var content = new HashMap<String, byte[]>();
        if (data != null) {
            data.forEach((key, value) -> content.put(key, read.apply(value)));
        }
        return content;
    }

    /** One volume. Written by one thread. */
    private final class Mounted {
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

        SharedIndexInformer<?> inform(KubernetesClient client, String namespace) {
            return volume.configMap()
                    ? client.configMaps()
                            .inNamespace(namespace)
                            .withName(volume.object())
                            .inform(handler(KubeletPlayed::content))
                    : client.secrets()
                            .inNamespace(namespace)
                            .withName(volume.object())
                            .inform(handler(KubeletPlayed::content));
        }

        private <T> ResourceEventHandler<T> handler(Function<T, Map<String, byte[]>> data) {
            return new ResourceEventHandler<>() {
                @Override
                public void onAdd(T object) {
                    later(data.apply(object));
                }

                @Override
                public void onUpdate(T former, T object) {
                    later(data.apply(object));
                }

                @Override
                public void onDelete(T object, boolean unknown) {
                    // a running pod keeps the files
                }
            };
        }

        private void later(Map<String, byte[]> data) {
            long event = events.incrementAndGet();
            var _ =
                    writer.schedule(
                            () -> write(event, data), delay.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** An earlier state with a longer delay is not written after a later one. */
        private void write(long event, Map<String, byte[]> data) {
            if (event < latest) {
                return;
            }
            latest = event;
            try {
                var wanted = wanted(data);
                if (!same(wanted, content)) {
                    swap(wanted);
                    content = wanted;
                }
            } catch (IOException | RuntimeException e) {
                problems.add(name + ": " + e);
            }
        }

        private Map<String, byte[]> wanted(Map<String, byte[]> data) {
            var wanted = new HashMap<String, byte[]>();
            for (var item : volume.items().entrySet()) {
                var value = data.get(item.getKey());
                if (value == null) {
                    throw new IllegalStateException(
                            "%s has no key %s".formatted(volume.object(), item.getKey()));
                }
                wanted.put(item.getValue(), value);
            }
            return wanted;
        }

        private void swap(Map<String, byte[]> wanted) throws IOException {
            var home = Files.createDirectories(root.resolve(name));
            var revision = ".." + (revisions.get() + 1);
            var directory = Files.createDirectory(home.resolve(revision));
            for (var file : wanted.entrySet()) {
                Files.write(directory.resolve(file.getKey()), file.getValue());
            }
            var next = home.resolve("..data_tmp");
            Files.createSymbolicLink(next, Path.of(revision));
            Files.move(next, home.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
            if (revisions.get() == 0) {
                for (var file : wanted.keySet()) {
                    Files.createSymbolicLink(home.resolve(file), Path.of(DATA, file));
                }
            }
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
