package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.kube.object.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks a spec for mistakes and for fields that are not used. */
final class SpecChecks {
    /**
     * Maximum length of a DiscoveryService's name: {@code marin3r-server-NAME} is a host label,
     * whose limit is 63.
     */
    private static final int LONGEST = 48;

    private static final List<String> STRATEGIES = List.of("", "Recreate", "RollingUpdate");

    private SpecChecks() {}

    static void of(DiscoveryService service, List<Trouble> troubles) {
        if (service.name().length() > LONGEST) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "the DiscoveryService's name has %d characters, and may have %d at most, since marin3r-server-NAME may have 63; nothing is made"
                                    .formatted(service.name().length(), LONGEST)));
        }
        if (service.tooManyNamespaces()) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "spec.enabledNamespaces has more than %d names; nothing is changed"
                                    .formatted(DiscoveryService.MOST_NAMESPACES)));
        }
        if (!Names.isLabel(service.service()) || !Character.isLetter(service.service().charAt(0))) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "'%s' is no name of a Service; set spec.serviceConfig.name to a name of at most 63 small letters, digits and hyphens, with a letter first. Nothing is changed"
                                    .formatted(service.service())));
        }
        if (!Surroundings.isType(service.serviceType())) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "spec.serviceConfig.type '%s' is none of ClusterIP, LoadBalancer, Headless; nothing is changed"
                                    .formatted(service.serviceType())));
        }
        var strategy = service.text("deploymentStrategy");
        if (!STRATEGIES.contains(strategy)) {
            troubles.add(
                    DiscoveryTrouble.spec(
                            "spec.deploymentStrategy '%s' is neither Recreate nor RollingUpdate; nothing is changed"
                                    .formatted(strategy)));
        }
        ports(service, troubles);
        unused(service, troubles);
    }

    private static void ports(DiscoveryService service, List<Trouble> troubles) {
        var ports = new LinkedHashMap<Integer, String>();
        var all =
                List.of(
                        Map.entry("xdsServerPort", service.xdsPort()),
                        Map.entry("probePort", service.port("probePort", DiscoveryWorkload.PROBES)),
                        Map.entry(
                                "metricsPort",
                                service.port("metricsPort", DiscoveryWorkload.METRICS)));
        for (var each : all) {
            int port = each.getValue();
            if (port < 1 || port > 65_535) {
                troubles.add(
                        DiscoveryTrouble.spec(
                                "spec.%s %d is no port; ports are 1 to 65535. Nothing is changed"
                                        .formatted(each.getKey(), port)));
            }
            var other = ports.putIfAbsent(port, each.getKey());
            if (other != null) {
                troubles.add(
                        DiscoveryTrouble.spec(
                                "spec.%s and spec.%s are both %d; nothing is changed"
                                        .formatted(other, each.getKey(), port)));
            }
        }
    }

    private static void unused(DiscoveryService service, List<Trouble> troubles) {
        var namespace = service.text("discoveryServiceNamespace");
        if (!namespace.isEmpty() && !namespace.equals(service.namespace())) {
            troubles.add(
                    DiscoveryTrouble.unused(
                            "DiscoveryServiceNamespaceUsed",
                            "spec.discoveryServiceNamespace '%s' is not used: the discovery service runs in namespace %s, where this object is"
                                    .formatted(namespace, service.namespace())));
        }
        if (service.spec("sidecarWebhook") != null) {
            troubles.add(DiscoveryTrouble.webhook());
        }
    }
}
