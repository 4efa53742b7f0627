package dev.dragoman.camel;

import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.camel.check.TrialProgress;
import dev.dragoman.camel.confine.ConfinedContext;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.HttpsComponent;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.EndlessSteps;
import dev.dragoman.camel.point.PointBeans;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.main.SimpleMainShutdownStrategy;
import org.apache.camel.model.errorhandler.DefaultErrorHandlerDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Camel with the built-in routes, the overlays and the operator's beans. The caller handles
 * process signals.
 */
public final class CamelRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CamelRuntime.class);

    private final Overlays overlays;
    private final Map<String, Object> beans;
    private final String routes;
    private final Map<String, String> settings;
    private final Map<String, String> properties;
    private final HttpsAccess https;
    private final StepLines lines;
    private final Main main;
    private boolean dry;

    /**
     * @param beans the engine, the client, writers and processors, by the names that routes use
     * @param routes pattern of the built-in route files, such as {@link Overlays#BUILT_IN_ROUTES}
     * @param settings values of the placeholders that routes use
     * @param properties properties of Camel itself; routes cannot use them as placeholders
     * @param https the hosts to which routes may send requests
     * @param lines the lines of the capabilities
     */
    public CamelRuntime(
            Overlays overlays,
            Map<String, Object> beans,
            String routes,
            Map<String, String> settings,
            Map<String, String> properties,
            HttpsAccess https,
            StepLines lines) {
        this.overlays = overlays;
        this.https = https;
        this.lines = lines;
        this.beans = Map.copyOf(beans);
        this.routes = routes;
        this.settings = Map.copyOf(settings);
        this.properties = Map.copyOf(properties);
        this.main = new ConfinedMain(overlays);
    }

    /** Camel's main class with a confined context: routes may not use all of Camel. */
    private static final class ConfinedMain extends Main {
        private final Overlays overlays;

        ConfinedMain(Overlays overlays) {
            this.overlays = overlays;
        }

        @Override
        protected CamelContext createCamelContext() {
            var context = new ConfinedContext(overlays.directories());
            context.getCamelContextExtension().setRegistry(registry);
            return context;
        }
    }

    /**
     * For a dry run: the overlays were checked before, and their hidden values are read all the
     * same. Timers do not start.
     */
    public CamelRuntime dry() {
        dry = true;
        return this;
    }

    /**
     * Checks the overlays and starts the routes.
     *
     * @throws StartRefused when a setting, a route or an overlay is wrong
     */
    public void start() {
        var classes = new HashMap<String, Class<?>>();
        beans.forEach((name, bean) -> classes.put(name, bean.getClass()));
        PointBeans.ALL.forEach((name, bean) -> classes.put(name, bean.getClass()));
        var check = new OverlayCheck(routes, classes, settings, https, lines.declared());
        var found = dry ? check.hidden(overlays) : check.check(overlays);
        found.stream().filter(Diagnostic::warning).forEach(warning -> LOG.warn("{}", warning));
        var problems = found.stream().filter(p -> !p.warning()).toList();
        if (!problems.isEmpty()) {
            throw new StartRefused(
                    problems.stream().map(Object::toString).collect(Collectors.joining("; ")),
                    null);
        }
        // the default strategy would add a shutdown hook of its own
        main.setShutdownStrategy(new SimpleMainShutdownStrategy());
        main.setRoutesCollector(overlays.collector());
        main.configure().withRoutesIncludePattern(routes);
        main.addOverrideProperty("camel.component.kamelet.location", overlays.kameletLocation());
        settings.forEach(main::addOverrideProperty);
        properties.forEach(main::addOverrideProperty);
        beans.forEach(main::bind);
        main.bind(Overlays.BEAN, overlays);
        main.bind("dragomanLines", lines);
        PointBeans.ALL.forEach(main::bind);
        main.addMainListener(
                new MainListenerSupport() {
                    @Override
                    public void beforeConfigure(BaseMainSupport support) {
                        quietErrors(support.getCamelContext());
                        support.getCamelContext()
                                .getCamelContextExtension()
                                .addInterceptStrategy(lines);
                        support.getCamelContext()
                                .getCamelContextExtension()
                                .addInterceptStrategy(new EndlessSteps());
                        TrialProgress.install(support.getCamelContext(), overlays);
                        if (beans.get(Subscriptions.BEAN) instanceof Subscriptions engine) {
                            support.getCamelContext()
                                    .addRoutePolicyFactory(new LeadingRoutes(engine, !dry));
                        }
                        fence(support.getCamelContext(), https, check.secrets());
                    }
                });
        try {
            main.start();
        } catch (Exception e) {
            main.stop();
            throw new StartRefused(oneLine(e), e);
        }
    }

    /**
     * Turns off redelivery, which would block a worker and repeat a step with outdated input. Also
     * turns off Camel's log of failures, which would quote values that cannot be converted. The
     * engine logs the outcome instead. The level OFF is needed too, because Camel ignores {@code
     * logExhausted} when redelivery is off.
     */
    public static void quietErrors(CamelContext context) {
        var handler = new DefaultErrorHandlerDefinition();
        handler.maximumRedeliveries(0);
        handler.logExhausted(false);
        handler.setLevel("OFF");
        context.getCamelContextExtension().setErrorHandlerFactory(handler);
    }

    /**
     * Restricts what routes of the context may use: the known components, the allowed https hosts
     * and the given Secrets.
     */
    public static void fence(CamelContext context, HttpsAccess https, OverlaySecrets secrets) {
        KnownComponents.only(context);
        HttpsComponent.install(context, https);
        secrets.install(context);
    }

    /** The Camel context; null before the start. */
    public CamelContext context() {
        return main.getCamelContext();
    }

    /**
     * Starts no more reconciliations, and waits until running ones have ended. Interrupts those
     * that still run after the grace period.
     */
    public void stop(Duration grace) {
        var context = main.getCamelContext();
        if (context != null) {
            context.getShutdownStrategy().setTimeUnit(TimeUnit.MILLISECONDS);
            context.getShutdownStrategy().setTimeout(Math.max(1, grace.toMillis()));
        }
        main.stop();
    }

    @Override
    public void close() {
        main.stop();
    }

    private static String oneLine(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        var what = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        var why = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        return Redactor.redact(what.contains(why) ? what : what + ": " + why);
    }
}
