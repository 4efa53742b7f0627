package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.sandbox.bench.IdentitiesScenario.Team;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures how much the edits of other teams slow down when Azure throttles one team, for each kind
 * of 429.
 */
final class LimitsScenario implements Scenario {
    private static final int TEAMS = 5;
    private static final int OBJECTS = 20;
    private static final int ACCOUNTS = 9;

    /**
     * The number of rounds, each with one edit for each other team. With the pause after each round
     * they take five minutes.
     */
    private static final int ROUNDS = 150;

    private static final int ROUNDS_OF_BASELINE = 75;
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The Retry-After of the local Azure, in s. */
    private static final int RETRY_AFTER = 60;

    private static final Map<String, String> ALL = Map.of("AZURE_TARGET_NAMESPACES", "");

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public String question() {
        return "time from an edit in four namespaces to the first write of the edited object, while Azure answers requests of a fifth namespace with 429 for five minutes. The 429 are of its objects, of one type, or of its account. Compared with the same edits without 429";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var stage = Stage.start(setup)) {
            var results = new ArrayList<Result>();
            var shared = IdentitiesScenario.teams(stage, "plain", TEAMS, false);
            try (var teams = new Edited(setup, stage, shared)) {
                teams.baseline();
                results.add(
                        teams.beside(
                                "object",
                                control ->
                                        control.fail(
                                                Integer.MAX_VALUE,
                                                "/resourceGroups/(%s-|owner)"
                                                        .formatted(shared.getFirst().namespace()),
                                                429,
                                                "RetryableError",
                                                "A retryable error occurred.")));
            results.add(
                        teams.beside(
                                "type",
                                control ->
                                        control.throttle(
                                                Integer.MAX_VALUE,
                                                RETRY_AFTER,
                                                "/Microsoft.Storage/")));
            }
            var own = IdentitiesScenario.teams(stage, "team", TEAMS, true);
            try (var teams = new Edited(setup, stage, own)) {
                teams.baseline();
                results.add(
                        teams.beside(
                                "account",
                                control ->
                                        List.of("reads", "writes", "deletes")
                                                .forEach(
                                                        each ->
                                                                control.useUp(
                                                                        Integer.MAX_VALUE,
                                                                        RETRY_AFTER,
                                                                        each,
                                                                        own.getFirst()
                                                                                .subscription()))));
            }
            return results;
        }
    }

    /** Teams with their objects. Azure throttles the first team. */
    private static final class Edited implements AutoCloseable {
        private final Setup setup;
        private final Stage stage;
        private final List<Team> teams;
        private final RunningOperator operator;
        private final List<EventLatency> others;
        private Result.Baseline without;
        private int edits;

        Edited(Setup setup, Stage stage, List<Team> teams) {
            this.setup = setup;
            this.stage = stage;
            this.teams = teams;
            operator = stage.operator(ALL);
            others =
                    teams.stream()
                            .skip(1)
                            .map(each -> new EventLatency(stage, each.namespace(), 1))
                            .toList();
            create();
        }

        private void create() {
            var prefix = teams.getFirst().namespace().replaceFirst("-.*", "");
            setup.progress().accept("limits: %d objects %s-*".formatted(TEAMS * OBJECTS, prefix));
            try (var watch = new ReadyWatch(stage.client(), "", Objects.Type.GROUP, prefix)) {
                int groups = 0;
                for (var team : teams) {
                    var names = groups(team);
                    Objects.create(
                            stage.client(), team.namespace(), Objects.Type.GROUP, names);
                    groups += names.size();
                }
                watch.awaitReady(groups, 1, LIMIT);
            }
            var first = teams.getFirst().namespace();
            Objects.create(stage.client(), first, Objects.Type.GROUP, List.of("owner"));
            Objects.create(stage.client(), first, Objects.Type.ACCOUNT, accounts());
            operator.awaitQuiet();
        }

        private List<String> groups(Team team) {
            boolean first = team.equals(teams.getFirst());
            return Objects.names(
                    team.namespace() + "-", first ? OBJECTS - ACCOUNTS - 1 : OBJECTS - 1);
        }

        private List<String> accounts() {
            return Objects.names(teams.getFirst().namespace().replace("-", ""), ACCOUNTS);
        }

        void baseline() {
            setup.progress().accept("limits: edits without 429");
            without =
                    new Result.Baseline(
                            "the same without 429", rounds(setup.count(ROUNDS_OF_BASELINE, 2)));
        }

        /**
         * Measures the edits of the other teams while the first gets 429.
         *
         * @param limit sets the fault
         */
        Result beside(String what, Consumer<SandboxControl> limit) {
            setup.progress().accept("limits: edits during 429 of " + what);
            limit.accept(stage.azure().control());
            try {
                editFirst();
                Patience.until("the first team is answered with 429", LIMIT, this::throttled);
                return Result.of(
                        "limits." + what, "ms", rounds(setup.count(ROUNDS, 2)), without);
            } finally {
                stage.azure().control().clearFaults();
                stage.azure().control().clearExchanges();
            }
        }

        private boolean throttled() {
            return stage.azure().control().exchanges().stream()
                    .anyMatch(each -> each.status() == 429);
        }

        private List<Double> rounds(int count) {
            var times = new ArrayList<Double>();
            for (int i = 0; i < count; i++) {
                editFirst();
                others.forEach(each -> times.addAll(each.measure()));
                Patience.pause(PAUSE);
            }
            return times;
        }

        /** Edits all objects of the first team, so that each needs a request to Azure. */
        private void editFirst() {
            var first = teams.getFirst();
            var value = "edit-" + edits++;
            for (var name : groups(first)) {
                var _ =
                        Objects.edit(
                                stage.client(),
                                first.namespace(),
                                Objects.Type.GROUP,
                                name,
                                value);
            }
            for (var name : accounts()) {
                var _ =
                        Objects.edit(
                                stage.client(),
                                first.namespace(),
                                Objects.Type.ACCOUNT,
                                name,
                                value);
            }
        }

        @Override
        public void close() {
            operator.close();
        }
    }
}
