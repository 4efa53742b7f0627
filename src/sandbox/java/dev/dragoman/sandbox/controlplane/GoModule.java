package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * A pinned Go module: a {@code go.mod} and a {@code go.sum}, packed into the sandbox jar. The
 * sources come from Go's module proxy, verified by {@code go.sum}. The sources of this project's
 * own programs are packed beside the two files.
 *
 * @param sources text of each {@code .go} file by its name
 */
record GoModule(String name, String mod, String sum, SortedMap<String, String> sources) {
    private static final String MOD = "go.mod";
    private static final String SUM = "go.sum";

    /** Part of {@link #digest}. Change it when the flags of the build change. */
    private static final String RECIPE = "trimpath, stripped, 1";

    private static final Pattern KUBERNETES =
            Pattern.compile("(?m)^\\s*(?:require )?k8s\\.io/kubernetes (v1\\.(\\d+)\\.\\d+)\\b");

    GoModule {
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    }

    static boolean exists(String name) {
        return GoModule.class.getResource(resource(name)) != null;
    }

    private static String resource(String name) {
        return "/sandbox/control-plane/" + name + "/go.mod";
    }

    static GoModule load(String name) {
        var resource = resource(name);
        var mod = GoModule.class.getResource(resource);
        if (mod == null) {
            throw new ControlPlaneException(
                    "The class path lacks " + resource + ": run mvn process-resources");
        }
        return load(name, mod);
    }

    /** Loads the module from the directory of this {@code go.mod}, which may be in a jar. */
    static GoModule load(String name, URL mod) {
        try {
            if (mod.openConnection() instanceof JarURLConnection inJar) {
                inJar.setUseCaches(false);
                try (var jar = inJar.getJarFile()) {
                    return fromJar(name, jar, inJar.getEntryName().replaceFirst("go\\.mod$", ""));
                }
            }
            return fromDirectory(name, Path.of(mod.toURI()).resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new ControlPlaneException("Cannot read " + mod, e);
        }
    }

    private static GoModule fromJar(String name, JarFile jar, String directory) throws IOException {
        var files = new TreeMap<String, String>();
        for (var entry : Collections.list(jar.entries())) {
            var file = entry.getName();
            if (file.startsWith(directory) && wanted(file.substring(directory.length()))) {
                try (var in = jar.getInputStream(entry)) {
                    files.put(
                            file.substring(directory.length()),
                            new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return of(name, files);
    }

    private static GoModule fromDirectory(String name, Path directory) throws IOException {
        var files = new TreeMap<String, String>();
        try (var list = Files.list(directory)) {
            for (var file : list.toList()) {
                if (wanted(file.getFileName().toString())) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return of(name, files);
    }

    private static boolean wanted(String file) {
        return !file.contains("/")
                && (file.equals(MOD) || file.equals(SUM) || file.endsWith(".go"));
    }

    private static GoModule of(String name, SortedMap<String, String> files) {
        var mod = files.remove(MOD);
        var sum = files.remove(SUM);
        if (sum == null) {
            throw new ControlPlaneException("The Go module " + name + " has no " + SUM);
        }
        return new GoModule(name, mod, sum, files);
    }

    /**
     * Identifies pins, sources and flags, so that different binaries never share a directory in the
     * cache.
     */
    String digest() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(mod.getBytes(StandardCharsets.UTF_8));
            digest.update(sum.getBytes(StandardCharsets.UTF_8));
            digest.update(RECIPE.getBytes(StandardCharsets.UTF_8));
            sources.forEach(
                    (file, text) -> {
                        digest.update((file + "\0").getBytes(StandardCharsets.UTF_8));
                        digest.update((text + "\0").getBytes(StandardCharsets.UTF_8));
                    });
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(MOD), mod);
        Files.writeString(directory.resolve(SUM), sum);
        for (var source : sources.entrySet()) {
            Files.writeString(directory.resolve(source.getKey()), source.getValue());
        }
    }

    /**
     * Arguments of {@code go} to build programs of this module. Go prints the name of each package
     * that it compiles.
     *
     * @param output the program's file; for several programs their directory
     * @param programs must have the same {@link Program#flags}
     */
    List<String> build(Path output, List<Program> programs) {
        var command = new ArrayList<>(List.of("build", "-v", "-trimpath", "-o", output.toString()));
        command.addAll(programs.getFirst().flags());
        command.add("-ldflags");
        command.add("-s -w" + versionFlags());
        programs.forEach(program -> command.add(program.goPackage()));
        return command;
    }

    /** The version of Kubernetes that the module pins, such as {@code 1.36.3}. */
    Optional<String> kubernetes() {
        var matcher = KUBERNETES.matcher(mod);
        return matcher.find() ? Optional.of(matcher.group(1).substring(1)) : Optional.empty();
    }

    /**
     * Linker flags with the version of Kubernetes. Without them the server reports v0.0.0-master,
     * which some clients cannot parse.
     */
    private String versionFlags() {
        var matcher = KUBERNETES.matcher(mod);
        if (!matcher.find()) {
            return "";
        }
        var flags = new StringBuilder();
        for (var entry :
                List.of(
                        "gitVersion=" + matcher.group(1),
                        "gitMajor=1",
                        "gitMinor=" + matcher.group(2),
                        "gitTreeState=clean",
                        "gitCommit=" + "0".repeat(40),
                        "buildDate=1970-01-01T00:00:00Z")) {
            flags.append(" -X k8s.io/component-base/version.").append(entry);
        }
        return flags.toString();
    }

    /** The name of the module's directory in the cache. */
    String directory() {
        return name + "-" + digest();
    }
}
