package dev.dragoman.azure.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.identity.GlobalCredential.Sources;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which credential is used, of all that may be set at once. */
class GlobalCredentialTest {
    private static final String SECRET = "a-secret-value";
    private static final String SUBSCRIPTION = "00000000-0000-0000-0000-00000000000a";
    private static final Map<String, String> WHO =
            Map.of(
                    "AZURE_SUBSCRIPTION_ID", SUBSCRIPTION,
                    "AZURE_TENANT_ID", "tenant",
                    "AZURE_CLIENT_ID", "client");

    @ParameterizedTest(name = "{0}: client secret {1}, token file {2}")
    @CsvSource({
        // USE_WORKLOAD_IDENTITY_AUTH, client secret, token file, used, said
        "'', true, true, secret, 'a client secret (from the environment)'",
        "'', true, false, secret, 'a client secret (from the environment)'",
        "'', false, true, token, 'a federated token (/token)'",
        "'', false, false, node, 'the identity of the node, because no key chooses another proof, and there is no federated token (/token), for client client'",
        "true, true, true, token, 'a federated token (/token)'",
        "True, true, true, token, 'a federated token (/token)'",
        "true, true, false, none, 'USE_WORKLOAD_IDENTITY_AUTH is true, and there is no federated token: cannot read /token'",
        "true, false, true, token, 'a federated token (/token)'",
        "false, true, true, secret, 'a client secret (from the environment)'",
        "false, false, true, node, 'the identity of the node'",
        "yes, true, true, none, 'USE_WORKLOAD_IDENTITY_AUTH: neither true nor false'"
    })
    void theKindOfCredentialIsAsSet(
            String federated, boolean hasSecret, boolean readable, String used, String says) {
        var env = new HashMap<>(WHO);
        env.put("USE_WORKLOAD_IDENTITY_AUTH", federated);
        env.put("AZURE_CLIENT_SECRET", hasSecret ? SECRET : "");
        var chosen = of(env, Map.of(), Set.of(), readable);
        assertThat(
                        chosen.identity()
                                .map(
                                        each ->
                                                each.proof() instanceof Proof.NodeIdentity
                                                        ? "node"
                                                        : each.proof().federated()
                                                                ? "token"
                                                                : "secret")
                                .orElse("none"))
                .isEqualTo(used);
        assertThat(chosen.identity().isPresent() ? chosen.described() : chosen.problem())
                .contains(says);
        assertThat(chosen.toString()).doesNotContain(SECRET);
        if (hasSecret && used.equals("token")) {
            assertThat(chosen.warnings())
                    .containsExactly(
                            "AZURE_CLIENT_SECRET is set in the environment and not used, because USE_WORKLOAD_IDENTITY_AUTH is true; remove the unused key");
        } else {
            assertThat(chosen.warnings()).isEmpty();
        }
    }

    @Test
    void theSecretWinsKeyByKeyAndEachPartSaysWhereItIsFrom() {
        var chosen =
                of(
                        WHO,
                        Map.of("AZURE_CLIENT_ID", "other", "AZURE_CLIENT_SECRET", SECRET),
                        Set.of(),
                        true);
        assertThat(chosen.identity().orElseThrow().clientId()).isEqualTo("other");
        assertThat(chosen.described())
                .isEqualTo(
                        "a client secret (from Secret s) for client other (from Secret s), tenant tenant (from the environment), subscription "
                                + SUBSCRIPTION
                                + " (from the environment)");
    }

    @Test
    void whatWasRemovedAndIsMissingIsSaidToBeBoth() {
        var removed = of(WHO, Map.of(), Set.of("AZURE_CLIENT_ID"), true);
        assertThat(removed.identity()).isEmpty();
        assertThat(removed.problem())
                .contains("AZURE_CLIENT_ID is not set")
                .contains(
                        "Keys were removed from Secret s, and their values in the environment are not used until the operator is restarted: AZURE_CLIENT_ID");
    }

    @Test
    void whatWasRemovedFromTheSecretIsNotRevivedByTheEnvironment() {
        var env = new HashMap<>(WHO);
        env.put("AZURE_CLIENT_SECRET", SECRET);
        var removed = of(env, WHO, Set.of("AZURE_CLIENT_SECRET"), true);
        assertThat(removed.identity().orElseThrow().proof()).isEqualTo(new Proof.TokenFile());
        assertThat(removed.warnings())
                .containsExactly(
                        "AZURE_CLIENT_SECRET was removed from Secret s; the value in the environment is used only after a restart of the operator");

        var all = new HashSet<>(env.keySet());
        var nothing = of(env, Map.of(), all, true);
        assertThat(nothing.problem()).startsWith("AZURE_SUBSCRIPTION_ID is not set");
        assertThat(nothing.warnings()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"AZURE_OPERATOR_MODE, webhooks"})
    void whatIsNotSupportedMakesTheCredentialUnusable(String key, String value) {
        var secret = new HashMap<>(WHO);
        secret.put("AZURE_CLIENT_SECRET", SECRET);
        secret.put(key, value);
        var chosen = of(Map.of(), secret, Set.of(), true);
        assertThat(chosen.identity()).isEmpty();
        assertThat(chosen.problem())
                .startsWith("in Secret s or the operator's environment: " + key)
                .doesNotContain(SECRET);
    }

