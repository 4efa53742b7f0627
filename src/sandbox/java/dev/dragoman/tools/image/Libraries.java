package dev.dragoman.tools.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes.Name;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The libraries of the program. Stateless. */
public final class Libraries {
    private Libraries() {}

    /**
     * Paths of the libraries in the class path of the program's manifest, relative to the target
     * directory. The directory {@code lib} may have other libraries from an earlier build.
     */
    public static List<String> of(Path target) throws IOException {
        try (var jar = new JarFile(target.resolve("dragoman.jar").toFile())) {
            var classPath = jar.getManifest().getMainAttributes().getValue(Name.CLASS_PATH);
            return Stream.of(classPath.split(" ", -1))
                    .filter(each -> each.startsWith("lib/"))
                    .toList();
        }
    }
}
