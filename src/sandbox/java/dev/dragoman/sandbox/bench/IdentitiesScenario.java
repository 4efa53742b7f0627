package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.IssuedToken;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures many namespaces, each with its own workload identity and its own subscription. */
final class IdentitiesScenario implements Scenario {
    private static final int TEAMS = 1_000;
    private static final int OBJECTS = 3;

    /** The number of namespaces whose objects are edited while Azure throttles one identity. */
    private static final int EDITED = 100;

    private static final String AUDIENCE = "api://AzureADTokenExchange";
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final Duration REST = Duration.ofSeconds(5);

    /**
     * The Retry-After for the throttled identity, in s. It is longer than the edits in all other
     * namespaces take.
     */
    private static final int RETRY_AFTER = 120;

    @Override
    public String name() {
        return "identities";
    }

    @Override
    public String question() {
        return "1,000 namespaces with a workload identity and 3 groups each: time until all are Ready, tokens for each identity, memory. Edits in 100 namespaces while Azure throttles one identity. Compared with as many groups under the operator's one identity";
    }

    /**
     * A namespace, and the subscription and client id of its own identity. They are used only if
     * {@link IdentitiesScenario#teams} was called with {@code own}; otherwise the namespace uses
     * the operator's identity.
     */
    record Team(String namespace, String subscription, String client) {
        List<String> groups() {
            return IntStream.range(0, OBJECTS).mapToObj(i -> namespace + "-" + i).toList();
        }

        String first() {
            return groups().getFirst();
        }
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(TEAMS, 5);
        try (var stage = Stage.start(setup)) {
            var plain = teams(stage, "plain", count, false);
            var own = teams(stage, "team", count, true);
            var all = Map.of("AZURE_TARGET_NAMESPACES", "");
            var shared = made(setup, stage, plain, all);
            var each = made(setup, stage, own, all);
            var results = new ArrayList<Result>();
            var same = "as many groups under one identity";
            results.add(
                    Result.of(
                            "identities.ready",
                            "s",
                            each.seconds,
                            Result.Baseline.of(same, shared.seconds)));
            results.add(
                    Result.of(
                                    "identities.tokens",
                                    "",
                                    each.tokens / (double) count,
                                    Result.Baseline.of("one for each identity", 1))
                            .atMost(1));
            results.add(
                    Result.of(
                            "identities.resident",
                            "MiB",
                            each.resident,
                            Result.Baseline.of(same, shared.resident)));
            results.addAll(throttled(setup, stage, own, all));
            return results;
        }
    }

    /** The cost until all groups were Ready: seconds, number of tokens, memory in MiB. */
    private record Made(double seconds, long tokens, double resident) {}

    private static Made made(
            Setup setup, Stage stage, List<Team> teams, Map<String, String> settings) {
        var prefix = teams.getFirst().namespace().replaceFirst("-.*", "");
        setup.progress()
                .accept(
                        "identities: %d groups in %d namespaces %s-*"
                                .formatted(teams.size() * OBJECTS, teams.size(), prefix));
        try (var operator = stage.operator(settings);
                var watch = new ReadyWatch(stage.client(), "", Objects.Type.GROUP, prefix)) {
            operator.awaitQuiet();
            long before = tokens(stage, teams);
            long began = System.nanoTime();
            Objects.each(
                    teams.size(),
                    i -> {
                        for (var name : teams.get(i).groups()) {
                            var _ =
                                    stage.client()
                                            .genericKubernetesResources(
                                                    Objects.Type.GROUP.context())
                                            .inNamespace(teams.get(i).namespace())
                                            .resource(Objects.object(Objects.Type.GROUP, name))
                                            .create();
                        }
                    });
            watch.awaitReady(teams.size() * OBJECTS, 1, LIMIT);
            double seconds = (watch.last() - began) / 1e9;
            operator.awaitQuiet();
            return new Made(
                    seconds,
                    tokens(stage, teams) - before,
                    ProcessFigures.atRest(operator.process().pid(), REST, _ -> 1).resident());
        }
    }

