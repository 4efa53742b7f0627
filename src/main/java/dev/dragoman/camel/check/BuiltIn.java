package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;

/** Reads the built-in route files. */
final class BuiltIn {
    private BuiltIn() {}

    /** All built-in files, except those that cannot be parsed. {@link TrialBuild} reports those. */
    static List<YamlFile> all(String pattern) {
        var found = new ArrayList<YamlFile>();
        try (var camel = new DefaultCamelContext()) {
            camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
            var resources =
                    new ArrayList<>(
                            new Overlays(List.of())
                                    .collector()
                                    .findRouteResourcesFromDirectory(camel, null, pattern));
            for (var resource : resources) {
                var location = resource.getLocation();
                var name = location.substring(location.lastIndexOf('/') + 1);
                parse(name, resource).ifPresent(found::add);
            }
        } catch (Exception e) {
            throw new IllegalStateException("the built-in routes cannot be read", e);
        }
        return found;
    }

    /** The built-in route files that no overlay replaces. */
    static List<YamlFile> notReplaced(List<YamlFile> all, Overlays overlays) {
        var replaced =
                overlays.routes().stream()
                        .map(path -> path.getFileName().toString())
                        .collect(Collectors.toSet());
        return all.stream()
                .filter(file -> file.name().endsWith(".camel.yaml"))
                .filter(file -> !replaced.contains(file.name()))
                .toList();
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