    /** Somebody took it away: the node's identity is not to take its place. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "AZURE_CLIENT_SECRET",
                "AZURE_CLIENT_CERTIFICATE",
                "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS",
                "AUTH_MODE",
                "USE_WORKLOAD_IDENTITY_AUTH"
            })
    void theNodesIdentityTakesNoPlaceOfWhatWasRemoved(String key) {
        var chosen = of(Map.of(), WHO, Set.of(key), false);
        assertThat(chosen.identity()).isEmpty();
        assertThat(chosen.problem())
                .startsWith(
                        "AZURE_CLIENT_SECRET is not set, and there is no federated token: cannot read /token");
        assertThat(of(Map.of(), WHO, Set.of(), false).identity().orElseThrow().proof())
                .isEqualTo(new Proof.NodeIdentity());
    }

    @Test
    void theNodesIdentityCanBeAskedForWhereThereIsAToken() {
        var secret = new HashMap<>(WHO);
        secret.put("AUTH_MODE", "podidentity");
        var chosen = of(Map.of(), secret, Set.of(), true);
        assertThat(chosen.identity().orElseThrow().proof()).isEqualTo(new Proof.NodeIdentity());
        assertThat(chosen.described())
                .startsWith("the identity of the node (from Secret s) for client client (from ");
    }

    @Test
    void aFileIsReadAndSaysWhoItIs() {
        var secret = new HashMap<>(WHO);
        secret.put("AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS", "/f.json");
        var from =
                new Sources(
                        Map.of(),
                        secret,
                        secret.keySet(),
                        "Secret s",
                        Path.of("/token"),
                        true,
                        true,
                        IdentityRules.from(Map.of()));
        var chosen =
                GlobalCredential.of(
                        from,
                        named ->
                                named.with(
                                        "its-tenant",
                                        "its-client",
                                        new Proof.FileContent(
                                                Path.of("/f.json"),
                                                new Sensitive(SECRET),
                                                URI.create("https://login.example"))));
        assertThat(chosen.described())
                .startsWith(
                        "the file /f.json (from Secret s) for client its-client (from that file), tenant its-tenant (from that file), subscription")
                .doesNotContain(SECRET);
        var missing =
                GlobalCredential.of(
                        from,
                        _ -> {
                            throw new IllegalArgumentException("the file is not there");
                        });
        assertThat(missing.problem()).isEqualTo("the file is not there");
    }

    /** It becomes part of ids and paths. */
    @ParameterizedTest
    @CsvSource({
        "..",
        "x?y#z",
        "ünï",
        "691d235f-a7e3-4280-829b-638e115d65f2/resourceGroups/x",
        "691d235fa7e34280829b638e115d65f2",
        "g91d235f-a7e3-4280-829b-638e115d65f2"
    })
    void aSubscriptionIsAUuid(String written) {
        var secret = new HashMap<>(WHO);
        secret.put("AZURE_CLIENT_SECRET", SECRET);
        secret.put("AZURE_SUBSCRIPTION_ID", written);
        var chosen = of(Map.of(), secret, Set.of(), true);
        assertThat(chosen.identity()).isEmpty();
        assertThat(chosen.problem())
                .startsWith("AZURE_SUBSCRIPTION_ID is no id of a subscription")
                .endsWith("correct it in Secret s or the operator's environment")
                .doesNotContain(written);
    }

    @Test
    void aSubscriptionMayBeWrittenInCapitalsAndWithSpacesAround() {
        var secret = new HashMap<>(WHO);
        secret.put("AZURE_CLIENT_SECRET", SECRET);
        secret.put("AZURE_SUBSCRIPTION_ID", " 691D235F-A7E3-4280-829B-638E115D65F2\n");
        assertThat(of(Map.of(), secret, Set.of(), true).identity().orElseThrow().subscriptionId())
                .isEqualTo("691D235F-A7E3-4280-829B-638E115D65F2");
    }

    private static GlobalCredential of(
            Map<String, String> env,
            Map<String, String> secret,
            Set<String> removed,
            boolean readable) {
        var once = new HashSet<>(secret.keySet());
        once.addAll(removed);
        return GlobalCredential.of(
                new Sources(
                        env,
                        secret,
                        once,
                        "Secret s",
                        Path.of("/token"),
                        readable,
                        true,
                        IdentityRules.from(Map.of())),
                UnaryOperator.identity());
    }
}
