package dev.dragoman.discovery;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Offline;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Sample;
import dev.dragoman.capability.status.ConditionStatus;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.discovery.decision.DiscoveryMakers;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.SharedWatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Installs the capability that runs discovery services for Envoy, as MARIN3R's operator did. */
final class DiscoveryCapabilities implements ConfiguredCapabilities {
    /** Kinds of the objects that are made for a DiscoveryService, each with its API group. */
    private static final Map<String, String> MADE =
            Map.of(
                    DiscoveryNames.CERTIFICATE,
                    DiscoveryNames.GROUP,
                    "ServiceAccount",
                    "",
                    "Role",
                    "rbac.authorization.k8s.io",
                    "RoleBinding",
                    "rbac.authorization.k8s.io",
                    "Service",
                    "",
                    "Deployment",
                    "apps",
                    "ConfigMap",
                    "");

    private final DiscoverySettings settings;

    DiscoveryCapabilities(DiscoverySettings settings) {
        this.settings = settings;
    }

    @Override
    public Optional<String> notice() {
        return ConfiguredCapabilities.off(
                settings.enabled(),
                "runs no discovery services",
                "DRAGOMAN_DISCOVERY",
                "discovery");
    }

    @Override
    public Installed install(Platform platform) {
        if (settings.enabled()) {
            watch(platform.engine());
        }
        var writers = platform.writers();
        return new Installed(
                List.of(
                        new DiscoveryServices(
                                settings,
                                writers.reader(),
                                new ConditionStatus(
                                                writers.status(),
                                                DiscoveryNames.MANAGER + "-status",
                                                platform.clock())
                                        .withObservedGeneration())),
                Map.of(
                        DiscoveryProvider.MAKERS, new DiscoveryMakers(),
                        DiscoveryProvider.STEPS,
                                new DiscoverySteps(writers.remover(), writers.metadata())),
                () -> {});
    }

    /** Shares one watch of each kind among all DiscoveryServices. */
    private static void watch(Engine engine) {
        MADE.forEach(
                (kind, group) ->
                        engine.share(
                                SharedWatch.labelled(
                                        group,
                                        kind,
                                        DiscoveryNames.COMPONENT
                                                + "="
                                                + DiscoveryNames.COMPONENT_VALUE,
                                        DiscoveryCapabilities::isService)));
    }

    private static boolean isService(ObjectKey key) {
        return key.kind().equals(DiscoveryNames.KIND) && key.group().equals(DiscoveryNames.GROUP);
    }

    @Override
    public List<Capability<?>> offline(Offline offline) {
        return List.of(new DiscoveryServices(settings, offline, StatusForm.NONE));
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return List.of(
                Sample.of(
                        DiscoveryNames.API_VERSION,
                        DiscoveryNames.KIND,
                        Map.of("image", "marin3r")));
    }
}
