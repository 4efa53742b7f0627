package dev.dragoman.sandbox.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Measures how much a team that requests keys without pause slows down another team, in each
 * capability.
 */
final class SharesScenario implements Scenario {
    private static final String REQUESTS = "nsplease-requests";
    private static final int ROUNDS = 20;
    private static final int WARM = 5;

    /** The number of RSA 4096 keys that the requesting team waits for at any time. */
    private static final int LARGE = 12;

    /** The number of the requesting team's certificates with small keys. */
    private static final int SMALL = 150;

    private static final double TWICE = 2;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** The objects of the team that is measured, one kind for each capability. */
    private enum Capability {
        AZURE(
                Stage.NAMESPACE,
                """
                apiVersion: resources.azure.com/v1api20200601
                kind: ResourceGroup
                metadata: { name: NAME }
                spec: { location: westeurope }
                """),
        AGENTS(
                Stage.NAMESPACE,
                """
                apiVersion: cnad.gofound.nl/v1alpha1
                kind: CDTarget
                metadata: { name: NAME }
                spec:
                  additionalSelector: { app: NAME }
                  agentImage: example.com/agent:1
                  config: { url: "https://dev.azure.com/contoso", poolName: pool }
                  ip: [ 10.20.0.1 ]
                  minReplicaCount: 0
                  tokenRef: shares-token
                """),
        CERTIFICATES(
                Stage.NAMESPACE,
                """
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryServiceCertificate
                metadata: { name: NAME }
                spec:
                  commonName: NAME
                  validFor: 86400
                  signer: { selfSigned: {} }
                  secretRef: { name: NAME }
                """),
        NAMESPACES(
                REQUESTS,
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: { name: nsp-NAME }
                """);

        private final String namespace;
        private final String yaml;

        Capability(String namespace, String yaml) {
            this.namespace = namespace;
            this.yaml = yaml;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        GenericKubernetesResource object(String name) {
            var object =
                    Serialization.unmarshal(
                            yaml.replace("NAME", name), GenericKubernetesResource.class);
            object.getMetadata().setNamespace(namespace);
            return object;
        }
    }

    @Override
    public String name() {
        return "shares";
    }

    @Override
    public String question() {
        return "time until an object of each capability is Ready, while another team waits for 12 RSA 4096 keys and has 150 certificates that live 5 s; compared with the same without the other team";
    }

    @Override
    public List<Result> run(Setup setup) {
        int rounds = setup.count(ROUNDS, 2);
        try (var stage = Stage.start(setup)) {
            stage.install().cdtargets();
            stage.install().kindsOfKeda();
            stage.install().certificates();
            stage.install().discovery();
            stage.install().vending();
            var settings =
                    Map.of(
                            "DRAGOMAN_CDTARGETS", "on",
                            "DRAGOMAN_DISCOVERY", "on",
                            "DRAGOMAN_NAMESPACES", "on",
                            "AZURE_TARGET_NAMESPACES",
                                    String.join(
                                            ",", Stage.NAMESPACE, Stage.OTHER, REQUESTS));
            create(stage, Serialization.unmarshal(TOKEN, GenericKubernetesResource.class));
            try (var operator = stage.operator(settings)) {
                operator.awaitQuiet();
                var _ = seconds(stage, "warm", setup.count(WARM, 1));
                setup.progress().accept("shares: without the other team");
                var alone = seconds(stage, "alone", rounds);
                setup.progress().accept("shares: while another team requests keys");
                try (var keys = new Keys(stage, setup)) {
                    var beside = seconds(stage, "beside", rounds);
                    keys.check();
                    return results(alone, beside);
                }
            }
        }
    }

    private static List<Result> results(
            Map<Capability, List<Double>> alone, Map<Capability, List<Double>> beside) {
        var results = new ArrayList<Result>();
        for (var each : Capability.values()) {
            var baseline = new Result.Baseline("the same without the other team", alone.get(each));
            results.add(
                    Result.of("shares." + each.word(), "s", beside.get(each), baseline)
                            .atMost(TWICE * baseline.figure()));
        }
        return results;
    }

    /**
     * Creates objects one after the other, one for each capability in each round. Returns the
     * seconds until each object was served.
     */
    private static Map<Capability, List<Double>> seconds(Stage stage, String name, int rounds) {
        var all = new EnumMap<Capability, List<Double>>(Capability.class);
        for (int round = 0; round < rounds; round++) {
            for (var each : Capability.values()) {
                all.computeIfAbsent(each, _ -> new ArrayList<>())
                        .add(seconds(stage, each, name + "-" + round));
            }
        }
        return all;
    }

    private static double seconds(Stage stage, Capability capability, String name) {
        var object = capability.object(name);
        long began = System.nanoTime();
        create(stage, object);
        Patience.until(
                capability.word() + " " + name + " is served",
                LIMIT,
                () -> isServed(stage, capability, name, object));
        return (System.nanoTime() - began) / 1e9;
    }

    private static boolean isServed(
            Stage stage, Capability capability, String name, GenericKubernetesResource object) {
        if (capability == Capability.NAMESPACES) {
            return stage.client().secrets().inNamespace(REQUESTS).withName("nsp-" + name).get()
                    != null;
        }
        List<Map<String, Object>> conditions =
                stage.client().resource(object).get().get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Ready".equals(each.get("type"))
                                                && "True".equals(each.get("status")));
    }

    private static void create(Stage stage, GenericKubernetesResource object) {
        var namespace = object.getMetadata().getNamespace();
        var _ =
                stage.client()
                        .resource(object)
                        .inNamespace(namespace == null ? Stage.NAMESPACE : namespace)
                        .create();
    }

    private static final String TOKEN =
            """
            apiVersion: v1
            kind: Secret
            metadata: { name: shares-token }
            stringData: { AZP_TOKEN: none }
            """;

    /** Requests certificates in another namespace, always more than the operator has issued. */
    private static final class Keys implements AutoCloseable {
        private final Stage stage;
        private final AtomicBoolean over = new AtomicBoolean();
        private final CompletableFuture<Void> wanting;
        private int large;

        Keys(Stage stage, Setup setup) {
            this.stage = stage;
            for (int i = 0; i < setup.count(SMALL, 2); i++) {
                want("small-" + i, "algorithm: ECDSA");
            }
            wanting = CompletableFuture.runAsync(this::want);
        }

        private void want() {
            while (!over.get()) {
                for (int there = there(); large - there < LARGE; large++) {
                    want("large-" + large, "algorithm: RSA, size: 4096");
                }
                Patience.pause(POLL_INTERVAL);
            }
        }

        private int there() {
            return (int)
                    stage.client().secrets().inNamespace(Stage.OTHER).list().getItems().stream()
                            .map(Secret::getMetadata)
                            .filter(each -> each.getName().startsWith("large-"))
                            .count();
        }

        private void want(String name, String key) {
            var yaml =
                    """
                    apiVersion: operator.marin3r.3scale.net/v1alpha1
                    kind: DiscoveryServiceCertificate
                    metadata: { name: %1$s, namespace: %2$s }
                    spec:
                      commonName: %1$s
                      validFor: 5
                      privateKey: { %3$s }
                      signer: { selfSigned: {} }
                      secretRef: { name: %1$s }
                    """
                            .formatted(name, Stage.OTHER, key);
            create(stage, Serialization.unmarshal(yaml, GenericKubernetesResource.class));
        }

        /**
         * Checks that keys were requested until now.
         *
         * @throws BenchFailed when the thread that creates certificates with large RSA keys has ended
         */
        void check() {
            if (wanting.isDone()) {
                wanting.join();
                throw new BenchFailed("the thread that creates certificates with large RSA keys has ended");
            }
        }

        @Override
        public void close() {
            over.set(true);
            try {
                wanting.join();
            } catch (CompletionException e) {
                throw new BenchFailed("cannot request keys: " + e.getCause(), e);
            }
        }
    }
}
