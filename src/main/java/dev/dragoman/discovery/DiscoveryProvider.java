package dev.dragoman.discovery;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.discovery.decision.DiscoveryMakers;
import dev.dragoman.discovery.decision.EnvoyMakers;
import dev.dragoman.settings.Setting;
import java.util.List;
import java.util.Map;

/** Provides the capabilities that run discovery services for Envoy, and Envoy itself. */
public final class DiscoveryProvider implements CapabilityProvider {
    static final String STEPS = "discoverySteps";
    static final String MAKERS = "discoveryMakers";
    static final String ENVOYS = "envoyMakers";

    @Override
    public List<CapabilityLines> lines() {
        return List.of(DiscoveryServices.LINES, EnvoyDeployments.LINES);
    }

    @Override
    public Map<String, Class<?>> beans() {
        return Map.of(
                STEPS,
                DiscoverySteps.class,
                MAKERS,
                DiscoveryMakers.class,
                ENVOYS,
                EnvoyMakers.class);
    }

    @Override
    public List<Setting> settings() {
        return DiscoverySettings.ALL;
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        return new DiscoveryCapabilities(
                DiscoverySettings.from(configuration.environment()),
                configuration.operator().namespace());
    }
}
