package dev.dragoman.namespaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.namespaces.decision.NameRules.Verdict;
import dev.dragoman.namespaces.decision.TokenPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespaceSettingsTest {
    @Test
    void defaultsAreThoseOfThePredecessor() {
        var settings = settings(Map.of());
        assertThat(settings.enabled()).as("needs rights of its own").isFalse();
        assertThat(settings.requestsNamespace()).isEqualTo("nsplease-requests");
        assertThat(settings.policyAnnotation())
                .isEqualTo("nsplease.container.training/issue-token");
        assertThat(settings.defaultPolicy()).isEqualTo(TokenPolicy.MULTIPLE_TIMES);
        assertThat(settings.tokenLifetime()).isEqualTo(Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource({
        "ci-commit-0abc1, Accepted",
        "ci-commit-xyz, Refused",
        "ci-branch-fix-1, Accepted",
        "nsp-hello-there, Accepted",
        "hello, Refused",
        "ci-projectfoo-pr123, Refused",
        "kube-root-ca.crt, Ignored",
        "kube-system, Refused",
        "default, Refused",
        "nsplease-requests, Refused",
        "dragoman-system, Refused",
        "nsp-, Refused",
        "nsp-a.b, Refused"
    })
    void judgesNames(String name, String expected) {
        assertThat(settings(Map.of()).rules().judge(name).getClass().getSimpleName())
                .isEqualTo(expected);
    }

    @Test
    void rulesAreUnanchoredUnlessWrittenSo() {
        var rules = settings(Map.of("VALID_REGEXES", "team")).rules();
        assertThat(rules.judge("my-team-1")).isInstanceOf(Verdict.Accepted.class);
        assertThat(rules.judge("x".repeat(64) + "team")).isInstanceOf(Verdict.Refused.class);
        assertThat(rules.judge("kube-team")).isInstanceOf(Verdict.Refused.class);
    }

    /** The Secret that is published has the name of the request. */
    @ParameterizedTest
    @CsvSource({"dragoman-token, Refused", "aso-credential, Refused", "my-token, Accepted"})
    void noRequestHasTheNameOfASecretThatMeansSomethingElse(String name, String expected) {
        var open = Map.of("VALID_REGEXES", ".*", "DRAGOMAN_NAMESPACES_RESERVED", "^nothing$");
        assertThat(settings(open).rules().judge(name).getClass().getSimpleName())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "VALID_REGEXES, '^(', regular expression",
        "REQUESTS_NAMESPACE, Bad_Name, is no name of a namespace",
        "REQUESTS_NAMESPACE, a.b, is no name of a namespace",
        "TOKEN_POLICY_DEFAULT, sometimes, only-once",
        "DRAGOMAN_NAMESPACES, yes, 'on, off'",
        "DRAGOMAN_NAMESPACES_TOKEN_LIFETIME, 5m, 10m",
        "DRAGOMAN_NAMESPACES_TOKEN_LIFETIME, long, 1h30m",
        "DRAGOMAN_NAMESPACES_SERVER, http://x, https",
        "DRAGOMAN_NAMESPACES_SERVER, https://u:p@x, https",
        "DRAGOMAN_NAMESPACES_CA_FILE, /nowhere, cannot read",
        "DRAGOMAN_NAMESPACES_CA_FILE, /etc/passwd, PEM",
        "TOKEN_POLICY_ANNOTATION, not a key!!, annotation",
        "DRAGOMAN_NAMESPACES_TIME_TO_LIVE, 0s, 5s",
        "DRAGOMAN_NAMESPACES_KINDS, ConfigMap, GROUP/KIND",
        "DRAGOMAN_NAMESPACES_DELETE_WITH_REQUEST, maybe, asked",
        "DRAGOMAN_NAMESPACES_TIME_TO_LIVE, soon, 15m",
        "DRAGOMAN_NAMESPACES_POD_SECURITY, strict, restricted",
        "DRAGOMAN_NAMESPACES_QUOTA, pods, NAME=VALUE",
        "DRAGOMAN_NAMESPACES_QUOTA, pods=20 requests.cpu=abc, 'requests.cpu=abc' is no quantity",
        "DRAGOMAN_NAMESPACES_LIMITS, cpu=1, default.cpu",
        "DRAGOMAN_NAMESPACES_LIMITS, default=1, default.cpu",
        "DRAGOMAN_NAMESPACES_LIMITS, default.=1, default.cpu",
        "DRAGOMAN_NAMESPACES_DEFAULT_DENY, on, 'true, false'"
    })
    void wrongSettingsAreNamed(String name, String value, String says) {
        assertThatThrownBy(() -> settings(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(says);
    }

    private static NamespaceSettings settings(Map<String, String> environment) {
        return NamespaceSettings.from(environment, "dragoman-system");
    }
}
