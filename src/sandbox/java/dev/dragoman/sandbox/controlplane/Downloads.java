package dev.dragoman.sandbox.controlplane;

import dev.dragoman.sandbox.LogFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Fetches official releases into the cache, all requested ones at the same time. A host that fails
 * is reported once and not asked again. Thread-safe.
 */
final class Downloads {
    private static final int UNPACK_SECONDS = 60;

    private final Cache cache;
    private final Releases releases;
    private final String platform;
    private final Map<String, String> environment;
    private final Duration silence;
    private final Consumer<String> progress;

    /** The reason of a failure, by host or by URL. */
    private final Map<String, String> refused = new ConcurrentHashMap<>();

    Downloads(
            Cache cache,
            Releases releases,
            Map<String, String> environment,
            Duration silence,
            Consumer<String> progress) {
        this.cache = cache;
        this.releases = releases;
        this.platform = Releases.thisPlatform();
        this.environment = environment;
        this.silence = silence;
        this.progress = progress;
    }

    /**
     * Where the cache keeps the release of this program; empty when the program has no release. The
     * file need not exist.
     */
    Optional<Path> place(Program form) {
        return releases.of(form, platform).map(this::place);
    }

    private Path place(Release release) {
        return cache.root().resolve(release.directory()).resolve(release.program());
    }

    /**
     * Fetches those programs that have releases.
     *
     * @return the programs that could not be fetched
     * @throws ControlPlaneException when a file does not have its pinned checksum
     */
    List<Wanted> fetch(List<Wanted> wanted) {
        var mirror = Mirror.of(environment);
        var those = wanted.stream().filter(each -> !releases(each).isEmpty()).toList();
        if (!mirror.used() || those.isEmpty()) {
            return wanted;
        }
        progress.accept(
                "Fetching "
                        + those.stream()
                                .map(each -> releases(each).getFirst().toString())
                                .collect(Collectors.joining(", "))
                        + " (once; kept in "
                        + cache.root()
                        + ")");
        var there = fetchAll(those, mirror);
        return wanted.stream().filter(each -> !there.contains(each)).toList();
    }

    private Set<Wanted> fetchAll(List<Wanted> wanted, Mirror mirror) {
        var client = client();
        var download = new Download(client, silence, progress);
        var there = new HashSet<Wanted>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results =
                    wanted.stream()
                            .map(each -> threads.submit(() -> fetched(each, mirror, download)))
                            .toList();
            try {
                for (var result : results) {
                    result.get().ifPresent(there::add);
                }
            } finally {
                threads.shutdownNow();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ControlPlaneException said) {
                throw said;
            }
            throw new ControlPlaneException("Cannot fetch releases: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while fetching releases", e);
        } finally {
            client.shutdownNow();
        }
        return there;
    }

    /** All failures so far, as text for a message. */
    String refusals() {
        return refused.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(silence)
                .proxy(Mirror.proxies(environment))
                .build();
    }

    private List<Release> releases(Wanted wanted) {
        return wanted.forms().stream().flatMap(form -> releases.of(form, platform).stream()).toList();
    }

    /**
     * Fetches a program that the cache lacks. Returns {@code wanted} when the program is in the
     * cache now, otherwise empty.
     */
    private Optional<Wanted> fetched(Wanted wanted, Mirror mirror, Download download)
            throws IOException {
        for (var release : releases(wanted)) {
            var finished = place(release);
            cache.alone(
                    finished.getParent(),
                    () -> {
                        if (!Files.isExecutable(finished)) {
                            fetch(release, release.address(mirror.base()), finished, download);
                        }
                    });
            if (Files.isExecutable(finished)) {
                return Optional.of(wanted);
            }
        }
        return Optional.empty();
    }

    private void fetch(Release release, URI from, Path finished, Download download)
            throws IOException {
        var host = from.getAuthority();
        if (refused.containsKey(host)) {
            return;
        }
        var work = Files.createTempDirectory(finished.getParent(), ".fetch-");
        try {
            var began = System.nanoTime();
            var file = work.resolve("fetched");
            download.fetch(release.program(), from, file);
            Checksum.check(from, file, release.sha256());
            var program = program(release, file, work);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(program, finished, StandardCopyOption.ATOMIC_MOVE);
            progress.accept(
                    "  %s: fetched from %s in %d s"
                            .formatted(
                                    release,
                                    host,
                                    TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)));
        } catch (Unavailable e) {
            var what = e.all() ? host : from.toString();
            if (refused.putIfAbsent(what, e.getMessage()) == null) {
                progress.accept("  " + what + ": " + e.getMessage());
            }
        } finally {
            StateDirectory.delete(work);
        }
    }

    /**
     * The program: the fetched file, or its member when it is an archive. On macOS {@code tar} also
     * reads zip files.
     */
    private static Path program(Release release, Path file, Path work)
            throws IOException, Unavailable {
        if (release.member().isEmpty()) {
            return file;
        }
        var member = release.member().get();
        var log = work.resolve("tar.log");
        try {
            var tar =
                    new ProcessBuilder(
                                    List.of("tar", "-xf", file.toString(), "-C", work.toString(), member))
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            if (tar.waitFor(UNPACK_SECONDS, TimeUnit.SECONDS) && tar.exitValue() == 0) {
                return work.resolve(member);
            }
            tar.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("Interrupted while unpacking " + release, e);
        }
        throw new Unavailable("tar cannot unpack the file: " + LogFile.tail(log, 3), false);
    }
}
