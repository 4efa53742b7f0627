package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * The capability of docs/writing-a-capability.md: its files as they stand on the page, compiled and
 * found as the page says. Made once.
 */
final class CapabilityPage {
    private static final Path PAGE = Path.of("docs", "writing-a-capability.md");
    private static final Pattern FILE =
            Pattern.compile(
                    "^File `([^`]+)`:\\n\\n```\\w+\\n(.*?)^```$",
                    Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SERVICES =
            Pattern.compile(
                    "src/main/resources/(META-INF/services/[\\w.]+)`:\\n\\n```text\\n(.*?)^```$",
                    Pattern.DOTALL | Pattern.MULTILINE);

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Path directory;
    private final ClassLoader loader;

    private static final class Only {
        private static final CapabilityPage PAGE = new CapabilityPage();
    }

    static CapabilityPage get() {
        return Only.PAGE;
    }

    private CapabilityPage() {
        try {
            var text = Files.readString(PAGE);
            FILE.matcher(text).results().forEach(each -> files.put(each.group(1), each.group(2)));
            directory = Files.createTempDirectory("capability-page");
            for (var each : files.entrySet()) {
                var path = directory.resolve(each.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, each.getValue());
            }
            var classes = Files.createDirectory(directory.resolve("classes"));
            compile(classes);
            var services = SERVICES.matcher(text);
            assertThat(services.find()).as("the file of services on %s", PAGE).isTrue();
            var file = classes.resolve(services.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, services.group(2));
            // lives as long as the tests' process
            loader = new URLClassLoader(new java.net.URL[] {classes.toUri().toURL()});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compile(Path classes) {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-parameters",
                                "-Xlint:all,-processing,-classfile",
                                "-Werror",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()));
        files.keySet().stream()
                .filter(each -> each.endsWith(".java"))
                .forEach(each -> arguments.add(directory.resolve(each).toString()));
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(failed).as("the files of %s compile without warnings", PAGE).isZero();
    }

    /** What the file of services on the page brings. */
    List<CapabilityProvider> providers() {
        return ServiceLoader.load(CapabilityProvider.class, loader).stream()
                .filter(each -> loader.equals(each.type().getClassLoader()))
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** The content of a file. */
    String file(String path) {
        return files.get(path);
    }

    /** Directory with the routes. */
    Path routes() {
        return directory.resolve("src/main/resources/routes");
    }

    /** A class of the page. */
    Class<?> type(String name) {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
