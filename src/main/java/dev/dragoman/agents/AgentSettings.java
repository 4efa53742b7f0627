package dev.dragoman.agents;

import static dev.dragoman.settings.SettingValues.between;
import static dev.dragoman.settings.SettingValues.flag;
import static dev.dragoman.settings.SettingValues.parse;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.Egress;
import dev.dragoman.agents.decision.egress.Hosts;
import dev.dragoman.agents.decision.egress.PortRange;
import dev.dragoman.agents.decision.workload.Identities;
import dev.dragoman.agents.decision.workload.Times;
import dev.dragoman.settings.AllowedHosts;
import dev.dragoman.settings.NamespaceIdentities;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of build agents. The capability is off by default.
 *
 * @param enabled whether the operator reconciles CDTargets
 * @param portsNamespace namespace of the ConfigMap {@code cdtarget-ports}
 * @param egress DNS servers and addresses of Azure DevOps that all agents may reach
 * @param nameservers blocks to which the {@code dnsConfig.nameservers} of CDTargets must belong
 * @param forbidden blocks that no CDTarget may open, in addition to those that are always forbidden
 * @param allowed blocks that CDTargets may open although other rules forbid them
 * @param times how long a busy agent may take to end its job, and how long an idle agent waits for
 *     a job
 * @param hosts hosts to which the operator may send requests about pools, with the teams' tokens
 * @param identities managed identities that KEDA may use in requests to Azure DevOps
 * @param poll time between two requests to a pool
 * @param countBusy whether ScaledObjects count busy agents; KEDA before 2.20 counts them itself
 * @param pace how often host names are resolved; empty when host names are not resolved
 */
