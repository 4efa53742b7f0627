package dev.dragoman.road;

import static dev.dragoman.Patience.await;

import com.nimbusds.jose.jwk.JWKSet;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Teams under one operator: a victim and an attacker with an identity each, which may act in a
 * subscription of its own and nowhere else, and a victim and an attacker without, for whom the
 * operator's own identity acts, which may do everything. Each attacker is a user with the roles
 * {@code edit} and {@code dragoman-edit} in his namespace, and with nothing elsewhere.
 */
final class Teams implements AutoCloseable {
    static final String GROUPS = "resources.azure.com/v1api20200601";
    static final String STORAGE = "storage.azure.com/v20230101";
    static final String NAMESPACE_CREDENTIAL = "aso-credential";
    private static final String AUDIENCE = "api://AzureADTokenExchange";

    final Road road;
    final Team victim;
    final Team attacker;
    final Team sharing;
    final Team rival;
    final boolean weakened;

    /**
     * Who lives in a namespace.
     *
     * @param subscription where its identity may act
     * @param client its identity
     */
    record Team(String namespace, String user, String subscription, String client) {
        /** Of its workload identity. */
        String subject() {
            return "system:serviceaccount:%s:dragoman-azure".formatted(namespace);
        }

        String group(String name) {
            return "/subscriptions/%s/resourceGroups/%s".formatted(subscription, name);
        }
    }

    /**
     * @param name of the scenario
     * @param kinds of the catalog that are needed besides those of the samples
     * @param prepare what is changed before the operator starts
     * @param weakened whether attacks are made again on an operator that lacks a rule
     */
    Teams(String name, List<String> kinds, Consumer<Road> prepare, boolean weakened) {
        this.weakened = weakened;
        road = new Road(name);
        road.install.kindsAndRightsOnce(kinds);
        victim = team(road.namespace, UUID.randomUUID().toString());
        attacker = team(made("attacker"), UUID.randomUUID().toString());
        sharing = team(made("sharing"), road.azure.subscriptionId());
        rival = team(made("rival"), road.azure.subscriptionId());
        for (var each : List.of(victim, attacker)) {
            var _ = in(each, "create", "serviceaccount", "dragoman-azure");
            road.azure.control().subscription(each.subscription());
            identity(each.client(), each.subject(), each.subscription());
            secret(each, NAMESPACE_CREDENTIAL, keys(each.subscription(), each.client()));
        }
        road.environment.put(
                "AZURE_TARGET_NAMESPACES",
                String.join(
                        ",",
                        victim.namespace(),
                        attacker.namespace(),
                        sharing.namespace(),
                        rival.namespace()));
        prepare.accept(road);
        road.start();
        await().ignoreExceptions().until(() -> as(attacker, "get", "storageaccounts") != null);
    }

    private String made(String suffix) {
        var name = road.namespace + "-" + suffix;
        namespace(name);
        Install.grantSecrets(road.client(), name);
        return name;
    }

    void namespace(String name) {
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                .create();
    }

    private Team team(String namespace, String subscription) {
        var team =
                new Team(namespace, "user-of-" + namespace, subscription, "" + UUID.randomUUID());
        for (var role : List.of("edit", "dragoman-edit")) {
            bind(team, role, team.user());
        }
        return team;
    }

    /** Gives a role in the team's namespace. */
    void bind(Team team, String role, String user) {
        var _ =
                in(
                        team,
                        "create",
                        "rolebinding",
                        role + "-" + user,
                        "--clusterrole=" + role,
                        "--user=" + user);
    }

    /** Makes a workload identity known to Entra, with rights in one subscription. */
    void identity(String client, String subject, String subscription) {
        identity(road, client, subject, subscription);
    }

    /** The same for another road. */
    static void identity(Road road, String client, String subject, String subscription) {
        Supplier<JWKSet> keys =
                JwksSource.http(
                        road.plane.server().resolve("/openid/v1/jwks"),
                        road.plane.caFile(),
                        () -> "");
        road.azure
                .control()
                .client(
                        Client.federated(client, road.plane.issuer(), subject, AUDIENCE, keys)
                                .within("/subscriptions/" + subscription));
    }

