package dev.dragoman.sandbox.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory of {@code KUBEBUILDER_ASSETS}, as envtest has it: with etcd, kube-apiserver and
 * kubectl, and without the rest. What it has is taken; what it lacks must fit its API server.
 * Thread-safe.
 */
final class Assets {
    static final String VARIABLE = "KUBEBUILDER_ASSETS";

    /** The oldest that docs/install.md names. */
    private static final int OLDEST = 30;

    private final Optional<Path> directory;
    private final KubernetesVersion pinned;
    private final Map<Path, KubernetesVersion> versions = new ConcurrentHashMap<>();

    /**
     * As the environment says it. The directory that must have all programs is looked at in its
     * place.
     *
     * @throws ControlPlaneException when it names no directory
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
     * The program's file, when it is there.
     *
     * @throws ControlPlaneException when it may not work with the API server
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
                        ("%s is of version %s and the API server of %s. It may be of %s or one minor"
                                        + " version older: replace it, or take it out of the directory")
                                .formatted(file.get(), own.text(), server.text(), server.line()));
            }
        }
        return file;
    }

    /**
     * The forms of a program that may work with the API server, the best one first. That of its own
     * minor version comes first, then the one before; never a newer one.
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

    /** Version of the API server that will run. */
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
     * What a person is told at the start: what is taken from here, and what another version changes.
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
                    "  It is older than %s, so kinds come without the MutatingAdmissionPolicy (crds"
                                    .formatted(pinned.line())
                            + " --without-policy); tests need "
                            + pinned.line());
        } else if (server.minor() > pinned.minor()) {
            lines.add("  It is newer than " + pinned.line() + ", with which all is tested");
        }
        return lines;
    }
}
