package dev.dragoman.azure.identity;

import dev.dragoman.settings.KnownSettings;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.SettingsReview;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings for Azure's kinds, and the settings of Azure Service Operator that this operator
 * does not use.
 */
public final class AzureSettingNames {
    private static final String BY_AZURE =
            "requests wait as long as Azure's answers ask, for each subscription and identity";

    /** All settings of both groups, in the order of the documentation. */
    public static final List<Setting> ALL =
            Stream.of(
                            Setting.of(
                                    Use.CREDENTIAL,
                                    "AZURE_SUBSCRIPTION_ID",
                                    "AZURE_TENANT_ID",
                                    "AZURE_CLIENT_ID",
                                    "AZURE_CLIENT_SECRET",
                                    "AZURE_CLIENT_CERTIFICATE",
                                    "AZURE_CLIENT_CERTIFICATE_PASSWORD",
                                    "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS",
                                    "AUTH_MODE",
                                    "AZURE_ADDITIONAL_TENANTS",
                                    "USE_WORKLOAD_IDENTITY_AUTH"),
                            Setting.of(Use.PLACE, "AZURE_FEDERATED_TOKEN_FILE"),
                            Setting.of(
                                    Use.START,
                                    "AZURE_SYNC_PERIOD",
                                    "AZURE_TARGET_NAMESPACES",
                                    "AZURE_RESOURCE_MANAGER_ENDPOINT",
                                    "AZURE_RESOURCE_MANAGER_AUDIENCE",
                                    "AZURE_AUTHORITY_HOST",
                                    "ALLOW_MULTI_ENV_MANAGEMENT",
                                    "AZURE_POD_IDENTITY_AUTHORITY_HOST",
                                    "AZURE_USER_AGENT_SUFFIX",
                                    "DEFAULT_RECONCILE_POLICY",
                                    "HTTPS_PROXY",
                                    "NO_PROXY",
                                    "DRAGOMAN_EXCLUSIVE_RESOURCES",
                                    "DRAGOMAN_PLATFORM_NAMESPACES",
                                    "DRAGOMAN_KEYS_RESYNC",
                                    "DRAGOMAN_IDENTITY_MODE",
                                    "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT",
                                    "DRAGOMAN_TOKEN_CACHE",
                                    "DRAGOMAN_CLIENT_SECRETS",
                                    "DRAGOMAN_NODE_IDENTITIES",
                                    "DRAGOMAN_IDENTITY_FILES",
                                    "DRAGOMAN_CLOUDS",
                                    "AZURE_OPERATOR_KEYVAULT",
                                    "AZURE_SECRET_NAMING_VERSION",
                                    "DRAGOMAN_KEY_VAULTS",
                                    "DRAGOMAN_KEY_VAULT_SUFFIXES",
                                    "DRAGOMAN_CLUSTER_NAME",
                                    "DRAGOMAN_OVERLAY_KEY_VAULT"),
                            List.of(
                                    Setting.instead("RATE_LIMIT_MODE", BY_AZURE),
                                    Setting.instead("RATE_LIMIT_QPS", BY_AZURE),
                                    Setting.instead("RATE_LIMIT_BUCKET_SIZE", BY_AZURE),
                                    Setting.instead(
                                            "ENTRA_APP_ID", "the operator has no kinds of Entra"),
                                    Setting.refused(
                                            "AZURE_OPERATOR_MODE",
                                            "there are no webhooks to serve, and none are needed: 'watchers' and 'both' are the same",
                                            "watchers",
                                            "both",
                                            "watchers-and-webhooks")))
                    .flatMap(List::stream)
                    .toList();

    /** Judges the keys of a credential Secret. */
    static final SettingsReview REVIEW = new SettingsReview(new KnownSettings(ALL.stream()));

    private AzureSettingNames() {}
}
