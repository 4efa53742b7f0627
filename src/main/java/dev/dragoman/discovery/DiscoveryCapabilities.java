package dev.dragoman.discovery;

import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Sample;
import dev.dragoman.discovery.decision.DiscoveryMakers;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.EnvoyDeployment;
import dev.dragoman.discovery.decision.EnvoyMakers;
import dev.dragoman.discovery.sidecar.SidecarWebhook;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.watch.SharedWatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Installs the capabilities that run discovery services for Envoy, and Envoy itself, as MARIN3R's
 * operator did.
 *
 * @param operatorNamespace namespace in which the operator runs
 */
record DiscoveryCapabilities(DiscoverySettings settings, String operatorNamespace)
        implements ConfiguredCapabilities {
    /** Kinds of the objects that are made for a DiscoveryService. */
    private static final List<GroupKind> KINDS =
            List.of(
                    new GroupKind(DiscoveryNames.GROUP, DiscoveryNames.CERTIFICATE),
                    new GroupKind("rbac.authorization.k8s.io", "Role"),
                    new GroupKind("rbac.authorization.k8s.io", "RoleBinding"),
                    new GroupKind("apps", "Deployment"),
                    new GroupKind("", "ServiceAccount"),
                    new GroupKind("", "Service"),
                    new GroupKind("", "ConfigMap"));

    private static final Map<String, Object> SERVICE =
            Sample.of(DiscoveryNames.API_VERSION, DiscoveryNames.KIND, Map.of("image", "marin3r"));

    private static final Map<String, Object> CONFIG =
            Sample.of(
                    EnvoyDeployments.CONFIGS + "/v1alpha1",
                    EnvoyDeployments.CONFIG,
                    Map.of("nodeID", "sample"));

    private static final Map<String, Object> DEPLOYMENT =
            Sample.of(
                    DiscoveryNames.API_VERSION,
                    EnvoyDeployment.KIND,
                    Map.of("discoveryServiceRef", "sample", "envoyConfigRef", "sample"));

    @Override
    public Optional<String> notice() {
        return ConfiguredCapabilities.off(
                settings.enabled(),
                "runs no discovery services and no Envoys",
                "DRAGOMAN_DISCOVERY",
                "discovery");
    }

    @Override
    public Installed install(Platform platform) {
        if (settings.enabled()) {
            watch(platform.engine());
        }
        var writers = platform.writers();
        var reader = writers.reader();
        var services = platform.status(DiscoveryNames.MANAGER + "-status");
        var envoys = platform.status(EnvoyDeployment.MANAGER + "-status");
        return new Installed(
                List.of(
                        new DiscoveryServices(settings, reader, services),
                        new EnvoyDeployments(settings, reader, envoys)),
                Map.of(
                        DiscoveryProvider.MAKERS, new DiscoveryMakers(),
                        DiscoveryProvider.ENVOYS, new EnvoyMakers(),
                        DiscoveryProvider.STEPS,
                                new DiscoverySteps(writers.remover(), writers.metadata())),
                webhook(platform));
    }

    private AutoCloseable webhook(Platform platform) {
        // a lambda that returns it would load its class where it is off
        if (settings.webhook().isEmpty()) {
            return () -> {};
        }
        var on = settings.webhook().get();
        return new SidecarWebhook(platform, on, operatorNamespace, settings.image())::stop;
    }

    /** Shares one watch of each kind among all objects of a kind. */
    private static void watch(Watches engine) {
        var services = DiscoveryNames.COMPONENT + "=" + DiscoveryNames.COMPONENT_VALUE;
        for (var each : KINDS) {
            engine.share(watch(each.group(), each.kind(), services, DiscoveryNames.KIND));
        }
        var envoys = DiscoveryNames.COMPONENT + "=" + EnvoyDeployment.COMPONENT_VALUE;
        for (var each : EnvoyMakers.KINDS.entrySet()) {
            var group = Fields.group(each.getValue());
            engine.share(watch(group, each.getKey(), envoys, EnvoyDeployment.KIND));
        }
        engine.share(
                watch(EnvoyDeployments.CONFIGS, EnvoyDeployments.CONFIG, "", EnvoyDeployment.KIND));
    }

    private static SharedWatch watch(String group, String kind, String label, String owner) {
        var owners = new GroupKind(DiscoveryNames.GROUP, owner);
        return SharedWatch.labelled(group, kind, label, each -> GroupKind.of(each).equals(owners));
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return List.of(SERVICE, CONFIG, DEPLOYMENT);
    }
}
