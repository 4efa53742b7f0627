package dev.dragoman.sandbox.bench;

import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.pki.KeySpec;
import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Applies many DiscoveryServiceCertificates in one file, and then renews all of them at once. */
final class CertificatesScenario implements Scenario {
    private static final int CAS = 10;
    private static final double WRITES = 2;

    /** The number of CAs in the warm-up. */
    private static final int WARM_CAS = 1;

    private static final Duration LIMIT = Duration.ofMinutes(30);

    private static final String ANNOTATION = "dragoman.dev/renew=";

    /** The key algorithms, each with its own namespace and its own operator process. */
    private enum Key {
        ECDSA(KeySpec.ECDSA_P256, Stage.NAMESPACE, 100, 5, 1_000),

        /** Fewer certificates, because an RSA key takes most of a second. */
        RSA(KeySpec.RSA_2048, Stage.OTHER, 20, 60, 100);

        private final KeySpec spec;
        private final String namespace;

        /** Certificates of each CA. */
        private final int leaves;

        /** The goal for the CPU time of a certificate, in ms. */
        private final double cpu;

        /** The number of certificates that the baseline issues. */
        private final int bare;

        Key(KeySpec spec, String namespace, int leaves, double cpu, int bare) {
            this.spec = spec;
            this.namespace = namespace;
            this.leaves = leaves;
            this.cpu = cpu;
            this.bare = bare;
        }

        String field() {
            return this == RSA ? "algorithm: RSA, size: 2048" : "algorithm: ECDSA, size: 256";
        }

        /**
         * Part of names, and the value of the label on leaf certificates and on the ConfigMaps of
         * the baseline.
         */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        String result(String what) {
            return "certificates.%s.%s".formatted(word(), what);
        }
    }

    /**
     * How long kubectl takes for the same number of ConfigMaps.
     *
     * @param apply to create them
     * @param annotate to set an annotation on each
     */
    private record Kubectl(Result.Baseline apply, Result.Baseline annotate) {}

    /** The number of CAs and of leaf certificates of each. */
    private record Size(int cas, int leavesOfEach) {
        int leaves() {
            return cas * leavesOfEach;
        }

        int all() {
            return cas + leaves();
        }
    }

    @Override
    public String name() {
        return "certificates";
    }

    @Override
    public String question() {
        return "time from one kubectl apply of 10 CAs with 100 certificates each (P-256) until all are Ready, then of a renewal of all 1,000. The same with RSA 2048 and 20 certificates each. Writes without Events and CPU of the operator process for each certificate. Compared with ConfigMaps by kubectl, and a loop that only issues";
    }

    @Override
    public List<Result> run(Setup setup) {
        try (var stage = Stage.start(setup)) {
            stage.install().certificates();
            stage.install().discovery();
            Install.grantSecrets(stage.client(), Stage.OTHER);
            var results = new ArrayList<Result>();
            for (var key : Key.values()) {
                var size = new Size(setup.count(CAS, 2), setup.count(key.leaves, 5));
                setup.progress()
                        .accept("certificates: %d ConfigMaps, the baseline".formatted(size.all()));
                var kubectl = kubectl(stage, key, size);
                setup.progress().accept("certificates: bare loop with " + key.spec.text());
                var issued = issued(stage, key, setup.count(key.bare, 10));
                var settings =
                        Map.of("DRAGOMAN_DISCOVERY", "on", "AZURE_TARGET_NAMESPACES", key.namespace);
                try (var operator = stage.operator(settings);
                        var watch = new Issued(stage, key.namespace)) {
                    results.addAll(
                            new Part(setup, stage, operator, watch, key, size, kubectl, issued)
                                    .measure());
                }
            }
            return results;
        }
    }

    private static Kubectl kubectl(Stage stage, Key key, Size size) {
        var yaml =
                Objects.names(key.word(), size.all()).stream()
                        .map(name -> configMap(name, key))
                        .collect(Collectors.joining());
        long began = System.nanoTime();
        apply(stage, yaml, Stage.BARE);
        double applied = seconds(began);
        began = System.nanoTime();
        annotate(stage, "configmaps", Stage.BARE, key);
        return new Kubectl(
                Result.Baseline.of("kubectl apply of as many ConfigMaps, until it ends", applied),
                Result.Baseline.of(
                        "kubectl annotate of as many ConfigMaps, until it ends", seconds(began)));
    }

