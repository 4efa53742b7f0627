package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the keys of a credential amount to. */
class AzureIdentityTest {
    private static final Proof.ServiceAccount ACCOUNT =
            new Proof.ServiceAccount("team", "dragoman-azure");
    private static final Proof SECRET = new Proof.ClientSecret(new Sensitive("s"));
    private static final Proof CERTIFICATE =
            new Proof.ClientCertificate(new Sensitive("c"), Optional.empty());

    private static AzureIdentity read(Map<String, String> more, boolean secrets) {
        var env = Map.of("DRAGOMAN_CLIENT_SECRETS", secrets ? "allow" : "forbid");
        return read(more, new Source.Scoped("Secret team/x", IdentityRules.from(env), "team"));
    }

    private static AzureIdentity read(Map<String, String> more, Map<String, String> env) {
        return read(more, new Source.Scoped("Secret team/x", IdentityRules.from(env), "team"));
    }

    private static AzureIdentity read(Map<String, String> more, Source source) {
        var values = new HashMap<>(more);
        values.put("AZURE_SUBSCRIPTION_ID", "00000000-0000-0000-0000-000000000001");
        values.put("AZURE_TENANT_ID", "tenant");
        values.put("AZURE_CLIENT_ID", "client");
        return AzureIdentity.from(values, source);
    }

