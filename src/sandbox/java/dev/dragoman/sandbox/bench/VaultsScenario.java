package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.cli.AzurePart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Measures accounts that export keys to one Key Vault, without and with the vault's limits. */
final class VaultsScenario implements Scenario {
    private static final int ACCOUNTS = 500;

    /** Vault entries of one sample account: its key and an endpoint. */
    private static final int ENTRIES = 2;

    private static final int TOO_MANY = 429;
    private static final String VAULT = "benchvault";
    private static final Duration OPERATION = Duration.ofMillis(500);
    private static final Duration LIMIT = Duration.ofMinutes(15);

    @Override
    public String name() {
        return "vaults";
    }

    @Override
    public String question() {
        return "500 storage accounts, each with two values in one Key Vault: time until all are Ready, requests to the vault, without its limits and with them (300 new versions in 10 s). Compared with as many accounts that export to Secrets alone";
    }

    @Override
    public List<Result> run(Setup setup) {
        int count = setup.count(ACCOUNTS, 5);
        try (var stage = Stage.start(setup)) {
            var _ = stage.install().kindsAndRightsOnce(List.of("keyvault.azure.com/Vault"));
            var azure = stage.azure().control();
            azure.vaultRights(AzurePart.CLIENT, "all");
            azure.retryAfter(1);
            azure.operationDuration(".*", OPERATION);
            try (var operator = stage.operator(settings(stage))) {
                prepare(stage);
                operator.awaitQuiet();
                var round = new Round(setup, stage, operator, count);
                double plain = round.seconds("plain", Map.of());
                var results = new ArrayList<Result>();
                var vault =
                        Map.of(
                                "dragoman.dev/key-vault",
                                VAULT,
                                "dragoman.dev/key-vault-only",
                                "true");
                double free = round.seconds("free", vault);
                var same = Result.Baseline.of("as many accounts that export to Secrets", plain);
                results.add(Result.of("vaults.ready", "s", free, same));
                results.addAll(round.requests("vaults"));
                stage.azure().control().vaultLimits();
                double limited = round.seconds("limit", vault);
                results.add(Result.of("vaults.limited.ready", "s", limited, same));
                results.addAll(round.requests("vaults.limited"));
                return results;
            }
        }
    }

    private static Map<String, String> settings(Stage stage) {
        return Map.of(
                "HTTPS_PROXY",
                stage.azure().vaultProxy(),
                "NO_PROXY",
                "localhost",
                "DRAGOMAN_KEY_VAULT_SUFFIXES",
                "vault.azure.net",
                "DRAGOMAN_KEY_VAULTS",
                Stage.NAMESPACE + "=" + VAULT);
    }

    /** Makes the group and the vault. */
    private static void prepare(Stage stage) {
        var yaml =
                """
                apiVersion: keyvault.azure.com/v1api20230701
                kind: Vault
                metadata: {name: %s}
                spec:
                  owner: {name: owner}
                  location: westeurope
                  properties:
                    tenantId: %s
                    sku: {family: A, name: standard}
                    enableRbacAuthorization: true
                """
                        .formatted(VAULT, stage.azure().tenantId());
        var objects = Objects.yaml(Objects.Type.GROUP, "owner") + "\n---\n" + yaml;
        var _ = stage.install().apply(objects, "vault.yaml", "-n", Stage.NAMESPACE);
        var _ =
                stage.install()
                        .kubectl(
                                List.of(
                                        "wait",
                                        "--for=condition=Ready",
                                        "vault/" + VAULT,
                                        "-n",
                                        Stage.NAMESPACE,
                                        "--timeout=120s"));
    }

    /** Accounts that are made together. */
    private record Round(Setup setup, Stage stage, RunningOperator operator, int count) {
        /** Seconds from the first creation until all are Ready. */
        double seconds(String prefix, Map<String, String> annotations) {
            setup.progress().accept("vaults: %d accounts %s*".formatted(count, prefix));
            stage.azure().control().clearExchanges();
            var names = Objects.names(prefix, count);
            var type = Objects.Type.ACCOUNT;
            var all =
                    stage.client()
                            .genericKubernetesResources(type.context())
                            .inNamespace(Stage.NAMESPACE);
            try (var watch = new ReadyWatch(stage.client(), Stage.NAMESPACE, type, prefix)) {
                long began = System.nanoTime();
                Objects.each(
                        count,
                        i -> {
                            var account = Objects.object(type, names.get(i));
                            account.getMetadata().setAnnotations(annotations);
                            var _ = all.resource(account).create();
                        });
                watch.awaitReady(count, 1, LIMIT);
                double seconds = (watch.last() - began) / 1e9;
                operator.awaitQuiet();
                return seconds;
            }
        }

        /** The requests to the vault since the last call of {@link #seconds} began. */
        List<Result> requests(String name) {
            double entries = count * (double) ENTRIES;
            var once = Result.Baseline.of("one for each entry", 1);
            return List.of(
                    Result.of(name + ".reads", "", sent("GET", _ -> true) / entries, once),
                    Result.of(
                            name + ".writes",
                            "",
                            sent("PUT", each -> each.status() == 200) / entries,
                            once),
                    Result.of(
                            name + ".refused",
                            "",
                            sent("", each -> each.status() == TOO_MANY),
                            Result.Baseline.of("none", 0)));
        }

        private double sent(String method, Predicate<Exchange> which) {
            return (double) stage.azure().control().exchanges().stream()
                    .filter(Exchange::ofVault)
                    .filter(each -> each.method().startsWith(method))
                    .filter(which)
                    .count();
        }
    }
}
