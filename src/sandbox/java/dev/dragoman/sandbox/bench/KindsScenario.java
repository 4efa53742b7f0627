package dev.dragoman.sandbox.bench;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.KindName;
import dev.dragoman.sandbox.TemporaryDirectory;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures the memory of the API server with the CRDs, and the operator on such an API server. */
final class KindsScenario implements Scenario {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(20);
    private static final double TOLERANCE = 0.005;
    private static final double MB = 1.048576;
    private static final String BEFORE = "the API server before the kinds were installed";

    /**
     * Kinds that a platform of many teams uses: storage, messages, databases, identities, network.
     */
    private static final String SOME =
            "resources/ResourceGroup,managedidentity/UserAssignedIdentity,"
                    + "managedidentity/FederatedIdentityCredential,authorization/RoleAssignment,"
                    + "storage/StorageAccount,storage/StorageAccountsBlobService,"
                    + "storage/StorageAccountsBlobServicesContainer,"
                    + "storage/StorageAccountsTableServicesTable,network/PrivateEndpoint,"
                    + "network/PrivateEndpointsPrivateDnsZoneGroup,"
                    + "network/PrivateDnsZonesARecord,servicebus/NamespacesQueue,"
                    + "servicebus/NamespacesTopic,servicebus/NamespacesTopicsSubscription,"
                    + "dbforpostgresql/FlexibleServersDatabase";

    @Override
    public String name() {
        return "kinds";
    }

    @Override
    public String question() {
        return "memory of the API server with 15 kinds, with all kinds, and with all their versions; start and memory of the operator with all kinds";
    }

    @Override
    public List<Result> run(Setup setup) {
        var results = new ArrayList<Result>();
        results.addAll(definitions(setup, "some", some(), "newest", 100));
        if (!setup.quick()) {
            results.addAll(definitions(setup, "newest", all(), "newest", 600));
            results.addAll(definitions(setup, "all", all(), "*", 1_500));
        }
        results.addAll(operator(setup, setup.quick() ? some() : all()));
        return results;
    }

    private static List<String> some() {
        return Arrays.stream(SOME.split(",", -1))
                .map(kind -> kind.replace("/", ".azure.com/"))
                .toList();
    }

    private static List<String> all() {
        return Catalog.load().names().stream()
                .map(KindName::group)
                .distinct()
                .map(group -> group + "/*")
                .collect(Collectors.toList());
    }

    private static List<Result> definitions(
            Setup setup, String what, Collection<String> kinds, String versions, double goal) {
        setup.progress().accept("kinds: definitions, %s".formatted(what));
        try (var plane = ControlPlane.start(Options.defaults().withProgress(setup.progress()))) {
            double before = still(plane);
            long began = System.nanoTime();
            new Install(plane).kindsAndRights(kinds, versions);
            double took = (System.nanoTime() - began) / 1e9;
            double with = still(plane);
            began = System.nanoTime();
            int document = plane.client().raw("/openapi/v2").length();
            double answered = (System.nanoTime() - began) / 1e9;
            setup.progress().accept("kinds: OpenAPI has %,d characters".formatted(document));
            double afterwards = still(plane);
            var baseline = Result.Baseline.of(BEFORE, before);
            return List.of(
                    Result.of("kinds.%s.memory".formatted(what), "MB", with - before, baseline)
                            .atMost(goal),
                    Result.of(
                            "kinds.%s.memory-after-openapi".formatted(what),
                            "MB",
                            afterwards - before,
                            baseline),
                    Result.of(
                            "kinds.%s.installed".formatted(what),
                            "s",
                            took,
                            Result.Baseline.of("one OpenAPI document", answered)));
        }
    }

    private static List<Result> operator(Setup setup, Collection<String> kinds) {
        setup.progress().accept("kinds: the operator with these kinds");
        try (var stage = Stage.start(setup);
                var directory = TemporaryDirectory.create("dragoman-bench-")) {
            var cached = AotCache.jvm(stage, setup, directory.path());
            var few = starts(stage, setup, cached);
            stage.install().kindsAndRights(kinds);
            var many = starts(stage, setup, cached);
            try (var operator = stage.operator(cached, Map.of());
                    var bare = stage.bare()) {
                var _ = bare.ask("list");
                operator.awaitQuiet();
                return List.of(
                        Result.of(
                                        "kinds.operator.start",
                                        "ms",
                                        many,
                                        new Result.Baseline("with the sample kinds only", few))
                                .atMost(1_500),
                        Result.of(
                                        "kinds.operator.resident",
                                        "MiB",
                                        still(operator.process().pid()),
                                        Result.Baseline.of("a bare client", still(bare.pid())))
                                .atMost(170));
            }
        }
    }

    private static List<Double> starts(Stage stage, Setup setup, List<String> jvm) {
        return Stream.generate(() -> StartScenario.operator(stage, jvm)).limit(setup.count(9, 1)).toList();
    }

    /**
     * The memory of the API server at rest, in MB, after a garbage collection. By itself the API
     * server collects garbage only every two minutes.
     */
    private static double still(ControlPlane plane) {
        var _ = plane.client().raw("/debug/pprof/heap?gc=1");
        return still(plane.apiServerProcess()) * MB;
    }

    private static double still(long pid) {
        return ProcessFigures.atRest(pid, POLL_INTERVAL, now -> TOLERANCE * now).resident();
    }
}
