package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Fetches a Go module's files without Go: the zip file of a module proxy, checked with the {@code
 * h1} hash in {@code go.sum}, as Go checks it.
 *
 * @param silence see {@link Download}
 */
record GoZip(Map<String, String> environment, Duration silence, Consumer<String> progress) {
    private static final String PROXY = "https://proxy.golang.org";
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /**
     * The directory with the module's files; fetches them first when they are missing.
     *
     * @param module path of a module that is in the {@code go.sum} of {@code pins}
     * @throws ControlPlaneException when they cannot be fetched, or do not have the pinned hash
     */
    Path directory(GoModule pins, String module) {
        var version = group(pins.mod(), "^\\s*(?:require )?%s (v\\S+)", module);
        var sum = group(pins.sum(), "^%s h1:(\\S+)$", module + " " + version);
        var cache = Cache.of(environment, progress);
        var name = module.replace('/', '_') + "@" + version;
        var home = cache.root().resolve("sources");
        var finished = home.resolve(name);
        var from =
                URI.create(
                        "%s/%s/@v/%s.zip".formatted(proxy(), escaped(module), escaped(version)));
        try {
            cache.alone(
                    home,
                    () -> {
                        if (!Files.isDirectory(finished)) {
                            fetch(from, module + "@" + version, sum, finished);
                        }
                    });
        } catch (IOException e) {
            throw new ControlPlaneException("Cannot fetch Go module " + module, e);
        }
        return finished;
    }

    private static String group(String text, String line, String name) {
        var found =
                Pattern.compile("(?m)" + line.formatted(Pattern.quote(name))).matcher(text);
        if (!found.find()) {
            throw new ControlPlaneException("No Go module pins " + name);
        }
        return found.group(1);
    }

    private void fetch(URI from, String prefix, String sum, Path finished) throws IOException {
        progress.accept("Fetching " + from);
        var work = Files.createTempDirectory(finished.getParent(), ".fetch-");
        var client =
                HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .connectTimeout(silence)
                        .proxy(Mirror.proxies(environment))
                        .build();
        try {
            var file = work.resolve("module.zip");
            new Download(client, silence, progress).fetch(prefix, from, file);
            var files = Files.createDirectory(work.resolve("files"));
            var found = unpacked(file, prefix + "/", files);
            if (!found.equals(sum)) {
                throw new ControlPlaneException(
                        "%s is not the file that is pinned: its sum is h1:%s, not h1:%s"
                                .formatted(from, found, sum));
            }
            Files.move(files, finished, StandardCopyOption.ATOMIC_MOVE);
        } catch (Unavailable e) {
            throw new ControlPlaneException(
                    "%s: %s. Go was not found, so only this proxy was asked. Install Go, which tries each proxy in GOPROXY"
                            .formatted(from, e.getMessage()),
                    e);
        } finally {
            client.shutdownNow();
            StateDirectory.delete(work);
        }
    }

    /**
     * Unpacks the zip file and returns its h1 hash: the SHA-256 of one line for each file, sorted
     * by name, with the file's SHA-256.
     */
    private static String unpacked(Path zip, String prefix, Path into) throws IOException {
        var sums = new TreeMap<String, String>();
        try (var archive = new ZipFile(zip.toFile())) {
            for (var entry : archive.stream().toList()) {
                var name = entry.getName();
                var file = into.resolve(name.replaceFirst(Pattern.quote(prefix), "")).normalize();
                if (!name.startsWith(prefix) || !file.startsWith(into)) {
                    throw new ControlPlaneException(
                            zip + " has a file outside of the module's directory: " + name);
                }
                Files.createDirectories(file.getParent());
                try (var in = archive.getInputStream(entry)) {
                    Files.copy(in, file);
                }
                sums.put(name, Checksum.sha256(file));
            }
        }
        var digest = Checksum.digest();
        sums.forEach(
                (each, sum) ->
                        digest.update((sum + "  " + each + "\n").getBytes(StandardCharsets.UTF_8)));
        return Base64.getEncoder().encodeToString(digest.digest());
    }

    /** The first URL in {@code GOPROXY}, which may list several URLs. */
    private String proxy() {
        return Arrays.stream(environment.getOrDefault("GOPROXY", PROXY).split("[,|]", -1))
                .filter(each -> each.startsWith("http"))
                .findFirst()
                .orElse(PROXY)
                .replaceFirst("/+$", "");
    }

    /** Escapes capital letters as Go does in URLs of the proxy. */
    private static String escaped(String name) {
        return CAPITAL.matcher(name).replaceAll(found -> "!" + found.group().toLowerCase(Locale.ROOT));
    }
}
