package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentMakers;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Trust;
import java.util.List;
import java.util.Map;

/** Provides the capabilities that run build agents of Azure DevOps and mark the busy ones. */
public final class AgentProvider implements CapabilityProvider {
    static final String STEPS = "agentSteps";
    static final String MAKERS = "agentMakers";

    @Override
    public List<CapabilityLines> lines() {
        return List.of(AgentTargets.LINES, BusyAgents.LINES);
    }

    @Override
    public Map<String, Class<?>> beans() {
        return Map.of(STEPS, AgentSteps.class, MAKERS, AgentMakers.class);
    }

    @Override
    public List<Setting> settings() {
        return AgentSettings.ALL;
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        var operator = configuration.operator();
        return new AgentCapabilities(
                AgentSettings.from(configuration.environment()),
                operator.namespace(),
                () -> Trust.sslContext(operator.caFile()));
    }
}
