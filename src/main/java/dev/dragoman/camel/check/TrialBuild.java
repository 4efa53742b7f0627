package dev.dragoman.camel.check;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.KindSet;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.capability.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Processor;
import org.apache.camel.StartupSummaryLevel;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.language.simple.types.SimpleIllegalSyntaxException;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.PluginHelper;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Lets Camel build all routes without starting one. */
final class TrialBuild {
    private static final Pattern LINE = Pattern.compile("line:? (\\d+)");
    private static final Pattern BEAN = Pattern.compile("bean:([A-Za-z0-9_-]+).*");
    private static final Pattern KAMELET = Pattern.compile("([A-Za-z0-9-]+)\\.kamelet\\.yaml");
    private static final Pattern URI = Pattern.compile("([a-z][a-z-]+):(?://)?([A-Za-z0-9_./-]+)");

    private static final Pattern SOURCE = Pattern.compile("\\(source: ([^:)]+):(\\d+)\\)");

    private final String builtInRoutes;
    private final Map<String, Class<?>> beans;
    private final HttpsAccess https;
    private final OverlaySecrets secrets;

    /**
     * @param beans classes of those that the operator has, by name
     */
    TrialBuild(
            String builtInRoutes,
            Map<String, Class<?>> beans,
            HttpsAccess https,
            OverlaySecrets secrets) {
        this.builtInRoutes = builtInRoutes;
        this.beans = beans;
        this.https = https;
        this.secrets = secrets;
    }

    List<Problem> check(Overlays overlays, List<YamlFile> files) {
        try (var camel = new DefaultCamelContext()) {
            // at the start of an operator "shutting down" is not what anybody wants to read
            camel.setStartupSummaryLevel(StartupSummaryLevel.Off);
            camel.setAutoStartup(false);
            camel.getPropertiesComponent()
                    .addLocation("classpath:application.properties;optional=true");
            camel.getPropertiesComponent()
                    .addInitialProperty(
                            "camel.component.kamelet.location", overlays.kameletLocation());
            PointBeans.ALL.forEach(camel.getRegistry()::bind);
            CamelRuntime.fence(camel, https, secrets);
            beans.forEach((name, type) -> standIn(camel, name, type));
            files.forEach(file -> standIns(camel, file.root()));
            var kamelets =
                    camel.getComponent(
                            "kamelet", org.apache.camel.component.kamelet.KameletComponent.class);
            kamelets.setLocation(overlays.kameletLocation());
            var loader = PluginHelper.getRoutesLoader(camel);
            var resources =
                    overlays.collector()
                            .findRouteResourcesFromDirectory(camel, null, builtInRoutes);
            for (var resource : resources) {
                standIns(camel, resource);
            }
            for (var resource : resources) {
                try {
                    loader.loadRoutes(resource);
                } catch (Exception e) {
                    return List.of(locate(e, files, resource.getLocation()));
                }
            }
            return start(camel, files);
        } catch (Exception e) {
            return List.of(locate(e, files, ""));
        }
    }

    private static List<Problem> start(DefaultCamelContext camel, List<YamlFile> files) {
        var problems = new ArrayList<Problem>();
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

    /** One at an extension point is called by no route: it is made when the point first runs. */
    private static Optional<Problem> kamelet(
            DefaultCamelContext camel, YamlFile file, List<YamlFile> files) {
        var name = file.name().replaceFirst("\\.kamelet\\.yaml$", "");
        if (name.equals(file.name()) || Point.ofId(name).isEmpty()) {
            return Optional.empty();
        }
        try {
            var _ = camel.getEndpoint("kamelet:" + name).createProducer();
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(locate(e, files, file.path().toString()));
        }
    }

    /** What is built in names beans too; its own mistakes are for its tests to find. */
    private static void standIns(DefaultCamelContext camel, Resource resource) throws IOException {
        try (var in = resource.getInputStream()) {
            new Compose(LoadSettings.builder().build())
                    .composeInputStream(in)
                    .ifPresent(node -> standIns(camel, node));
        } catch (YamlEngineException unreadable) {
            // loading it says where and why
            return;
        }
    }

    /** Beans only exist in the running operator; their names and methods are checked elsewhere. */
    private static void standIns(DefaultCamelContext camel, Node node) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> standIns(camel, item));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                var text = YamlFile.text(entry.getValueNode());
                var bean = BEAN.matcher(text);
                if (bean.matches()) {
                    standIn(camel, bean.group(1));
                } else if ("ref".equals(YamlFile.text(entry.getKeyNode()))) {
                    standIn(camel, text);
                }
                standIns(camel, entry.getValueNode());
            }
        }
    }

    private static void standIn(DefaultCamelContext camel, String name, Class<?> type) {
        if (type == KindSet.class) {
            camel.getRegistry().bind(name, new KindSet(List.of()));
        } else {
            camel.getRegistry()
                    .bind(
                            name,
                            StandIn.with(
                                    BeanCalls.steps(type), Processor.class.isAssignableFrom(type)));
        }
    }

    private static void standIn(DefaultCamelContext camel, String name) {
        if (camel.getRegistry().lookupByName(name) == null) {
            Processor nothing = exchange -> {};
            camel.getRegistry().bind(name, nothing);
        }
    }

    /** Camel says what; where is what it says, or the first line that has the address it names. */
    private static Problem locate(Exception failure, List<YamlFile> files, String location) {
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

    /** The expression that Camel could not read. */
    private static Optional<String> expression(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SimpleIllegalSyntaxException unreadable) {
                return Optional.ofNullable(unreadable.getExpression());
            }
        }
        return Optional.empty();
    }

    private static Optional<Problem> unreadable(
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

    private static Problem missing(String kamelet, List<YamlFile> files) {
        var reason = "there is no kamelet '%s', neither built in nor here".formatted(kamelet);
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
