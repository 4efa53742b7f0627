package dev.dragoman.sandbox.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Finds Go on this machine. */
final class Go {
    private Go() {}

    /**
     * The path of the {@code go} command: the first in {@code PATH}, otherwise that in
     * {@code GOROOT} or in {@code /usr/local/go}.
     */
    static Optional<String> find(Map<String, String> environment) {
        var places = new ArrayList<Path>();
        for (var entry : environment.getOrDefault("PATH", "").split(":", -1)) {
            places.add(Path.of(entry, "go"));
        }
        places.add(Path.of(environment.getOrDefault("GOROOT", "/usr/local/go"), "bin", "go"));
        return places.stream()
                .filter(Path::isAbsolute)
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
