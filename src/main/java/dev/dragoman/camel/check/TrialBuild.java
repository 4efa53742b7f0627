package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.ExpressionIllegalSyntaxException;
import org.apache.camel.impl.DefaultCamelContext;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Lets Camel build all routes without starting them, and reports the first failure. */
final class TrialBuild {
    private static final Pattern LINE = Pattern.compile("line:? (\\d+)");
    private static final Pattern KAMELET = Pattern.compile("([A-Za-z0-9-]+)\\.kamelet\\.yaml");
    private static final Pattern URI = Pattern.compile("([a-z][a-z-]+):(?://)?([A-Za-z0-9_./-]+)");

    private static final Pattern SOURCE = Pattern.compile("\\(source: ([^:)]+):(\\d+)\\)");

    private final String builtInRoutes;
    private final Map<String, String> settings;
    private final Map<String, Class<?>> beans;
    private final HttpsAccess https;
    private final OverlaySecrets secrets;

    /**
     * @param settings values of the placeholders that routes use
     * @param beans classes of the operator's beans, by name
     */
    TrialBuild(
            String builtInRoutes,
            Map<String, String> settings,
            Map<String, Class<?>> beans,
            HttpsAccess https,
            OverlaySecrets secrets) {
        this.builtInRoutes = builtInRoutes;
        this.settings = settings;
        this.beans = beans;
        this.https = https;
        this.secrets = secrets;
    }

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
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        var reason = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        var said = LINE.matcher(String.valueOf(failure.getMessage()));
        var file =
                files.stream().filter(f -> location.endsWith(f.source())).findFirst().orElse(null);
        if (file != null && said.find()) {
            return file.problem(Integer.parseInt(said.group(1)), reason);
        }
        var expression = expression(failure).flatMap(text -> unreadable(text, reason, files));
        if (expression.isPresent()) {
            return expression.get();
        }
        var kamelet = KAMELET.matcher(reason);
        if (reason.startsWith("Resource not found") && kamelet.find()) {
            return missing(kamelet.group(1), files);
        }
        var everything = messages(failure);
        var uri = URI.matcher(everything);
        while (uri.find()) {
            for (var candidate : files) {
                int line = lineOf(candidate.root(), uri.group(1), uri.group(2));
                if (line > 0) {
                    return candidate.problem(line, reason);
                }
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
        var name = file != null ? file : files.getFirst();
        return name.problem(1, reason);
    }

    /** The expression that Camel could not parse; empty when the failure has another cause. */
    private static Optional<String> expression(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ExpressionIllegalSyntaxException unreadable) {
                return Optional.ofNullable(unreadable.getExpression());
            }
        }
        return Optional.empty();
    }

    private static Optional<Diagnostic> unreadable(
            String expression, String reason, List<YamlFile> files) {
        return files.stream()
                .filter(file -> lineHolding(file.root(), expression) > 0)
                .findFirst()
                .map(
                        file ->
                                file.problem(
                                        lineHolding(file.root(), expression),
                                        "%s, in %s".formatted(reason, expression)));
    }

    private static int lineHolding(Node node, String text) {
        return switch (node) {
            case SequenceNode list ->
                    list.getValue().stream()
                            .mapToInt(item -> lineHolding(item, text))
                            .filter(line -> line > 0)
                            .findFirst()
                            .orElse(0);
            case MappingNode map ->
                    map.getValue().stream()
                            .mapToInt(entry -> lineHolding(entry.getValueNode(), text))
                            .filter(line -> line > 0)
                            .findFirst()
                            .orElse(0);
            default -> YamlFile.text(node).contains(text) ? YamlFile.lineOf(node) : 0;
        };
    }

    private static String messages(Throwable failure) {
        var all = new StringBuilder();
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append(' ');
        }
        return all.toString();
    }

    private static Diagnostic missing(String kamelet, List<YamlFile> files) {
        var reason =
                "there is no kamelet '%s', neither built in nor among the overlays"
                        .formatted(kamelet);
        for (var file : files) {
            int line = lineOf(file.root(), "kamelet", kamelet);
            if (line > 0) {
                return file.problem(line, reason);
            }
        }
        return files.getFirst().problem(1, reason);
    }

    private static int lineOf(Node node, String scheme, String rest) {
        if (node instanceof SequenceNode list) {
            return list.getValue().stream()
                    .mapToInt(item -> lineOf(item, scheme, rest))
                    .filter(line -> line > 0)
                    .findFirst()
                    .orElse(0);
        }
        if (node instanceof MappingNode map) {
            return map.getValue().stream()
                    .mapToInt(entry -> lineOf(entry.getValueNode(), scheme, rest))
                    .filter(line -> line > 0)
                    .findFirst()
                    .orElse(0);
        }
        var text = YamlFile.text(node);
        return text.startsWith(scheme + ":" + rest)
                        || text.startsWith(scheme + "://" + rest)
                        || ("kamelet".equals(scheme) && text.equals(rest))
                ? YamlFile.lineOf(node)
                : 0;
    }
}
