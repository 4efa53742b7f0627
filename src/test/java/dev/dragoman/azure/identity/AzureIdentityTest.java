package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the keys of a credential amount to. */
class AzureIdentityTest {
    private static final Proof.ServiceAccount ACCOUNT =
            new Proof.ServiceAccount("team", "dragoman-azure");
    private static final Proof SECRET = new Proof.ClientSecret(new Sensitive("s"));
    private static final Proof CERTIFICATE =
            new Proof.ClientCertificate(new Sensitive("c"), Optional.empty());

    private static AzureIdentity read(Map<String, String> more, boolean secrets) {
        var values = new HashMap<>(more);
        values.put("AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-000000000001");
        values.put("AZURE_TENANT_ID", "tenant");
        values.put("AZURE_CLIENT_ID", "client");
        return AzureIdentity.from(values, new Source("Secret team/x", ACCOUNT, secrets));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void theKeysSayByWhatItIsProven(Map<String, String> keys, Proof proof) {
        assertThat(read(keys, true).proof()).isEqualTo(proof);
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments(Map.of(), ACCOUNT),
                arguments(Map.of("AZURE_CLIENT_SECRET", " s "), SECRET),
                arguments(Map.of("AZURE_CLIENT_CERTIFICATE", "c"), CERTIFICATE),
                arguments(
                        Map.of(
                                "AZURE_CLIENT_CERTIFICATE",
                                "c",
                                "AZURE_CLIENT_CERTIFICATE_PASSWORD",
                                "p"),
                        new Proof.ClientCertificate(
                                new Sensitive("c"), Optional.of(new Sensitive("p")))),
                arguments(
                        Map.of("AZURE_CLIENT_SECRET", "s", "AZURE_CLIENT_CERTIFICATE", "c"),
                        SECRET),
                arguments(
                        Map.of("AZURE_CLIENT_SECRET", "s", "USE_WORKLOAD_IDENTITY_AUTH", "true"),
                        ACCOUNT),
                arguments(
                        Map.of(
                                "AZURE_CLIENT_CERTIFICATE",
                                "c",
                                "USE_WORKLOAD_IDENTITY_AUTH",
                                "false"),
                        CERTIFICATE),
                arguments(Map.of("AZURE_CLIENT_SECRET", "", "UNKNOWN", "x"), ACCOUNT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void whatCannotBeIsNamed(Map<String, String> keys, String says) {
        assertThatThrownBy(() -> read(keys, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(says)
                .hasMessageContaining("Secret team/x");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        Map.of("AZURE_CLIENT_SECRET", "s"),
                        "AZURE_CLIENT_SECRET is set in Secret team/x, and DRAGOMAN_CLIENT_SECRETS=forbid"),
                arguments(
                        Map.of("USE_WORKLOAD_IDENTITY_AUTH", "false"),
                        "AZURE_CLIENT_SECRET is not set, and USE_WORKLOAD_IDENTITY_AUTH is false"),
                arguments(Map.of("AUTH_MODE", "podidentity"), "AUTH_MODE is not supported"));
    }

    @Test
    void additionalTenantsMayBeSeparatedByEither() {
        assertThat(read(Map.of("AZURE_ADDITIONAL_TENANTS", "a, b;c"), true).additionalTenants())
                .isEqualTo(List.of("a", "b", "c"));
    }

    @Test
    void noSecretIsShown() {
        var identity =
                read(
                        Map.of(
                                "AZURE_CLIENT_CERTIFICATE",
                                "hidden",
                                "AZURE_CLIENT_CERTIFICATE_PASSWORD",
                                "hidden"),
                        true);
        assertThat(identity + identity.remedy()).doesNotContain("hidden");
    }

    @Test
    void theSubscriptionIsKnownOfAnIncompleteOneToo() {
        var id = "00000000-0000-0000-0000-000000000001";
        assertThat(AzureIdentity.subscription(Map.of("AZURE_SUBSCRIPTION_ID", id))).contains(id);
        assertThat(AzureIdentity.subscription(Map.of("AZURE_SUBSCRIPTION_ID", "../x"))).isEmpty();
        assertThat(AzureIdentity.subscription(Map.of())).isEmpty();
    }
}
