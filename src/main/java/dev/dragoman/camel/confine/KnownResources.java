package dev.dragoman.camel.confine;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultResourceLoader;
import org.apache.camel.spi.Resource;

/**
 * Loads only built-in files and overlays, so that no text of a route can make Camel read another
 * file or a URL. Immutable.
 */
final class KnownResources extends DefaultResourceLoader {
    private static final String FILE = "file:";
    private static final Set<String> BUILT_IN =
            Set.of(
                    "classpath:routes/", "classpath:kamelets/",
                    "classpath:application.properties", "application.properties");

    private final List<Path> directories;

    KnownResources(CamelContext context, List<Path> directories) {
        super(context);
        this.directories = directories.stream().map(KnownResources::absolute).toList();
    }

    @Override
    public Resource resolveResource(String uri) {
        if (!isKnown(uri)) {
            return new Absent(uri);
        }
        return super.resolveResource(uri);
    }

    /**
     * Stands for a resource that may not be read. It claims not to exist, so that Camel tries its
     * next location.
     */
    private record Absent(String uri) implements Resource {
        @Override
        public String getScheme() {
            return uri.substring(0, Math.max(0, uri.indexOf(':')));
        }

        @Override
        public String getLocation() {
            return uri;
        }

        @Override
        public boolean exists() {
            return false;
        }

        @Override
        public URI getURI() {
            throw new IllegalArgumentException(refusal());
        }

        @Override
        public InputStream getInputStream() throws IOException {
            throw new FileNotFoundException(refusal());
        }

        private String refusal() {
            return "Resource not found: '%s' is not for routes, which may not read files or URLs"
                    .formatted(uri);
        }
    }

    private boolean isKnown(String uri) {
        // Camel decodes percent signs in the name before it opens the file
        if (uri.contains("..") || uri.contains("%")) {
            return false;
        }
        if (uri.startsWith(FILE)) {
            var name = uri.substring(FILE.length());
            var path = absolute(Path.of(name));
            // only YAML files directly in an overlay directory, or anywhere below the class path
            return name.endsWith(".yaml")
                    && (directories.contains(path.getParent())
                            || classDirectories().anyMatch(path::startsWith));
        }
        return BUILT_IN.stream().anyMatch(uri::startsWith);
    }

    /**
     * Directories of the class path: when the operator does not run from a jar, the built-in files
     * are below these.
     */
    private static Stream<Path> classDirectories() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(each -> !each.isEmpty() && !each.endsWith(".jar"))
                .map(each -> absolute(Path.of(each)));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