    @ParameterizedTest
    @CsvSource({
        "11111111-aaaa-2222-bbbb-333333333333, 11111111-aaaa-2222-bbbb-333333333333",
        "11111111-AAAA-2222-BBBB-333333333333, 11111111-aaaa-2222-bbbb-333333333333",
        "{11111111-aaaa-2222-bbbb-333333333333}, ''",
        "11111111aaaa2222bbbb333333333333, ''",
        "1-1-1-1-1, ''",
        "api://app, ''",
        "'', ''"
    })
    void aClientIdIsOneUuidInAnyCase(String written, String expected) {
        assertThat(AzureIdentity.id(written).map(String::valueOf).orElse("")).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void theKeysSayByWhatItIsProven(Map<String, String> keys, Proof proof) {
        assertThat(read(keys, true).proof()).isEqualTo(proof);
    }

    /** The operator would need its own credential to read it. */
    @ParameterizedTest
    @CsvSource({
        "AZURE_CLIENT_SECRET",
        "AZURE_CLIENT_CERTIFICATE",
        "AZURE_CLIENT_CERTIFICATE_PASSWORD"
    })
    void theOperatorsOwnCredentialIsInNoKeyVault(String key) {
        var global = new Source.Global("settings", IdentityRules.from(Map.of()), true, false);
        var keys = new HashMap<String, String>();
        if (key.endsWith("PASSWORD")) {
            keys.put("AZURE_CLIENT_CERTIFICATE", "c");
        }
        keys.put(key, "KeyVault://vault/entry");
        assertThatThrownBy(() -> read(keys, global))
                .hasMessageContaining(key + " in settings names a Key Vault");
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
                arguments(Map.of("AZURE_CLIENT_SECRET", "", "UNKNOWN", "x"), ACCOUNT),
                // as the platform that injects it has it, and those who follow the guide of it
                arguments(Map.of("USE_WORKLOAD_IDENTITY_AUTH", "true"), ACCOUNT),
                arguments(Map.of("AUTH_MODE", "WorkloadIdentity"), ACCOUNT),
                arguments(
                        Map.of("AUTH_MODE", "workloadidentity", "AZURE_CLIENT_SECRET", "s"),
                        SECRET),
                arguments(
                        Map.of("AUTH_MODE", "podidentity", "AZURE_CLIENT_CERTIFICATE", "c"),
                        CERTIFICATE));
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
                arguments(
                        Map.of("AUTH_MODE", "podidentity"),
                        "add the entry team/client to the operator's setting DRAGOMAN_NODE_IDENTITIES"),
                arguments(
                        Map.of("AUTH_MODE", "hidden"),
                        "AUTH_MODE in Secret team/x is neither podidentity nor workloadidentity"),
                arguments(
                        Map.of("AUTH_MODE", "podidentity", "USE_WORKLOAD_IDENTITY_AUTH", "1"),
                        "AUTH_MODE is podidentity, and USE_WORKLOAD_IDENTITY_AUTH is true"),
                arguments(
                        Map.of("AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS", "/etc/shadow"),
                        "only if its setting DRAGOMAN_IDENTITY_FILES names their directory"),
                arguments(
                        Map.of("AZURE_OPERATOR_MODE", "webhooks"),
                        "AZURE_OPERATOR_MODE is not supported"));
    }

    /** A node gives a token of any of its identities to whoever asks. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "team/client; true",
                "other/x, team/CLIENT; true",
                "team/clients; false",
                "teams/client; false",
                "''; false"
            })
    void anIdentityOfTheNodeIsForWhoIsNamedBesideIt(String setting, boolean allowed) {
        var mode = Map.of("AUTH_MODE", "podidentity");
        var env = Map.of("DRAGOMAN_NODE_IDENTITIES", setting);
        if (allowed) {
            assertThat(read(mode, env).proof()).isEqualTo(new Proof.NodeIdentity());
        } else {
            assertThatThrownBy(() -> read(mode, env))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("DRAGOMAN_NODE_IDENTITIES");
        }
    }

    /** Its token would be of the operator's cloud, and be shown to another one. */
    @Test
    void anIdentityOfTheNodeIsInTheOperatorsCloud() {
        var keys =
                Map.of(
                        "AUTH_MODE", "podidentity",
                        "AZURE_RESOURCE_MANAGER_ENDPOINT", "https://management.usgovcloudapi.net",
                        "AZURE_RESOURCE_MANAGER_AUDIENCE", "https://management.usgovcloudapi.net",
                        "AZURE_AUTHORITY_HOST", "https://login.microsoftonline.us");
        assertThatThrownBy(
                        () ->
                                read(
                                        keys,
                                        Map.of(
                                                "ALLOW_MULTI_ENV_MANAGEMENT", "true",
                                                "DRAGOMAN_NODE_IDENTITIES", "team/client")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the nodes' identities exist only in the operator's cloud");
    }

    @Test
    void inTheSharedModeAllIdentitiesOfTheNodeCanBeForAll() {
        var env = Map.of("DRAGOMAN_IDENTITY_MODE", "shared", "DRAGOMAN_NODE_IDENTITIES", "a/b, *");
        assertThat(read(Map.of("AUTH_MODE", "podidentity"), env).proof())
                .isEqualTo(new Proof.NodeIdentity());
        assertThatThrownBy(
                        () ->
                                read(
                                        Map.of("AUTH_MODE", "podidentity"),
                                        Map.of("DRAGOMAN_IDENTITY_MODE", "shared")))
                .as("nobody has said so")
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Whoever writes the Secret chooses the path; the file is read in the operator's pod. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "strict, /files/team/a.json, true",
        "strict, /files/team/x/y/a.json, true",
        "strict, /files/other/a.json, false",
        "strict, /files/a.json, false",
        "strict, /files/team, false",
        "strict, /files/teams/a.json, false",
        "strict, /files/team/../other/a.json, false",
        "strict, /files/team/./a.json, false",
        "strict, /files/team//../../../etc/shadow, false",
        "strict, a.json, false",
        "strict, ../a.json, false",
        "strict, /var/run/secrets/kubernetes.io/serviceaccount/token, false",
        "strict, file:///files/team/a.json, false",
        "shared, /files/other/a.json, true",
        "shared, /files/../etc/shadow, false"
    })
    void aFileLiesBelowTheDirectoryOfItsNamespace(String mode, String path, boolean allowed) {
        var keys = Map.of("AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS", path);
        var env = Map.of("DRAGOMAN_IDENTITY_MODE", mode, "DRAGOMAN_IDENTITY_FILES", "/files");
        if (allowed) {
            assertThat(read(keys, env).proof())
                    .isEqualTo(
                            new Proof.FileNamed(
                                    Path.of(path),
                                    Optional.of(
                                            Path.of(
                                                    mode.equals("strict")
                                                            ? "/files/team"
                                                            : "/files"))));
        } else {
            assertThatThrownBy(() -> read(keys, env))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS of Secret team/x is no");
        }
    }

    @Test
    void aPathThatIsNoneIsRefused() {
        assertThatThrownBy(
                        () ->
                                read(
                                        Map.of(
                                                "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS",
                                                "/files/team/a\0b"),
                                        Map.of("DRAGOMAN_IDENTITY_FILES", "/files")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no absolute path");
    }

    @Test
    void theOperatorsOwnFileMayLieAnywhere() {
        var global = new Source.Global("settings", IdentityRules.from(Map.of()), true, false);
        assertThat(
                        read(
                                        Map.of(
                                                "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS",
                                                "/mnt/x.json"),
                                        global)
                                .proof())
                .isEqualTo(new Proof.FileNamed(Path.of("/mnt/x.json"), Optional.empty()));
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