    private static long tokens(Stage stage, List<Team> teams) {
        var clients = teams.stream().map(Team::client).collect(Collectors.toSet());
        return stage.azure().control().tokens().stream()
                .map(IssuedToken::clientId)
                .filter(clients::contains)
                .count();
    }

    /**
     * Measures edits in many namespaces, first without and then with one identity that Azure
     * throttles.
     */
    private static List<Result> throttled(
            Setup setup, Stage stage, List<Team> teams, Map<String, String> settings) {
        var edited = teams.subList(0, Math.min(EDITED, teams.size()));
        try (var operator = stage.operator(settings);
                var watch = new ReadyWatch(stage.client(), "", Objects.Type.GROUP, "team")) {
            operator.awaitQuiet();
            setup.progress().accept("identities: edits in %d namespaces".formatted(edited.size()));
            double usual = edit(stage, watch, edited, edited.size(), 2);
            operator.awaitQuiet();
            setup.progress().accept("identities: the same edits while one identity is throttled");
            stage.azure()
                    .control()
                    .throttle(
                            Integer.MAX_VALUE,
                            RETRY_AFTER,
                            "/subscriptions/%s/".formatted(edited.getFirst().subscription()));
            double others = edit(stage, watch, edited, edited.size() - 1, 3);
            stage.azure().control().clearFaults();
            return List.of(
                    Result.of(
                            "identities.edited-beside-429",
                            "s",
                            others,
                            Result.Baseline.of("the same edits without 429", usual)));
        }
    }

    /**
     * Edits a group of each team. Returns the seconds from the first edit until {@code ready}
     * groups are Ready.
     */
    private static double edit(
            Stage stage, ReadyWatch watch, List<Team> teams, int ready, long generation) {
        long began = System.nanoTime();
        Objects.each(
                teams.size(),
                i ->
                        Objects.edit(
                                stage.client(),
                                teams.get(i).namespace(),
                                Objects.Type.GROUP,
                                teams.get(i).first(),
                                "edit-" + generation));
        watch.awaitReady(ready, generation, LIMIT);
        return (watch.last() - began) / 1e9;
    }

    static List<Team> teams(Stage stage, String prefix, int count, boolean own) {
        var keys =
                JwksSource.http(
                        stage.plane().server().resolve("/openid/v1/jwks"),
                        stage.plane().caFile(),
                        () -> "");
        var teams =
                IntStream.range(0, count)
                        .mapToObj(
                                i ->
                                        new Team(
                                                "%s-%04d".formatted(prefix, i),
                                                UUID.randomUUID().toString(),
                                                UUID.randomUUID().toString()))
                        .toList();
        Objects.each(
                count,
                i -> {
                    var team = teams.get(i);
                    stage.client()
                            .resource(
                                    new NamespaceBuilder()
                                            .withNewMetadata()
                                            .withName(team.namespace())
                                            .endMetadata()
                                            .build())
                            .create();
                    if (own) {
                        identity(stage, team);
                        stage.azure().control().subscription(team.subscription());
                        stage.azure()
                                .control()
                                .client(
                                        Client.federated(
                                                        team.client(),
                                                        stage.plane().issuer(),
                                                        "system:serviceaccount:%s:dragoman-azure"
                                                                .formatted(team.namespace()),
                                                        AUDIENCE,
                                                        keys)
                                                .within("/subscriptions/" + team.subscription()));
                    }
                });
        return teams;
    }

    private static void identity(Stage stage, Team team) {
        stage.client()
                .resource(
                        new ServiceAccountBuilder()
                                .withNewMetadata()
                                .withName("dragoman-azure")
                                .withNamespace(team.namespace())
                                .endMetadata()
                                .build())
                .create();
        stage.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("aso-credential")
                                .withNamespace(team.namespace())
                                .endMetadata()
                                .withStringData(
                                        Map.of(
                                                "AZURE_SUBSCRIPTION_ID",
                                                team.subscription(),
                                                "AZURE_TENANT_ID",
                                                stage.azure().tenantId(),
                                                "AZURE_CLIENT_ID",
                                                team.client()))
                                .build())
                .create();
    }
}