public record AgentSettings(
        boolean enabled,
        String portsNamespace,
        Egress egress,
        List<Block> nameservers,
        List<Block> forbidden,
        List<Block> allowed,
        Times times,
        AllowedHosts hosts,
        Identities identities,
        Duration poll,
        boolean countBusy,
        Optional<Hosts.Pace> pace) {
    private static final String OWN = "DRAGOMAN_CDTARGETS";

    /** All settings of build agents, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.concat(
                            Setting.of(Use.PLACE, OWN).stream(),
                            Setting.of(
                                    Use.START,
                                    OWN + "_PORTS_NAMESPACE",
                                    OWN + "_DNS",
                                    OWN + "_DNS_PORTS",
                                    OWN + "_AZURE_RANGES",
                                    OWN + "_NAMESERVERS",
                                    OWN + "_FORBID",
                                    OWN + "_ALLOW",
                                    OWN + "_GRACE",
                                    OWN + "_IDLE",
                                    OWN + "_HOSTS",
                                    Identities.SETTING,
                                    OWN + "_POLL",
                                    OWN + "_COUNT_BUSY",
                                    OWN + "_RESOLVE",
                                    OWN + "_RESOLVE_OVERLAP",
                                    OWN + "_LEGACY_ALLOW_ALL")
                                    .stream())
                    .toList();

    private static final String OFF = "off";

    /**
     * Blocks that Microsoft publishes for connections to Azure DevOps. Microsoft published the
     * first four until May 2025; the predecessor opened them, and they may stay open.
     */
    private static final String POOL =
            "13.107.6.0/24 13.107.9.0/24 13.107.42.0/24 13.107.43.0/24"
                    + " 150.171.22.0/24 150.171.23.0/24 150.171.73.0/24 150.171.74.0/24"
                    + " 150.171.75.0/24 150.171.76.0/24"
                    + " 2620:1ec:50::/48 2620:1ec:51::/48 2603:1061:10::/48";

    /** Value for an empty list; an empty value means the default. */
    private static final String NONE = "none";

    private static final String HOSTS = OWN + "_HOSTS";

    /** Default of {@code _HOSTS}: Azure DevOps in the cloud. */
    private static final String AZURE = "dev.azure.com,*.visualstudio.com";

    private static final String RESOLVERS = "kube-system/k8s-app=kube-dns";

    /**
     * Reads the settings from environment variables.
     *
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static AgentSettings from(Map<String, String> env) {
        var hosts = AllowedHosts.of(HOSTS, hosts(env.getOrDefault(HOSTS, "")));
        return new AgentSettings(
                flag(env, OWN, OFF, "on", OFF),
                parse(env, OWN + "_PORTS_NAMESPACE", "cdtarget-operator", SettingValues::namespace),
                new Egress(
                        PortRange.DEFAULTS,
                        parse(env, OWN + "_DNS", RESOLVERS, AgentSettings::resolvers),
                        parse(env, OWN + "_DNS_PORTS", "53", AgentSettings::ports),
                        parse(env, OWN + "_AZURE_RANGES", POOL, AgentSettings::blocks),
                        flag(env, OWN + "_LEGACY_ALLOW_ALL", "false", "true", "false")),
                parse(env, OWN + "_NAMESERVERS", "", AgentSettings::blocks),
                parse(env, OWN + "_FORBID", "", AgentSettings::blocks),
                parse(env, OWN + "_ALLOW", "", AgentSettings::blocks),
                new Times(
                        parse(env, OWN + "_GRACE", "1h", value -> between(value, "0s", "168h")),
                        parse(env, OWN + "_IDLE", "10m", value -> between(value, "30s", "24h"))),
                hosts,
                identities(env, hosts),
                // at most 2m, as the autoscaler may remove agents that were not marked busy for
                // five minutes
                parse(env, OWN + "_POLL", "30s", value -> between(value, "1s", "2m")),
                flag(env, OWN + "_COUNT_BUSY", "false", "true", "true"),
                pace(env));
    }

    private static Identities identities(Map<String, String> env, AllowedHosts hosts) {
        var list = env.getOrDefault(Identities.SETTING, "");
        return new Identities(
                Optional.of(
                        NamespaceIdentities.of(Identities.SETTING, SettingValues.entries(list))),
                hosts);
    }

    private static List<Block> blocks(String value) {
        return words(value).map(AgentSettings::block).toList();
    }

    private static Block block(String word) {
        try {
            return Block.parse(word);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "'%s': %s".formatted(word, wrong.getMessage()), wrong);
        }
    }

    private static List<PortRange> ports(String value) {
        var parsed = PortRange.parse(String.join("\n", words(value).toList()));
        if (!parsed.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", parsed.problems()));
        }
        if (parsed.ports().isEmpty()) {
            throw new IllegalArgumentException("'%s' names no port".formatted(value));
        }
        return parsed.ports();
    }

    /** Peers of a NetworkPolicy: pods by namespace and label, or blocks of addresses. */
    private static List<Map<String, Object>> resolvers(String value) {
        var peers = new ArrayList<Map<String, Object>>();
        for (var word : words(value).toList()) {
            int equals = word.indexOf('=');
            int slash = word.indexOf('/');
            if (equals < 0) {
                peers.add(Egress.peer(block(word)));
            } else if (slash < 1 || slash > equals) {
                throw new IllegalArgumentException(
                        "'%s' is neither NAMESPACE/LABEL=VALUE nor an address".formatted(word));
            } else {
                peers.add(
                        Map.of(
                                "namespaceSelector",
                                labels("kubernetes.io/metadata.name", word.substring(0, slash)),
                                "podSelector",
                                labels(
                                        word.substring(slash + 1, equals),
                                        word.substring(equals + 1))));
            }
        }
        return peers;
    }

    private static Map<String, Object> labels(String key, String value) {
        return Map.of("matchLabels", Map.of(key, value));
    }

    private static Optional<Hosts.Pace> pace(Map<String, String> env) {
        var interval =
                parse(
                        env,
                        OWN + "_RESOLVE",
                        OFF,
                        value ->
                                value.equals(OFF)
                                        ? Optional.<Duration>empty()
                                        : Optional.of(between(value, "1s", "1h")));
        var overlap =
                parse(env, OWN + "_RESOLVE_OVERLAP", "1h", value -> between(value, "0s", "24h"));
        return interval.map(each -> new Hosts.Pace(each, overlap));
    }

    private static String hosts(String value) {
        return value.isBlank() ? AZURE : NONE.equals(value.strip()) ? "" : value;
    }

    private static java.util.stream.Stream<String> words(String text) {
        return NONE.equals(text.strip())
                ? java.util.stream.Stream.empty()
                : Arrays.stream(text.strip().split("[\\s,]+")).filter(word -> !word.isEmpty());
    }
}
