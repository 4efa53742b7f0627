package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.ExpressionIllegalSyntaxException;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Lets Camel build all routes without starting them, and reports the first failure.
 *
 * @param settings values of the placeholders that routes use
 * @param beans classes of the operator's beans, by name
 */
record TrialBuild(
        String builtInRoutes,
        Map<String, String> settings,
        Map<String, Class<?>> beans,
        HttpsAccess https,
        OverlaySecrets secrets) {
    private static final Pattern LINE = Pattern.compile("line:? (\\d+)");
    private static final Pattern KAMELET = Pattern.compile("([A-Za-z0-9-]+)\\.kamelet\\.yaml");
    private static final Pattern URI = Pattern.compile("([a-z][a-z-]+):(?://)?([A-Za-z0-9_./-]+)");

    private static final Pattern SOURCE = Pattern.compile("\\(source: ([^:)]+):(\\d+)\\)");

    List<Diagnostic> check(Overlays overlays, List<YamlFile> files) {
        try (var trial = new TrialContext(overlays, settings, beans, https, secrets)) {
            files.forEach(trial::standIns);
            for (var resource : trial.resources(builtInRoutes)) {
                try {
                    trial.load(resource);
                } catch (Exception e) {
                    return List.of(locate(e, files, resource.getLocation()));
                }
            }
            return start(trial.camel(), files);
        } catch (Exception e) {
            return List.of(locate(e, files, ""));
        }
    }

    private static List<Diagnostic> start(DefaultCamelContext camel, List<YamlFile> files) {
        var problems = new ArrayList<Diagnostic>();
        try {
            camel.start();
        } catch (Exception e) {
            problems.add(locate(e, files, ""));
            return problems;
        }
        for (var file : files) {
            kamelet(camel, file, files).ifPresent(problems::add);
        }
        return problems;
    }

    /**
     * Builds the kamelet of an extension point, which the operator would build only at the point's
     * first run.
     */
    private static Optional<Diagnostic> kamelet(
            DefaultCamelContext camel, YamlFile file, List<YamlFile> files) {
        var name = file.name().replaceFirst("\\.kamelet\\.yaml$", "");
        if (name.equals(file.name()) || Point.ofId(name).isEmpty()) {
            return Optional.empty();
        }
        try {
            var _ = OverlaySecrets.endpoint(camel, "kamelet:" + name).createProducer();
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(locate(e, files, file.path().toString()));
        }
    }

    /**
     * Reports a failure with Camel's own reason. The line is that in Camel's message, or else the
     * first line with an address that Camel's message names.
     */
    private static Diagnostic locate(Exception failure, List<YamlFile> files, String location) {
        var causes =
                Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause).toList();
        var reason = String.valueOf(causes.getLast().getMessage()).lines().findFirst().orElse("");
        var said = LINE.matcher(String.valueOf(failure.getMessage()));
        var file =
                files.stream().filter(f -> location.endsWith(f.source())).findFirst().orElse(null);
        if (file != null && said.find()) {
            return file.problem(Integer.parseInt(said.group(1)), reason);
        }
        var unreadable = unreadable(causes, reason, files);
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        var kamelet = KAMELET.matcher(reason);
        if (reason.startsWith("Resource not found") && kamelet.find()) {
            var name = kamelet.group(1);
            var missing = "there is no kamelet '%s', neither built in nor among the overlays";
            return first(files, each -> names(each, "kamelet", name))
                    .orElse(new Place(files.getFirst(), 1))
                    .problem(missing, name);
        }
        var everything =
                causes.stream()
                        .map(Throwable::getMessage)
                        .map(String::valueOf)
                        .collect(Collectors.joining(" "));
        var uri = URI.matcher(everything);
        while (uri.find()) {
            var place = first(files, each -> names(each, uri.group(1), uri.group(2)));
            if (place.isPresent()) {
                return place.get().problem(reason);
            }
        }
        var source = SOURCE.matcher(everything);
        if (source.find()) {
            for (var candidate : files) {
                if (candidate.source().endsWith("/" + source.group(1))) {
                    return candidate.problem(Integer.parseInt(source.group(2)), reason);
                }
            }
        }
        return (file != null ? file : files.getFirst()).problem(1, reason);
    }

    /** The problem at the expression that Camel could not parse; empty for another cause. */
    private static Optional<Diagnostic> unreadable(
            List<Throwable> causes, String reason, List<YamlFile> files) {
        var form =
                "%s, in %s; write values as ${body?[a]}, texts in single quotes, and between them ==, !=, && or ||";
        return causes.stream()
                .filter(ExpressionIllegalSyntaxException.class::isInstance)
                .findFirst()
                .map(each -> ((ExpressionIllegalSyntaxException) each).getExpression())
                .flatMap(
                        text ->
                                first(files, each -> each.contains(text))
                                        .map(place -> place.problem(form, reason, text)));
    }

    private record Place(YamlFile file, int line) {
        Diagnostic problem(String reason, Object... values) {
            return file.problem(line, reason, values);
        }
    }

    /** The place of the first text that fits. */
    private static Optional<Place> first(List<YamlFile> files, Predicate<String> fits) {
        return files.stream()
                .flatMap(
                        file ->
                                YamlFile.texts(file.root())
                                        .filter(each -> fits.test(each.getValue()))
                                        .map(each -> new Place(file, YamlFile.lineOf(each))))
                .findFirst();
    }

    private static boolean names(String text, String scheme, String rest) {
        return text.startsWith(scheme + ":" + rest)
                || text.startsWith(scheme + "://" + rest)
                || ("kamelet".equals(scheme) && text.equals(rest));
    }
}
