package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;

/** The routes that are there without overlays. */
final class BuiltIn {
    private BuiltIn() {}

    /**
     * Those that no overlay replaces. What cannot be parsed is left out: it is a mistake of the
     * build, which the trial of all routes reports.
     */
    static List<YamlFile> notReplaced(String pattern, Overlays overlays) {
        var replaced =
                overlays.routes().stream()
                        .map(path -> path.getFileName().toString())
                        .collect(Collectors.toSet());
        var found = new ArrayList<YamlFile>();
        try (var camel = new DefaultCamelContext()) {
            camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
            var resources =
                    new Overlays(List.of())
                            .collector()
                            .findRouteResourcesFromDirectory(camel, null, pattern);
            for (var resource : resources) {
                var location = resource.getLocation();
                var name = location.substring(location.lastIndexOf('/') + 1);
                if (!replaced.contains(name)) {
                    parse(name, resource).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static Optional<YamlFile> parse(String name, Resource resource) throws IOException {
        try (var in = resource.getInputStream()) {
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Optional.of(YamlFile.parse(Path.of("built-in", name), text));
        } catch (YamlFile.Broken e) {
            return Optional.empty();
        }
    }
}
