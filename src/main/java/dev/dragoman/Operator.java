package dev.dragoman;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.EngineSubscriptions;
import dev.dragoman.camel.LogFormat;
import dev.dragoman.camel.ManagementPort;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.camel.https.ClusterSecrets;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.SecretReader;
import dev.dragoman.camel.point.OnceBean;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.camel.point.PointInterceptor;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.capability.ValueSource;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Paces;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.lease.LeaseFence;
import dev.dragoman.reconcile.watch.PageBound;
import dev.dragoman.reconcile.watch.WireFormat;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.GoDuration;
import dev.dragoman.settings.KnownSettings;
import dev.dragoman.settings.OperatorSettings;
import dev.dragoman.settings.PaceSettings;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.SettingValues;
import dev.dragoman.settings.SettingsReview;
import dev.dragoman.settings.Trust;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assembled operator: engine, writers, capabilities, and the routes that call them. One
 * instance is one replica; a process may hold several, as tests do.
 */
public final class Operator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Operator.class);

    /** How long Camel waits for its running routes after the engine has stopped. */
    private static final Duration CAMEL_GRACE = Duration.ofSeconds(2);

    /** The providers on the class path, in the order in which {@link ServiceLoader} finds them. */
    private static final List<CapabilityProvider> PROVIDERS =
            ServiceLoader.load(CapabilityProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** All settings that this build reads or refuses. */
    public static final KnownSettings SETTINGS = new KnownSettings(settings(PROVIDERS));

    /** Names of the built-in files that a team's file of the same name replaces. */
    public static final Set<String> FILES =
            PROVIDERS.stream().flatMap(each -> each.files().stream()).collect(Collectors.toSet());

    /**
     * Classes of the beans that routes may call, by bean name. The check of overlays needs no more
     * than the classes, so it runs without a cluster.
     */
    public static final Map<String, Class<?>> BEANS = beans(PROVIDERS);

    private final KubernetesClient client;
    private final Optional<Engine> engine;
    private final List<AutoCloseable> parts;
    private final CamelRuntime camel;
    private final PrometheusMeterRegistry registry;

    private Operator(
            KubernetesClient client,
            Optional<Engine> engine,
            List<AutoCloseable> parts,
            CamelRuntime camel,
            PrometheusMeterRegistry registry) {
        this.registry = registry;
        this.client = client;
        this.engine = engine;
        this.parts = parts;
        this.camel = camel;
    }

    /** The providers on the class path, for a team's files. */
    private static List<CapabilityProvider> providers(Overlays overlays) {
        return PROVIDERS.stream()
                .map(each -> each.reading(overlays::ending, Operator::specSchema))
                .toList();
    }

    private static Map<String, Object> specSchema(GroupKind kind) {
        return PROVIDERS.stream()
                .map(each -> each.specSchema(kind))
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse(Map.of());
    }

    private static Map<String, Class<?>> beans(List<CapabilityProvider> providers) {
        var beans = new HashMap<String, Class<?>>();
        providers.forEach(each -> beans.putAll(each.beans()));
        CapabilityLines.of(providers)
                .forEach(each -> beans.put(each.capability(), CapabilityProcessors.class));
        beans.put(FailureProcessors.NAME, FailureProcessors.class);
        PointBeans.ALL.forEach((name, bean) -> beans.put(name, bean.getClass()));
        return Map.copyOf(beans);
    }

    private static Stream<Setting> settings(List<CapabilityProvider> providers) {
        return Stream.concat(
                OperatorSettings.ALL.stream(),
                providers.stream().flatMap(each -> each.settings().stream()));
    }

    /**
     * Starts a replica. Returns when the routes run; the API server may still be unreachable.
     *
     * @param cluster the API server, and the credential for it
     * @param environment the settings
     * @param leaseLost called when this replica has lost the Lease; it should end the process
     * @throws StartRefused when a setting, route or overlay is wrong; its message is one line
     */
    public static Operator start(
            Config cluster, Map<String, String> environment, Clock clock, Runnable leaseLost) {
        return start(cluster, environment, clock, SteadyClock.from(clock), leaseLost, List.of());
    }

    /**
     * As {@link #start(Config, Map, Clock, Runnable)}.
     *
     * @param steady clock for the engine's pauses and deadlines; must not go back
     * @param more providers in addition to those on the class path; overlays must contain the
     *     routes of their capabilities
     */
    public static Operator start(
            Config cluster,
            Map<String, String> environment,
            Clock clock,
            InstantSource steady,
            Runnable leaseLost,
            List<CapabilityProvider> more) {
        return start(cluster, environment, clock, steady, leaseLost, more, Optional.empty());
    }

    /**
     * Starts a dry run: the same capabilities and routes, and nothing leaves the process. No
     * reconciliation begins by itself.
     *
     * @throws StartRefused as {@link #start(Config, Map, Clock, Runnable)}
     */
    public static Operator start(
            Config cluster, Map<String, String> environment, Clock clock, DryRun dry) {
        return start(cluster, environment, clock, clock, () -> {}, List.of(), Optional.of(dry));
    }

    private static Operator start(
            Config cluster,
            Map<String, String> environment,
            Clock clock,
            InstantSource steady,
            Runnable leaseLost,
            List<CapabilityProvider> more,
            Optional<DryRun> dry) {
        var providers = new ArrayList<CapabilityProvider>(more);
        var review =
                new SettingsReview(
                        new KnownSettings(
                                settings(
                                        Stream.concat(more.stream(), PROVIDERS.stream())
                                                .toList())));
        OperatorSettings own;
        EngineSettings engineSettings;
        Paces paces;
        Duration readyWait;
        Overlays overlays;
        List<ConfiguredCapabilities> configured;
        AllowedHosts hosts;
        SSLContext tls;
        LogFormat.check(environment);
        refuse(review, environment);
        var properties =
                dry.isPresent()
                        ? DryRun.QUIET
                        : Map.of("camel.management.port", ManagementPort.of(environment));
        try {
            overlays = dry.map(DryRun::overlays).orElseGet(() -> Overlays.of(environment));
            providers.addAll(providers(overlays));
            var configuration = Configuration.of(environment, overlays::file);
            own = configuration.operator();
            engineSettings = engineSettings(environment, own);
            paces = PaceSettings.from(environment);
            readyWait =
                    period(
                            environment,
                            "DRAGOMAN_READY_WAIT",
                            Function.identity(),
                            EngineSubscriptions.PATIENCE);
            configured = providers.stream().map(each -> each.configure(configuration)).toList();
            hosts = AllowedHosts.from(environment);
            tls = Trust.sslContext(own.caFile());
        } catch (IllegalArgumentException e) {
            throw new StartRefused(e.getMessage(), e);
        }
        configured.forEach(each -> each.notice().ifPresent(LOG::info));
        // the work queue retries; a retry of the client inside a worker would hide why a request
        // failed
        cluster.setRequestRetryBackoffLimit(0);
        var fenced = new AtomicReference<Watches>();
        var fence = new LeaseFence(() -> fenced.get() != null && fenced.get().mayWrite());
        var client =
                clients(cluster, dry)
                        .withHttpClientBuilderConsumer(
                                http ->
                                        http.addOrReplaceInterceptor(LeaseFence.NAME, fence)
                                                .addOrReplaceInterceptor(
                                                        PageBound.NAME, new PageBound()))
                        .build();
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var engine =
                dry.isPresent()
                        ? Optional.<Engine>empty()
                        : Optional.of(new Engine(client, engineSettings, steady, registry));
        Watches watches = dry.map(DryRun::watches).orElseGet(engine::orElseThrow);
        fenced.set(watches);
        engine.ifPresent(
                each -> {
                    each.onLeaseLost(leaseLost);
                    each.pace(paces);
                });
        TeamPlatform.index(watches);
        var writers = Platform.Writers.of(client, watches, instance(environment), clock);
        var beans = new HashMap<String, Object>();
        beans.put(
                Subscriptions.BEAN,
                dry.map(DryRun::subscriptions)
                        .orElseGet(() -> new EngineSubscriptions(engine.orElseThrow(), readyWait)));
        var lines = new StepLines();
        var platform =
                new Platform(
                        client,
                        cluster,
                        watches,
                        writers,
                        environment,
                        review,
                        clock,
                        registry,
                        overlays.points(),
                        lines,
                        config -> clients(config, dry).build(),
                        dry.map(DryRun::outside));
        var parts = new ArrayList<AutoCloseable>();
        var hidden = new HashMap<String, ValueSource>();
        for (var each : configured) {
            ConfiguredCapabilities.Installed installed;
            try {
                installed = each.install(platform);
            } catch (IllegalArgumentException e) {
                parts.forEach(Operator::close);
                client.close();
                throw new StartRefused(e.getMessage(), e);
            }
            parts.add(installed.close());
            beans.putAll(installed.beans());
            hidden.putAll(installed.values());
            for (var capability : installed.capabilities()) {
                beans.putIfAbsent(
                        capability.declaration().name(),
                        new CapabilityProcessors(
                                new Loop<>(capability, platform.core()),
                                lines,
                                context -> dry.ifPresent(run -> run.outside().due(context))));
            }
        }
        beans.putAll(
                WriteEndpoint.beans(
                        writers.applier(),
                        writers.status(),
                        // a separate writer, so that an Event of a route is not dropped as a
                        // repetition of an Event of the operator
                        new EventWriter(client, instance(environment), clock),
                        writers.metadata()));
        beans.putIfAbsent(FailureProcessors.NAME, new FailureProcessors());
        dry.flatMap(DryRun::points).ifPresent(each -> beans.put(PointInterceptor.BEAN, each));
        beans.put("kubernetesClient", client);
        beans.put(OnceBean.CLOCK, clock);
        beans.put("metricsRegistry", registry);
        var values = placeholders(configured);
        var secrets =
                SecretReader.of(new ClusterSecrets(writers.reader(), own.namespace()), hidden);
        var https =
                dry.flatMap(DryRun::points).isPresent()
                        ? HttpsAccess.withoutCluster(hosts).unsent()
                        : new HttpsAccess(hosts, tls, secrets, dry.map(DryRun::outside));
        var camel =
                new CamelRuntime(
                        overlays,
                        beans,
                        Overlays.BUILT_IN_ROUTES,
                        values,
                        properties,
                        https,
                        lines);
        dry.ifPresent(any -> camel.dry());
        // the engine starts before Camel, so that it connects to the API server while Camel builds
        // the routes; routes may still subscribe to the engine after its start
        engine.ifPresent(Engine::start);
        var operator = new Operator(client, engine, parts, camel, registry);
        try {
            camel.start();
            engine.ifPresent(Engine::subscribed);
        } catch (RuntimeException e) {
            operator.stop(Duration.ZERO);
            throw e;
        }
        return operator;
    }

    /**
     * Configures the capabilities of every provider without a cluster.
     *
     * @param environment the settings
     * @throws IllegalArgumentException when a setting or a file is wrong
     */
    public static Map<CapabilityProvider, ConfiguredCapabilities> configured(
            Map<String, String> environment, Overlays overlays) {
        var configuration = Configuration.of(environment, overlays::file);
        var all = new LinkedHashMap<CapabilityProvider, ConfiguredCapabilities>();
        providers(overlays).forEach(each -> all.put(each, each.configure(configuration)));
        return all;
    }

    /**
     * Problems in a team's files that replace built-in files of capabilities. Each text names file
     * and line.
     *
     * @throws IllegalArgumentException when a setting is wrong
     */
    public static List<String> fileProblems(Map<String, String> environment, Overlays overlays) {
        var configuration = Configuration.of(environment, overlays::file);
        return providers(overlays).stream()
                .flatMap(each -> each.problems(configuration).stream())
                .toList();
    }

    /**
     * Logs a warning for each setting that has no effect.
     *
     * @throws StartRefused when a setting asks for something that this build does not do
     */
    private static void refuse(SettingsReview review, Map<String, String> environment) {
        review.refused(environment)
                .ifPresent(
                        text -> {
                            throw new StartRefused(text, null);
                        });
        review.environment(environment).forEach(each -> LOG.warn("{}", each.text()));
    }

    private static KubernetesClientBuilder clients(Config config, Optional<DryRun> dry) {
        var builder =
                new KubernetesClientBuilder()
                        .withConfig(config)
                        .withKubernetesSerialization(WireFormat.plain());
        dry.ifPresent(each -> builder.withHttpClientFactory(each.cluster()));
        return builder;
    }

    /**
     * Name of this replica as a writer: the pod's name, or {@code dragoman-PID} outside of a pod.
     */
    public static String instance(Map<String, String> env) {
        return env.getOrDefault("POD_NAME", "dragoman-" + ProcessHandle.current().pid());
    }

    private static EngineSettings engineSettings(Map<String, String> env, OperatorSettings own) {
        var usual =
                SettingValues.flag(env, "DRAGOMAN_LEADER_ELECTION", "false", "true", "true")
                        ? EngineSettings.elected(own.namespace(), "dragoman", instance(env))
                        : EngineSettings.alone();
        return period(env, "DRAGOMAN_WATCH_PROBE_PERIOD", usual::withLivenessPeriod, usual);
    }

    private static <T> T period(
            Map<String, String> env, String name, Function<Duration, T> use, T otherwise) {
        return SettingValues.optional(env, name, value -> use.apply(GoDuration.parse(value)))
                .orElse(otherwise);
    }

    /**
     * The check of overlays against the routes and beans of this build, without a cluster.
     *
     * @param environment the settings
     * @param overlays which capabilities there are beside the built-in ones
     * @throws IllegalArgumentException when a setting is wrong
     */
    public static OverlayCheck overlayCheck(Map<String, String> environment, Overlays overlays) {
        var providers = providers(overlays);
        return new OverlayCheck(
                Overlays.BUILT_IN_ROUTES,
                beans(providers),
                placeholders(configured(environment, new Overlays(List.of())).values()),
                HttpsAccess.withoutCluster(AllowedHosts.from(environment)),
                CapabilityLines.of(providers));
    }

    /** The lines that the routes of all capabilities may have. */
    public static List<CapabilityLines> lines(Overlays overlays) {
        return CapabilityLines.of(providers(overlays));
    }

    /** Values of the placeholders that built-in routes and overlays may use. */
    private static Map<String, String> placeholders(Collection<ConfiguredCapabilities> configured) {
        var all = new HashMap<String, String>();
        configured.forEach(each -> all.putAll(each.placeholders()));
        return Map.copyOf(all);
    }

    /** The metrics of the management port, in Prometheus' text format. */
    public String metrics() {
        return registry.scrape();
    }

    /** The health of the engine, which a dry run does not have. */
    public EngineHealth health() {
        return engine.orElseThrow().health();
    }

    /**
     * Starts no further reconciliation, waits at most {@code grace} for running ones, and releases
     * the Lease.
     */
    public void stop(Duration grace) {
        // the engine first, with the whole grace: Camel's shutdown would wait for running
        // reconciliations
        engine.ifPresent(each -> each.stop(grace));
        camel.stop(CAMEL_GRACE);
        parts.forEach(Operator::close);
        client.close();
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("cannot close {}: {}", part.getClass().getSimpleName(), e.toString());
        }
    }

    @Override
    public void close() {
        stop(Duration.ofSeconds(20));
    }
}
