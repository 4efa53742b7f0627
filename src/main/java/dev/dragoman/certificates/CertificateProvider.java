package dev.dragoman.certificates;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.settings.Setting;
import java.util.List;
import java.util.Map;

/** Provides the capability that issues certificates of discovery services. */
public final class CertificateProvider implements CapabilityProvider {
    static final String STEPS = "certificateSteps";

    @Override
    public List<CapabilityLines> lines() {
        return List.of(DiscoveryCertificates.LINES);
    }

    @Override
    public Map<String, Class<?>> beans() {
        return Map.of(STEPS, CertificateSteps.class);
    }

    @Override
    public List<Setting> settings() {
        return CertificateSettings.ALL;
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        return new CertificateCapabilities(
                CertificateSettings.from(configuration.environment()),
                configuration.operator().namespace());
    }
}
