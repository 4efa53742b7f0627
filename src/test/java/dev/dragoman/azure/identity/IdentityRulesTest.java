package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings for the credentials of namespaces and objects. */
class IdentityRulesTest {
    @Test
    void eachNamespaceHasItsOwnAccountUnlessTheSharedOneIsAskedFor() {
        var strict = IdentityRules.from(Map.of());
        assertThat(strict.of("team").subject())
                .isEqualTo("system:serviceaccount:team:dragoman-azure");
        assertThat(strict.cached()).isTrue();
        assertThat(strict.secrets()).isTrue();
        var shared = IdentityRules.from(Map.of("DRAGOMAN_IDENTITY_MODE", "shared"));
        assertThat(shared.of("team").subject())
                .isEqualTo(
                        "system:serviceaccount:azureserviceoperator-system:azureserviceoperator-default");
        var named =
                IdentityRules.from(
                        Map.of(
                                "DRAGOMAN_IDENTITY_MODE",
                                "shared",
                                "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT",
                                "a/b",
                                "DRAGOMAN_TOKEN_CACHE",
                                "none",
                                "DRAGOMAN_CLIENT_SECRETS",
                                "forbid"));
        assertThat(named.of("team").subject()).isEqualTo("system:serviceaccount:a:b");
        assertThat(named.cached()).isFalse();
        assertThat(named.secrets()).isFalse();
    }

    /** What the operator proves for whoever names it is nobody's own. */
    @Test
    void anIdentityIsItsNamespacesOwnByWhatThatAloneHas() {
        var strict = IdentityRules.from(Map.of());
        var shared = IdentityRules.from(Map.of("DRAGOMAN_IDENTITY_MODE", "shared"));
        var secret = new Proof.ClientSecret(new Sensitive("s"));
        var certificate = new Proof.ClientCertificate(new Sensitive("c"), Optional.empty());
        for (var proof : List.of(secret, certificate)) {
            assertThat(strict.own(proof)).isTrue();
            assertThat(shared.own(proof)).isTrue();
        }
        for (var proof : List.of(strict.of("team"), new Proof.NodeIdentity())) {
            assertThat(strict.own(proof)).isTrue();
            assertThat(shared.own(proof)).isFalse();
        }
        assertThat(shared.own(shared.of("team"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "DRAGOMAN_IDENTITY_MODE, relaxed, neither strict nor shared",
        "DRAGOMAN_TOKEN_CACHE, disk, neither memory nor none",
        "DRAGOMAN_CLIENT_SECRETS, no, neither allow nor forbid",
        "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT, a/b, is used only with DRAGOMAN_IDENTITY_MODE=shared",
        "DRAGOMAN_NODE_IDENTITIES, *, * is used only with DRAGOMAN_IDENTITY_MODE=shared",
        "DRAGOMAN_NODE_IDENTITIES, client, write a namespace",
        "DRAGOMAN_NODE_IDENTITIES, team/, write a namespace",
        "DRAGOMAN_NODE_IDENTITIES, */client, write a namespace",
        "DRAGOMAN_NODE_IDENTITIES, a/b/c, write a namespace",
        "DRAGOMAN_IDENTITY_FILES, files, write its absolute path",
        "DRAGOMAN_IDENTITY_FILES, /files/../etc, write its absolute path",
        "DRAGOMAN_CLOUDS, https://a https://b https://c, is used only with ALLOW_MULTI_ENV_MANAGEMENT=true",
        "ALLOW_MULTI_ENV_MANAGEMENT, perhaps, neither true nor false"
    })
    void whatIsNoValueEndsTheStart(String name, String value, String says) {
        assertThatThrownBy(() -> IdentityRules.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(says);
    }

    @ParameterizedTest
    @CsvSource({"b", "a/b/c", "a/", "/b", "A/b", "a/../b"})
    void aSharedAccountHasANamespaceAndAName(String value) {
        var env =
                Map.of(
                        "DRAGOMAN_IDENTITY_MODE",
                        "shared",
                        "DRAGOMAN_IDENTITY_SERVICE_ACCOUNT",
                        value);
        assertThatThrownBy(() -> IdentityRules.from(env))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write its namespace, a slash and its name");
    }
}
