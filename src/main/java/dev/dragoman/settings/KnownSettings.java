package dev.dragoman.settings;

import dev.dragoman.settings.Setting.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All settings: those that are used, and those of Azure Service Operator that are not. Tests
 * compare the documentation and the Deployment with it.
 */
public final class KnownSettings {
    private static final String BY_AZURE =
            "requests wait as long as Azure's answers ask, for each subscription and identity";
    private static final Map<String, Setting> ALL = all();

    private KnownSettings() {}

    /** All settings, in the order of the documentation. */
    public static List<Setting> list() {
        return List.copyOf(ALL.values());
    }

    /** The setting of this name. */
    public static Optional<Setting> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    private static Map<String, Setting> all() {
        var all = new LinkedHashMap<String, Setting>();
        Stream.of(used(), instead(), refused())
                .flatMap(List::stream)
                .forEach(each -> all.put(each.name(), each));
        return all;
    }

    private static List<Setting> used() {
        var used = new ArrayList<Setting>();
        Stream.of(
                        "AZURE_SUBSCRIPTION_ID",
                        "AZURE_TENANT_ID",
                        "AZURE_CLIENT_ID",
                        "AZURE_CLIENT_SECRET",
                        "AZURE_CLIENT_CERTIFICATE",
                        "AZURE_CLIENT_CERTIFICATE_PASSWORD",
                        "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS",
                        "AUTH_MODE",
                        "AZURE_ADDITIONAL_TENANTS",
                        "USE_WORKLOAD_IDENTITY_AUTH")
                .forEach(name -> used.add(Setting.of(name, Use.CREDENTIAL)));
        // kubernetes/vending, kubernetes/cdtargets and kubernetes/discovery set the last three,
        // together with the rights for them
        Stream.of(
                        "AZURE_FEDERATED_TOKEN_FILE",
                        "POD_NAMESPACE",
                        "POD_NAME",
                        "DRAGOMAN_NAMESPACES",
                        "DRAGOMAN_CDTARGETS",
                        "DRAGOMAN_DISCOVERY")
                .forEach(name -> used.add(Setting.of(name, Use.PLACE)));
        Stream.of(
                        "AZURE_SYNC_PERIOD",
                        "AZURE_TARGET_NAMESPACES",
                        "AZURE_RESOURCE_MANAGER_ENDPOINT",
                        "AZURE_RESOURCE_MANAGER_AUDIENCE",
                        "AZURE_AUTHORITY_HOST",
                        "ALLOW_MULTI_ENV_MANAGEMENT",
                        "AZURE_POD_IDENTITY_AUTHORITY_HOST",
                        "AZURE_USER_AGENT_SUFFIX",
                        "DEFAULT_RECONCILE_POLICY",
                        "DRAGOMAN_CA_FILE",
                        "HTTPS_PROXY",
                        "NO_PROXY",
                        "DRAGOMAN_EXCLUSIVE_RESOURCES",
                        "DRAGOMAN_IDENTITY_MODE",
                        "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT",
                        "DRAGOMAN_TOKEN_CACHE",
                        "DRAGOMAN_CLIENT_SECRETS",
                        "DRAGOMAN_NODE_IDENTITIES",
                        "DRAGOMAN_IDENTITY_FILES",
                        "DRAGOMAN_CLOUDS",
                        "DRAGOMAN_HTTPS_HOSTS",
                        "DRAGOMAN_READY_WAIT",
                        "DRAGOMAN_RESYNC",
                        "DRAGOMAN_RETRY",
                        "DRAGOMAN_WATCH_PROBE_PERIOD",
                        "DRAGOMAN_LEADER_ELECTION",
                        "DRAGOMAN_LOG",
                        "DRAGOMAN_MANAGEMENT_PORT",
                        "DRAGOMAN_OVERLAYS",
                        "REQUESTS_NAMESPACE",
                        "VALID_REGEXES",
                        "IGNORE_SILENTLY",
                        "TOKEN_POLICY_ANNOTATION",
                        "TOKEN_POLICY_DEFAULT",
                        "DRAGOMAN_NAMESPACES_RESERVED",
                        "DRAGOMAN_NAMESPACES_TOKEN_LIFETIME",
                        "DRAGOMAN_NAMESPACES_SERVER",
                        "DRAGOMAN_NAMESPACES_CA_FILE",
                        "DRAGOMAN_NAMESPACES_DELETE_WITH_REQUEST",
                        "DRAGOMAN_NAMESPACES_TIME_TO_LIVE",
                        "DRAGOMAN_NAMESPACES_POD_SECURITY",
                        "DRAGOMAN_NAMESPACES_QUOTA",
                        "DRAGOMAN_NAMESPACES_LIMITS",
                        "DRAGOMAN_NAMESPACES_DEFAULT_DENY",
                        "DRAGOMAN_NAMESPACES_KINDS",
                        "DRAGOMAN_CDTARGETS_PORTS_NAMESPACE",
                        "DRAGOMAN_CDTARGETS_DNS",
                        "DRAGOMAN_CDTARGETS_DNS_PORTS",
                        "DRAGOMAN_CDTARGETS_AZURE_RANGES",
                        "DRAGOMAN_CDTARGETS_NAMESERVERS",
                        "DRAGOMAN_CDTARGETS_FORBID",
                        "DRAGOMAN_CDTARGETS_ALLOW",
                        "DRAGOMAN_CDTARGETS_GRACE",
                        "DRAGOMAN_CDTARGETS_IDLE",
                        "DRAGOMAN_CDTARGETS_HOSTS",
                        "DRAGOMAN_CDTARGETS_IDENTITIES",
                        "DRAGOMAN_CDTARGETS_POLL",
                        "DRAGOMAN_CDTARGETS_COUNT_BUSY",
                        "DRAGOMAN_CDTARGETS_RESOLVE",
                        "DRAGOMAN_CDTARGETS_RESOLVE_OVERLAP",
                        "DRAGOMAN_CDTARGETS_LEGACY_ALLOW_ALL",
                        "DRAGOMAN_CERTIFICATES_RENEW_AT",
                        "DRAGOMAN_CERTIFICATES_RENEW_JITTER",
                        "DRAGOMAN_CERTIFICATES_PROPAGATION",
                        "DRAGOMAN_CERTIFICATES_TRUST_WAIT",
                        "DRAGOMAN_CERTIFICATES_SHORTEST",
                        "DRAGOMAN_DISCOVERY_NAMESPACES",
                        "MARIN3R_IMAGE")
                .forEach(name -> used.add(Setting.of(name, Use.START)));
        return used;
    }

    private static List<Setting> instead() {
        return List.of(
                instead(
                        "MAX_CONCURRENT_RECONCILES",
                        "the option maxConcurrent of route dispatch limits how many reconciliations run at a time; an overlay may set it"),
                instead("RATE_LIMIT_MODE", BY_AZURE),
                instead("RATE_LIMIT_QPS", BY_AZURE),
                instead("RATE_LIMIT_BUCKET_SIZE", BY_AZURE),
                instead("ENTRA_APP_ID", "there are no kinds of Entra"));
    }

    private static List<Setting> refused() {
        return List.of(
                refused(
                        "AZURE_OPERATOR_MODE",
                        "there are no webhooks to serve, and none are needed: 'watchers' and 'both' are the same",
                        "watchers",
                        "both",
                        "watchers-and-webhooks"));
    }

    private static Setting instead(String name, String what) {
        return new Setting(name, Use.INSTEAD, what, Set.of());
    }

    private static Setting refused(String name, String why, String... harmless) {
        return new Setting(name, Use.REFUSED, why, Set.of(harmless));
    }
}
