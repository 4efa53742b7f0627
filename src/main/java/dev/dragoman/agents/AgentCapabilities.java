package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentMakers;
import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.PoolDecision;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Sample;
import dev.dragoman.capability.status.FurtherConditions;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.SteadyClock;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.watch.SharedWatch;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Installs the capabilities that run build agents of Azure DevOps and limit their egress. */
final class AgentCapabilities implements ConfiguredCapabilities {
    /** Kinds of the objects that are made for a CDTarget, each with its API group. */
    private static final Map<String, String> MADE =
            Map.of(
                    "NetworkPolicy", "networking.k8s.io",
                    "ConfigMap", "",
                    "Deployment", "apps",
                    "ScaledObject", "keda.sh",
                    "ScaledJob", "keda.sh",
                    "TriggerAuthentication", "keda.sh");

    private final AgentSettings settings;
    private final String operatorNamespace;
    private final PoolClient pools;
    private HostTargets hosts = HostTargets.off();

    /**
     * @param operatorNamespace namespace of the Secret with the key for {@link AgentTargets}
     * @param tls supplies the certificates to trust in requests to Azure DevOps
     */
    AgentCapabilities(AgentSettings settings, String operatorNamespace, Supplier<SSLContext> tls) {
        this.settings = settings;
        this.operatorNamespace = operatorNamespace;
        this.pools =
                new PoolClient(
                        tls,
                        settings.hosts(),
                        settings.poll().dividedBy(2),
                        SteadyClock.from(InstantSource.system()));
    }

    @Override
    public Map<String, String> placeholders() {
        return Map.of("agents.enabled", Boolean.toString(settings.enabled()));
    }

    @Override
    public Optional<String> notice() {
        return ConfiguredCapabilities.off(
                settings.enabled(), "runs no build agents", "DRAGOMAN_CDTARGETS", "cdtargets");
    }

    @Override
    public Installed install(Platform platform) {
        var engine = platform.engine();
        platform.outside().ifPresent(pools::answeredBy);
        if (settings.enabled()) {
            watch(engine);
            settings.pace()
                    .ifPresent(
                            pace -> {
                                var answers =
                                        new HostAnswers(
                                                platform.outside()
                                                        .map(HostAnswers::asking)
                                                        .orElseGet(Dns::new),
                                                pace.again(),
                                                each -> engine.wake(AgentTargets.NAME, each));
                                hosts =
                                        HostTargets.asking(
                                                answers, pace.overlap(), platform.clock());
                            });
        }
        var writers = platform.writers();
        var tokens = new AgentTokens(writers.reader());
        var key = new HashKey(platform.client(), operatorNamespace);
        return new Installed(
                List.of(
                        new AgentTargets(
                                settings,
                                settings.identities(),
                                writers.reader(),
                                new Places(
                                        writers.reader(),
                                        settings.forbidden(),
                                        SteadyClock.from(platform.clock())),
                                pools,
                                new Autoscalers(
                                        platform.client()::getKubernetesVersion, platform.clock()),
                                hosts,
                                key::get,
                                platform.status(
                                        AgentNames.MANAGER + "-status", PoolDecision.SPARED)),
                        new BusyAgents(
                                writers.reader(),
                                tokens,
                                pools,
                                settings.poll(),
                                new FurtherConditions(
                                        writers.status(),
                                        AgentNames.MANAGER + "-pool-status",
                                        platform.clock(),
                                        Set.of(PoolDecision.SPARED)))),
                Map.of(
                        AgentProvider.MAKERS, new AgentMakers(),
                        AgentProvider.STEPS,
                                new AgentSteps(
                                        writers.metadata(),
                                        new LeftAgents(pools, tokens, writers.reader()))),
                this::close);
    }

    private void close() {
        pools.close();
        hosts.close();
    }

    /** Shares one watch of each kind among all targets. */
    private void watch(Watches engine) {
        // the ConfigMap cdtarget-ports lacks AgentNames.LABEL, so watch all ConfigMaps of its
        // namespace
        engine.share(SharedWatch.within(settings.portsNamespace(), "", "ConfigMap"));
        var label = AgentNames.LABEL + "=true";
        MADE.forEach(
                (kind, group) ->
                        engine.share(
                                SharedWatch.labelled(
                                        group, kind, label, AgentCapabilities::isTarget)));
    }

    private static boolean isTarget(ObjectKey key) {
        return key.kind().equals(AgentNames.KIND) && key.group().equals(AgentNames.GROUP);
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return List.of(
                Sample.of(
                        AgentNames.API_VERSION,
                        AgentNames.KIND,
                        Json.literal(
                                """
                                {"additionalSelector": {"app": "sample"}, "ip": ["192.0.2.1"],
                                 "agentImage": "azure-pipelines-agent", "tokenRef": "sample-token",
                                 "config": {"url": "https://dev.azure.com/sample", "poolName": "sample"}}""")),
                Json.literal(
                        """
                        {"apiVersion": "v1", "kind": "Secret",
                         "metadata": {"name": "sample-token", "namespace": "default"},
                         "data": {"AZP_TOKEN": "dG9rZW4tb2YtYS1zYW1wbGU="}}"""));
    }
}
