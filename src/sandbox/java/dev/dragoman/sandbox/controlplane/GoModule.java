package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pinned Go module: a {@code go.mod} and a {@code go.sum}, packed into the sandbox jar. The
 * sources themselves come through Go's module proxy, verified by {@code go.sum}.
 */
record GoModule(String name, String mod, String sum) {
    /** Part of the digest: change it when the build's flags change. */
    private static final String RECIPE = "trimpath, stripped, 1";

    private static final Pattern KUBERNETES =
            Pattern.compile("(?m)^\\s*(?:require )?k8s\\.io/kubernetes (v1\\.(\\d+)\\.\\d+)\\b");

    static GoModule load(String name) {
        return new GoModule(name, resource(name + "/go.mod"), resource(name + "/go.sum"));
    }

    private static String resource(String path) {
        var resource = "/sandbox/control-plane/" + path;
        try (var in = GoModule.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new ControlPlaneException(
                        "The class path lacks " + resource + ": run mvn process-resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Binaries of two different pins never share a directory. */
    String digest() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(mod.getBytes(StandardCharsets.UTF_8));
            digest.update(sum.getBytes(StandardCharsets.UTF_8));
            digest.update(RECIPE.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("go.mod"), mod);
        Files.writeString(directory.resolve("go.sum"), sum);
    }

    List<String> build(Path output, Program program) {
        var command = new ArrayList<>(List.of("build", "-trimpath", "-o", output.toString()));
        command.add("-ldflags");
        command.add("-s -w" + versionFlags());
        command.add(program.goPackage());
        return command;
    }

    /** Without these the server calls itself v0.0.0-master, and clients that parse it fail. */
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

    /** Its directory in the cache. */
    String directory() {
        return name + "-" + digest();
    }
}