    /** A client with a secret and rights in one subscription, as keys of a Secret. */
    Map<String, String> withSecret(String subscription) {
        var client = UUID.randomUUID().toString();
        road.azure
                .control()
                .client(
                        Client.secret(client, secretOf(client))
                                .within("/subscriptions/" + subscription));
        var keys = new HashMap<>(keys(subscription, client));
        keys.put("AZURE_CLIENT_SECRET", secretOf(client));
        return keys;
    }

    /** Keys of a Secret with a workload identity; whoever knows them can write them down. */
    Map<String, String> keys(String subscription, String client) {
        return Map.of(
                "AZURE_SUBSCRIPTION_ID", subscription,
                "AZURE_TENANT_ID", road.azure.tenantId(),
                "AZURE_CLIENT_ID", client);
    }

    /** Writes a Secret. */
    void secret(Team team, String name, Map<String, String> values) {
        var data = new HashMap<String, String>();
        values.forEach(
                (key, value) ->
                        data.put(
                                key,
                                Base64.getEncoder()
                                        .encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        var secret =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(team.namespace())
                        .endMetadata()
                        .withData(data)
                        .build();
        var _ = road.client().resource(secret).serverSideApply();
    }

    /** What a Secret has under the key; empty without it. */
    String value(Team team, String secret, String key) {
        var found = road.client().secrets().inNamespace(team.namespace()).withName(secret).get();
        var data = found == null || found.getData() == null ? "" : found.getData().get(key);
        return data == null
                ? ""
                : new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    }

    /** Applies as the team's user; admission learns of kinds a moment after they are there. */
    void apply(Team team, String yaml) {
        await().ignoreExceptionsMatching(Teams::notServedYet)
                .until(
                        () ->
                                !road.install
                                        .apply(
                                                yaml,
                                                team.namespace() + ".yaml",
                                                "-n",
                                                team.namespace(),
                                                "--server-side",
                                                "--as=" + team.user())
                                        .isEmpty());
    }

    private static boolean notServedYet(Throwable e) {
        return e instanceof ControlPlaneException
                && e.getMessage().contains("There can be a delay");
    }

    /** As the team's user. */
    String as(Team team, String... arguments) {
        var all = new ArrayList<>(List.of("-n", team.namespace(), "--as=" + team.user()));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    /** As an administrator. */
    String in(Team team, String... arguments) {
        var all = new ArrayList<>(List.of("-n", team.namespace()));
        all.addAll(List.of(arguments));
        return road.install.kubectl(all);
    }

    void ready(Team team, String resource) {
        try {
            var _ = in(team, "wait", "--for=condition=Ready", resource, Patience.timeout());
        } catch (RuntimeException e) {
            throw new AssertionError(in(team, "get", resource, "-o", "yaml"), e);
        }
    }

    /** The Ready condition as users read it. */
    Map<String, Object> condition(Team team, String apiVersion, String kind, String name) {
        return Road.condition(
                road.client()
                        .genericKubernetesResources(apiVersion, kind)
                        .inNamespace(team.namespace())
                        .withName(name)
                        .get());
    }

    /** The object goes, whatever becomes of its resource, and is not tried any more. */
    void drop(Team team, String resource) {
        try {
            var _ =
                    in(
                            team,
                            "annotate",
                            "--overwrite",
                            resource,
                            "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        } catch (ControlPlaneException e) {
            // the attacker has deleted it
            if (!e.getMessage().contains("NotFound")) {
                throw e;
            }
        }
        var _ = in(team, "delete", resource, "--ignore-not-found", Patience.timeout());
    }

    boolean inAzure(String id) {
        return road.azure.control().get(id).isPresent();
    }

    /** Whether a request to Azure had this in its body. */
    boolean sent(String text) {
        return road.azure.control().exchanges().stream()
                .anyMatch(
                        each ->
                                each.requestBody() != null
                                        && each.requestBody().toString().contains(text));
    }

    @Override
    public void close() {
        road.close();
        for (var each : List.of(attacker, sharing, rival)) {
            road.client().namespaces().withName(each.namespace()).delete();
        }
    }

    /** The secret of an application, which has no word of what messages name. */
    static String secretOf(String client) {
        return "secret of " + new StringBuilder(client).reverse();
    }
}
