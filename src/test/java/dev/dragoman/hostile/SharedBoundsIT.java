package dev.dragoman.hostile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.OneTry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Whatever is bounded for one is bounded for all together: expressions, Azure's quota, workers that
 * wait for a host, bytes of answers. While teams use up what they can get, another team's objects
 * are served within seconds, and the operator lives with the memory that it has in the image.
 */
@OwnCounts(by = "an API server")
@OneTry
@Isolated("other tests take the processors whose shares are measured")
@Full
class SharedBoundsIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    /** While Azure itself has nothing left to give, or is busy. */
    private static final Duration UNDER_A_QUOTA = Duration.ofSeconds(20);

    @TempDir private Path directory;

    private Everything all;
    private SandboxControl azure;

    @BeforeEach
    void start() {
        all = Everything.on(directory);
        azure = all.azure();
        all.begin();
        all.want("before");
        all.served("before");
    }

    @AfterEach
    void stop() {
        all.close();
    }

    /** The other team waits no longer than this, and the operator has not ended. */
    private void othersAreServed(String name, Duration longest) {
        all.want(name);
        var lags = all.lags(name);
        assertThat(all.alive()).isTrue();
        assertThat(lags.get("ResourceGroup")).as("%s", lags).isLessThan(longest);
        assertThat(lags.values()).as("%s", lags).allMatch(each -> each.compareTo(longest) < 0);
    }

    private static String many(int number, IntFunction<String> object) {
        return IntStream.range(0, number).mapToObj(object).collect(Collectors.joining("---\n"));
    }

    private static String group(String name, String more) {
        return """
               apiVersion: resources.azure.com/v1api20200601
               kind: ResourceGroup
               metadata: { name: %s }
               spec:
                 location: westeurope
               %s
               """
                .formatted(name, more.indent(2));
    }

    private static String computing(String name, String expression) {
        return group(
                name,
                "operatorSpec:\n  configMapExpressions:\n"
                        + IntStream.range(0, 10)
                                .mapToObj(
                                        i ->
                                                "    - { name: %s, key: k%d, value: '%s' }%n"
                                                        .formatted(name, i, expression))
                                .collect(Collectors.joining()));
    }

    @Test
    void expressionsThatTakeAllMemory() {
        var long40960 = "\"%s\".replace(\"a\", \"%s\")".formatted("a".repeat(320), "a".repeat(128));
        for (var each :
                Map.of(
                                "unrolled",
                                long40960
                                        + ".matches(\"a(%s){1000}b\") ? \"x\" : \"y\""
                                                .formatted(".".repeat(400)),
                                "repeated",
                                "\"%s\".split(\"\").map(a, \"%s\".matches(\"(a?){300}b\"))[0] ? \"x\" : \"y\""
                                        .formatted("a".repeat(300), "a".repeat(300)),
                                "split",
                                "[0,1,2,3,4,5,6,7].map(i, %s.split(\"\")).size() > 0 ? \"x\" : \"y\""
                                        .formatted(long40960),
                                "results",
                                long40960 + ".replace(\"a\", \"aaaa\")")
                        .entrySet()) {
            all.apply(
                    Everything.MEAN, many(12, i -> computing(each.getKey() + i, each.getValue())));
        }
        othersAreServed("during", SOON);
        all.told(Everything.MEAN, "unrolled0", "repetitions are written out");
        all.told(Everything.MEAN, "split0", "costs too much");
        all.told(Everything.MEAN, "results0", "more than a mebibyte together");
        othersAreServed("later", SOON);
    }

    /** A thousand writes wait for a quota of ten a second; the other team shares its credential. */
    @Test
    void groupsOfOneTeamThatUseUpTheQuota() {
        azure.exhaust();
        all.apply(Everything.MEAN, many(1_000, i -> group("many-" + i, "")));
        for (int i = 0; i < 3; i++) {
            othersAreServed("during-" + i, UNDER_A_QUOTA);
        }
    }

    @Test
    void editsOfOneTeamThatUseUpTheQuota() {
        int number = 400;
        all.apply(Everything.MEAN, many(number, i -> group("many-" + i, "")));
        await("that all are there").until(() -> there("/many-") == number);
        for (int round = 0; round < 2; round++) {
            var tags = "tags: { round: r%d }".formatted(round);
            azure.exhaust();
            all.apply(Everything.MEAN, many(number, i -> group("many-" + i, tags)));
            othersAreServed("round-" + round, UNDER_A_QUOTA);
        }
    }

    private long there(String part) {
        return azure.resources().stream().filter(id -> id.contains(part)).count();
    }

    private static String exporting(String vault, int number, String namespace) {
        return """
               apiVersion: storage.azure.com/v20230101
               kind: StorageAccount
               metadata:
                 name: %2$s%3$d
                 annotations: { dragoman.dev/key-vault: %1$s }
               spec:
                 owner: { name: %2$s }
                 location: westeurope
                 kind: StorageV2
                 sku: { name: Standard_LRS }
                 operatorSpec: { secrets: { key1: { name: keys%3$d, key: key } } }
               """
                .formatted(vault, namespace, number);
    }

    private void vaultOf(String namespace) {
        all.apply(
                namespace,
                group(namespace, "")
                        + """
                          ---
                          apiVersion: keyvault.azure.com/v1api20230701
                          kind: Vault
                          metadata: { name: vault-%1$s }
                          spec:
                            owner: { name: %1$s }
                            location: westeurope
                            properties:
                              tenantId: %2$s
                              sku: { family: A, name: standard }
                              enableRbacAuthorization: true
                          """
                                .formatted(namespace, all.environment.get("AZURE_TENANT_ID")));
        await("that the vault of " + namespace + " is there")
                .until(() -> there("vault-" + namespace) == 1);
    }

    /** Two teams have objects that wait for a vault that takes connections and says nothing. */
    @Test
    void vaultsThatHangForTwoTeams() {
        azure.unlimited();
        azure.retryAfter(1);
        for (var team : new String[] {Everything.MEAN, Everything.CROWD}) {
            vaultOf(team);
            azure.delay(" /vault-" + team, Duration.ofMinutes(2));
            all.apply(team, many(40, i -> exporting("vault-" + team, i, team)));
        }
        // only then do they ask their vaults
        await("that many accounts are there").until(() -> there("/storageAccounts/") >= 40);
        for (int i = 0; i < 8; i++) {
            othersAreServed("during-" + i, SOON);
        }
    }

    /** Two teams have agents at a server of their own that takes connections and says nothing. */
    @Test
    void poolsThatHangForTwoTeams() {
        azure.delay(" /contoso", Duration.ofMinutes(2));
        for (var team : new String[] {Everything.MEAN, Everything.CROWD}) {
            all.apply(
                    team,
                    """
                    apiVersion: v1
                    kind: Secret
                    metadata: { name: token }
                    stringData: { AZP_TOKEN: x }
                    ---
                    """
                            + many(
                                    40,
                                    i ->
                                            """
                                            apiVersion: cnad.gofound.nl/v1alpha1
                                            kind: CDTarget
                                            metadata: { name: slow-%1$d }
                                            spec:
                                              additionalSelector: { app: slow-%1$d }
                                              agentImage: example.com/agent:1
                                              config: { url: "%2$s", poolName: pool }
                                              tokenRef: token
                                              minReplicaCount: 1
                                            """
                                                    .formatted(i, all.organisation())));
        }
        // making them takes the machine some seconds, whoever waits
        for (var team : new String[] {Everything.MEAN, Everything.CROWD}) {
            await("that all targets of %s say something".formatted(team))
                    .until(() -> all.targets(team) == 40);
        }
        for (int i = 0; i < 4; i++) {
            othersAreServed("during-" + i, SOON);
        }
    }

    /**
     * Resource Manager, or what stands before it, sends far more than it can. The local one needs
     * most of the time itself, to encrypt 700 MB in a JVM that compiles for a quick start: with the
     * whole compiler the group waits 2 s, without it 6 s.
     */
    @Test
    void answersWithoutMeasure() {
        for (int size : new int[] {9_000_000, 7_900_000}) {
            var text = JsonNodeFactory.instance.objectNode().put("a", "x".repeat(size));
            azure.answer(10_000, "GET .*/large%d-".formatted(size), 200, Map.of(), text);
            all.apply(Everything.MEAN, many(40, i -> group("large%d-%d".formatted(size, i), "")));
            all.apply(Everything.CROWD, many(40, i -> group("large%d-c%d".formatted(size, i), "")));
            othersAreServed("during-" + size, UNDER_A_QUOTA);
        }
        all.told(Everything.MEAN, "large9000000-0", "more than 8388608 bytes");
        othersAreServed("later", UNDER_A_QUOTA);
    }
}
