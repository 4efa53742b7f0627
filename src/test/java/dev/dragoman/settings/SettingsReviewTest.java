package dev.dragoman.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.settings.SettingsReview.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReviewTest {
    private static final SettingsReview REVIEW = new SettingsReview(Operator.SETTINGS);

    /** All settings of Azure Service Operator, with a value that its users write. */
    @ParameterizedTest(name = "{0}={1} is {2}")
    @CsvSource({
        "AZURE_SUBSCRIPTION_ID, sample, used",
        "AZURE_TENANT_ID, sample, used",
        "AZURE_CLIENT_ID, sample, used",
        "AZURE_CLIENT_SECRET, sample, used",
        "AZURE_CLIENT_CERTIFICATE, sample, used",
        "AZURE_CLIENT_CERTIFICATE_PASSWORD, sample, used",
        "AZURE_ADDITIONAL_TENANTS, sample, used",
        "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS, sample, used",
        "USE_WORKLOAD_IDENTITY_AUTH, true, used",
        "AZURE_SYNC_PERIOD, 15m, used",
        "AZURE_OPERATOR_MODE, webhooks, refused",
        "AZURE_OPERATOR_MODE, sample, refused",
        "AZURE_OPERATOR_MODE, watchers, named",
        "AZURE_OPERATOR_MODE, both, named",
        "AZURE_OPERATOR_MODE, watchers-and-webhooks, named",
        "AZURE_TARGET_NAMESPACES, sample, used",
        "AZURE_RESOURCE_MANAGER_ENDPOINT, sample, used",
        "AZURE_RESOURCE_MANAGER_AUDIENCE, sample, used",
        "AZURE_AUTHORITY_HOST, sample, used",
        "AZURE_USER_AGENT_SUFFIX, sample, used",
        "MAX_CONCURRENT_RECONCILES, 4, named",
        "RATE_LIMIT_MODE, bucket, named",
        "RATE_LIMIT_QPS, 5, named",
        "RATE_LIMIT_BUCKET_SIZE, 200, named",
        "DEFAULT_RECONCILE_POLICY, skip, used",
        "ALLOW_MULTI_ENV_MANAGEMENT, true, used",
        "ALLOW_MULTI_ENV_MANAGEMENT, FALSE, used",
        "ENTRA_APP_ID, sample, named",
        "POD_NAMESPACE, sample, used",
        "AUTH_MODE, podidentity, used",
        "AUTH_MODE, workloadidentity, used",
        "AZURE_SYNC_PERIODE, sample, named",
        "AZURE_LOG_LEVEL, sample, named",
        "DRAGOMAN_LOGS, sample, named",
        "DRAGOMAN_SANDBOX_CONTROL, sample, used",
        "PATH, sample, used",
        "MAX_CONCURRENT_RECONCILES, ' ', used",
        "AZURE_CLIENT_CERTIFICATE, '', used"
    })
    void everySettingIsUsedNamedOrRefused(String name, String value, String expected) {
        var findings = REVIEW.environment(Map.of(name, value));
        var said =
                findings.isEmpty() ? "used" : findings.getFirst().refused() ? "refused" : "named";
        assertThat(said).isEqualTo(expected);
        assertThat(findings)
                .extracting(Finding::text)
                .allMatch(text -> text.startsWith(name + " ") && !text.contains("sample"));
        assertThat(REVIEW.refused(Map.of(name, value)).isPresent())
                .isEqualTo(expected.equals("refused"));
    }

    @Test
    void aTypoIsHelpedWith() {
        assertThat(REVIEW.environment(Map.of("AZURE_SYNC_PERIODE", "1h")))
                .extracting(Finding::text)
                .containsExactly(
                        "AZURE_SYNC_PERIODE is no setting; did you mean AZURE_SYNC_PERIOD?");
        assertThat(REVIEW.environment(Map.of("AZURE_LOG_LEVEL", "1")))
                .extracting(Finding::text)
                .containsExactly("AZURE_LOG_LEVEL is no setting of Dragoman");
    }

    @Test
    void aNameWithAPrefixTooManyIsHelpedWith() {
        assertThat(REVIEW.environment(Map.of("DRAGOMAN_NAMESPACES_REQUESTS_NAMESPACE", "requests")))
                .extracting(Finding::text)
                .containsExactly(
                        "DRAGOMAN_NAMESPACES_REQUESTS_NAMESPACE is no setting; did you mean REQUESTS_NAMESPACE?");
    }

    /** Empty is as good as not set, and here that is less than what was written. */
    @Test
    void anEmptyListOfReservedNamesIsSaidToBeTheDefault() {
        var name = "DRAGOMAN_NAMESPACES_RESERVED";
        assertThat(REVIEW.environment(Map.of(name, " ")))
                .extracting(Finding::text)
                .containsExactly(
                        name + " is empty, so its default is used; write ^$ to reserve no name");
        assertThat(REVIEW.environment(Map.of(name, "^$"))).isEmpty();
    }

    @Test
    void whatKubernetesSaysOfServicesIsNoTypo() {
        var service =
                Map.of(
                        "DRAGOMAN_METRICS_SERVICE_HOST", "10.0.0.1",
                        "DRAGOMAN_METRICS_SERVICE_PORT", "8081",
                        "DRAGOMAN_METRICS_SERVICE_PORT_MANAGEMENT", "8081",
                        "DRAGOMAN_METRICS_PORT", "tcp://10.0.0.1:8081",
                        "DRAGOMAN_METRICS_PORT_8081_TCP", "tcp://10.0.0.1:8081",
                        "DRAGOMAN_METRICS_PORT_8081_TCP_ADDR", "10.0.0.1");
        assertThat(REVIEW.environment(service)).isEmpty();
        assertThat(REVIEW.environment(Map.of("DRAGOMAN_MANAGMENT_PORT", "1"))).hasSize(1);
    }

    @Test
    void inTheSecretEveryKeyWithoutEffectIsNamed() {
        var env = Map.of("AZURE_SYNC_PERIOD", "1h", "AZURE_TARGET_NAMESPACES", "a");
        var secret = new HashMap<>(env);
        secret.put("AZURE_SYNC_PERIOD", "5m");
        secret.put("AZURE_CLIENT_SECRET", "sample");
        secret.put("AZURE_CLIENT_SECRTE", "sample");
        secret.put("AZURE_OPERATOR_MODE", "sample");
        secret.put("RATE_LIMIT_QPS", "5");
        secret.put("POD_NAMESPACE", "other");
        secret.put("anything", "sample");
        var findings = REVIEW.secret(secret, env);
        assertThat(findings)
                .extracting(Finding::name)
                .containsExactly(
                        "AZURE_CLIENT_SECRTE",
                        "AZURE_OPERATOR_MODE",
                        "AZURE_SYNC_PERIOD",
                        "POD_NAMESPACE",
                        "RATE_LIMIT_QPS",
                        "anything");
        assertThat(findings).extracting(Finding::text).noneMatch(text -> text.contains("sample"));
        assertThat(findings)
                .filteredOn(Finding::refused)
                .extracting(Finding::name)
                .isEqualTo(List.of("AZURE_OPERATOR_MODE"));
    }
}
