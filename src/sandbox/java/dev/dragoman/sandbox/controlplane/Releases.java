package dev.dragoman.sandbox.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The official releases whose checksums are pinned in {@code tools/control-plane/releases.txt}. */
record Releases(List<Release> all) {
    Releases {
        all = List.copyOf(all);
    }

    static Releases load() {
        try (var in = Releases.class.getResourceAsStream("/sandbox/control-plane/releases.txt")) {
            if (in == null) {
                throw new ControlPlaneException(
                        "The class path lacks releases.txt: run mvn process-resources");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Releases parse(String table) {
        return new Releases(
                table.lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split(" ", -1))
                        .map(cells -> new Release(cells[1], cells[2], cells[3], cells[0]))
                        .toList());
    }

    /**
     * The release of a program for a platform. A release of Kubernetes has the version that the
     * program's Go module pins; without such a module, the minor version in the module's name.
     */
    Optional<Release> of(Program program, String platform) {
        return all.stream()
                .filter(release -> release.program().equals(program.name()))
                .filter(release -> release.platform().equals(platform))
                .filter(release -> fits(program, release.version()))
                .findFirst();
    }

    private static boolean fits(Program program, String version) {
        if (!program.module().startsWith(Program.KUBERNETES)) {
            return program.equals(Program.ETCD) || program.equals(Program.KWOK);
        }
        return GoModule.exists(program.module())
                ? GoModule.load(program.module()).kubernetes().orElseThrow().equals(version)
                : version.startsWith(
                        program.module().substring(Program.KUBERNETES.length() + 1) + ".");
    }

    /** The platform of this machine, as in names of releases. */
    static String thisPlatform() {
        var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "darwin" : system)
                + "-"
                + switch (machine) {
                    case "x86_64" -> "amd64";
                    case "aarch64" -> "arm64";
                    default -> machine;
                };
    }
}