    /**
     * The CPU time for each certificate in a process that only makes keys and signs certificates,
     * after a warm-up with as many certificates.
     */
    private static Result.Baseline issued(Stage stage, Key key, int count) {
        try (var bare = stage.bare()) {
            var _ = bare.ask("issue", key.spec.name(), count);
            double cpu = bare.cpu();
            var _ = bare.ask("issue", key.spec.name(), count);
            return Result.Baseline.of(
                    "a loop that only makes keys and certificates, with the same classes",
                    (bare.cpu() - cpu) / count);
        }
    }

    /** The measurement with one key algorithm. */
    private record Part(
            Setup setup,
            Stage stage,
            RunningOperator operator,
            Issued watch,
            Key key,
            Size size,
            Kubectl kubectl,
            Result.Baseline issued) {
        List<Result> measure() {
            warmUp();
            var results = new ArrayList<Result>();
            double before = resident();
            results.addAll(
                    step(
                            "",
                            size.all(),
                            kubectl.apply,
                            () -> {
                                apply(stage, yaml("", size), key.namespace);
                                Patience.until(
                                        "all certificates are Ready",
                                        LIMIT,
                                        () -> watch.hashes.size() >= size.all());
                            }));
            results.add(
                    Result.of(
                            key.result("resident"),
                            "MiB",
                            resident(),
                            Result.Baseline.of("the same process before the certificates", before)));
            var former = Map.copyOf(watch.hashes);
            results.addAll(
                    step(
                            "renew.",
                            size.leaves(),
                            kubectl.annotate,
                            () -> {
                                annotate(stage, "dsc", key.namespace, key);
                                Patience.until(
                                        "all certificates are renewed",
                                        LIMIT,
                                        () -> watch.changed(former) >= size.leaves());
                            }));
            return results;
        }

        /** Creates a CA with its certificates, and deletes them. */
        private void warmUp() {
            var warm = new Size(WARM_CAS, size.leavesOfEach);
            setup.progress().accept("certificates: warm-up with " + key.spec.text());
            operator.awaitQuiet();
            apply(stage, yaml("warm-", warm), key.namespace);
            Patience.until(
                    "all certificates are Ready",
                    LIMIT,
                    () -> watch.hashes.size() >= warm.all());
            operator.awaitQuiet();
            var _ =
                    stage.install()
                            .kubectl(List.of("delete", "dsc", "--all", "-n", key.namespace));
            Patience.until(
                    "the Secrets are gone with their certificates",
                    LIMIT,
                    () -> watch.hashes.isEmpty() && secrets() == 0);
            operator.awaitQuiet();
        }

        private int secrets() {
            return stage.client().secrets().inNamespace(key.namespace).list().getItems().size();
        }

        /** Measures a step from its beginning until the operator is idle. */
        private List<Result> step(
                String name, int count, Result.Baseline same, Runnable step) {
            setup.progress()
                    .accept(
                            "certificates: %s%d with %s"
                                    .formatted(name.replace('.', ' '), count, key.spec.text()));
            var mark = stage.mark();
            double cpu = operator.cpu();
            long began = System.nanoTime();
            step.run();
            double seconds = seconds(began);
            operator.awaitQuiet();
            cpu = operator.cpu() - cpu;
            var calls = stage.calls(mark);
            return List.of(
                    Result.of(key.result(name + "ready"), "s", seconds, same),
                    Result.of(
                                    key.result(name + "writes"),
                                    "",
                                    calls.writesWithoutEvents() / (double) count,
                                    Result.Baseline.of("Secret and status", WRITES))
                            .atMost(WRITES),
                    Result.of(
                            key.result(name + "reads"),
                            "",
                            calls.reads() / (double) count,
                            Result.Baseline.of("one each", 1)),
                    Result.of(key.result(name + "cpu"), "ms", cpu / count, issued)
                            .atMost(key.cpu));
        }

        private double resident() {
            return ProcessFigures.memory(operator.process().pid()).resident();
        }

        private String yaml(String prefix, Size size) {
            var cas = IntStream.range(0, size.cas).mapToObj(i -> prefix + "ca-" + i).toList();
            return cas.stream().map(this::ca).collect(Collectors.joining())
                    + cas.stream()
                            .flatMap(
                                    ca ->
                                            IntStream.range(0, size.leavesOfEach)
                                                    .mapToObj(i -> leaf(ca, i)))
                            .collect(Collectors.joining());
        }

        private String ca(String name) {
            return """
                   ---
                   apiVersion: operator.marin3r.3scale.net/v1alpha1
                   kind: DiscoveryServiceCertificate
                   metadata: { name: %1$s }
                   spec:
                     commonName: %1$s
                     isCA: true
                     validFor: 94608000
                     signer: { selfSigned: {} }
                     secretRef: { name: %1$s }
                     privateKey: { %2$s }
                   """
                    .formatted(name, key.field());
        }

        private String leaf(String ca, int number) {
            return """
                   ---
                   apiVersion: operator.marin3r.3scale.net/v1alpha1
                   kind: DiscoveryServiceCertificate
                   metadata:
                     name: %1$s-leaf-%2$d
                     labels: { bench: %4$s }
                   spec:
                     commonName: %1$s-leaf-%2$d
                     server: true
                     hosts: [ "%1$s-leaf-%2$d.example.com" ]
                     validFor: 7776000
                     signer: { caSigned: { caSecretRef: { name: %1$s } } }
                     secretRef: { name: %1$s-leaf-%2$d }
                     privateKey: { %3$s }
                   """
                    .formatted(ca, number, key.field(), key.word());
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void apply(Stage stage, String yaml, String namespace) {
        var _ =
                stage.install()
                        .apply(
                                yaml,
                                "certificates-" + namespace + ".yaml",
                                "-n",
                                namespace,
                                "--server-side");
    }

    private static void annotate(Stage stage, String kind, String namespace, Key key) {
        var _ =
                stage.install()
                        .kubectl(
                                List.of(
                                        "annotate",
                                        kind,
                                        "-n",
                                        namespace,
                                        "-l",
                                        "bench=" + key.word(),
                                        "--overwrite",
                                        ANNOTATION + System.nanoTime()));
    }

    private static String configMap(String name, Key key) {
        return """
               ---
               apiVersion: v1
               kind: ConfigMap
               metadata:
                 name: %s
                 labels: { bench: %s }
               data: { location: westeurope }
               """
                .formatted(name, key.word());
    }

    /** Watches the certificates that are Ready, and their hashes. */
    private static final class Issued
            implements Watcher<GenericKubernetesResource>, AutoCloseable {
        private final Map<String, String> hashes = new ConcurrentHashMap<>();
        private final AutoCloseable watch;

        Issued(Stage stage, String namespace) {
            watch =
                    stage.client()
                            .genericKubernetesResources(
                                    CertificateNames.API_VERSION, CertificateNames.KIND)
                            .inNamespace(namespace)
                            .watch(this);
        }

        @Override
        public void eventReceived(Action action, GenericKubernetesResource object) {
            var name = object.getMetadata().getName();
            if (action == Action.DELETED) {
                hashes.remove(name);
            } else if (ready(object)
                    && object.get("status", "certificateHash") instanceof String hash) {
                hashes.put(name, hash);
            }
        }

        private static boolean ready(GenericKubernetesResource object) {
            List<Map<String, Object>> conditions = object.get("status", "conditions");
            return conditions != null
                    && conditions.stream()
                            .anyMatch(
                                    each ->
                                            "Ready".equals(each.get("type"))
                                                    && "True".equals(each.get("status")));
        }

        /** The number of certificates whose hash has changed. */
        long changed(Map<String, String> former) {
            return hashes.entrySet().stream()
                    .filter(each -> !each.getValue().equals(former.get(each.getKey())))
                    .count();
        }

        @Override
        public void onClose(WatcherException cause) {
            // nothing to do: the wait for the missing objects fails with a message
        }

        @Override
        public void close() {
            try {
                watch.close();
            } catch (Exception e) {
                throw new BenchFailed("cannot close a watch: " + e, e);
            }
        }
    }
}
