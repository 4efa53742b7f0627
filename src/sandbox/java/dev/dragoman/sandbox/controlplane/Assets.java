package dev.dragoman.sandbox.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory of {@code KUBEBUILDER_ASSETS}, as envtest makes it: with etcd, kube-apiserver and
 * kubectl only. Programs in it are used; all other programs must fit the version of its API server.
 * Thread-safe.
 */
final class Assets {
    static final String VARIABLE = "KUBEBUILDER_ASSETS";

    /** The oldest supported minor version, as in docs/install.md. */
    private static final int OLDEST = 30;

    private final Optional<Path> directory;
    private final KubernetesVersion pinned;
    private final Map<Path, KubernetesVersion> versions = new ConcurrentHashMap<>();

    /**
     * Reads the variable. It is ignored when {@link Binaries#DIRECTORY} is set.
     *
     * @throws ControlPlaneException when its value is not a directory
     */
    Assets(Map<String, String> environment) {
        var value =
                environment.getOrDefault(Binaries.DIRECTORY, "").isBlank()
                        ? environment.getOrDefault(VARIABLE, "").strip()
                        : "";
        this.directory = value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
        this.pinned = KubernetesVersion.in(GoModule.load(Program.KUBERNETES).kubernetes().orElseThrow());
        if (directory.isPresent() && !Files.isDirectory(directory.get())) {
            throw new ControlPlaneException(VARIABLE + "=" + value + " is no directory");
        }
    }

    /**
     * The program's file; empty when the directory does not have it.
     *
     * @throws ControlPlaneException when the program's version does not fit the API server's
     */
    Optional<Path> file(Program program) {
        var file =
                directory
                        .filter(_ -> !program.ofAnotherMinor())
                        .map(there -> there.resolve(program.name()))
                        .filter(Files::isExecutable);
        if (file.isPresent() && Program.FOLLOWERS.contains(program)) {
            var own = version(file.get());
            var server = server();
            if (own.minor() > server.minor() || own.minor() < server.minor() - 1) {
                throw new ControlPlaneException(
                        ("%s has version %s, and the API server has %s. The program must have %s or one"
                                + " minor version less: replace it, or remove it from the directory")
                                .formatted(file.get(), own.text(), server.text(), server.line()));
            }
        }
        return file;
    }

    /**
     * The versions of a program that work with the API server, the best first: the API server's own
     * minor version, then the one before; never a newer one.
     */
    List<Program> forms(Program program) {
        var server = server();
        if (!program.module().equals(Program.KUBERNETES) || server.minor() == pinned.minor()) {
            return List.of(program);
        }
        return List.of(of(program, server.minor()), of(program, server.minor() - 1));
    }

    private Program of(Program program, int minor) {
        return minor == pinned.minor()
                ? program
                : program.of(Program.KUBERNETES + "-1." + minor);
    }

    /** The version of the API server in the directory; without one there, the pinned version. */
    KubernetesVersion server() {
        return directory
                .map(there -> there.resolve(Program.API_SERVER.name()))
                .filter(Files::isExecutable)
                .map(this::version)
                .orElse(pinned);
    }

    private KubernetesVersion version(Path file) {
        return versions.computeIfAbsent(file, KubernetesVersion::of);
    }

    /**
     * Lines for the user: which programs come from the directory, and what its version of
     * Kubernetes changes.
     *
     * @throws ControlPlaneException when the API server is too old
     */
    List<String> said(Iterable<Program> programs) {
        var names = new ArrayList<String>();
        var server = server();
        for (var program : programs) {
            if (file(program).isPresent()) {
                names.add(
                        program.equals(Program.API_SERVER)
                                ? program.name() + " " + server.text()
                                : program.name());
            }
        }
        if (names.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add("From " + VARIABLE + ": " + String.join(", ", names));
        if (server.minor() < OLDEST) {
            throw new ControlPlaneException(
                    "%s has kube-apiserver %s. Dragoman needs 1.%d or newer"
                            .formatted(VARIABLE, server.text(), OLDEST));
        }
        if (server.minor() < pinned.minor()) {
            lines.add(
                    "  This API server is older than %s, so kinds come without the MutatingAdmissionPolicy (crds"
                                    .formatted(pinned.line())
                            + " --without-policy); tests need "
                            + pinned.line());
        } else if (server.minor() > pinned.minor()) {
            lines.add("  This API server is newer than " + pinned.line() + ", the version that the tests use");
        }
        return lines;
    }
}
