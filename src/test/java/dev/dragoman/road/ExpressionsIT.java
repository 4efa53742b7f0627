package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.CapturedLog;
import dev.dragoman.OperatorProcess;
import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets and ConfigMaps that objects put together themselves, and whose they are. */
@Landing
class ExpressionsIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String STORAGE = "storage.azure.com/v20230101";
    private static final String FAILED = "FailedWritingAdditionalKubernetesObjects";
    private static final String EXPRESSED =
            Samples.account("expressed")
                    + """
                      operatorSpec:
                        secrets:
                          key2:
                            {name: storage, key: second, labels: {team: a}, annotations: {note: plain}}
                        secretExpressions:
                          - name: storage
                            key: connection
                            value: '"AccountName=%s;AccountKey=%s".format([self.spec.azureName, secret.key1])'
                            labels: {location: self.spec.location}
                            annotations: {reflector/allowed: "'\\"true\\"'"}
                          - name: storage
                            value: '{"subscription": aso.parseResourceId(self.status.id).subscriptionId, "tier": self.status.accessTier}'
                        configMapExpressions:
                          - {name: storage, key: blob, value: self.status.primaryEndpoints.blob}
                    """;

    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("expressed");
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        road.apply(Samples.group("orders", "orders"));
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void valuesAreThoseThatAzureHoldsAndNowhereElse() {
        try (var log = new CapturedLog(road, "ROOT")) {
            road.start();
            road.apply(EXPRESSED);
            road.ready("storageaccount/expressed");
            var secret = secret("storage");
            assertThat(secret).containsOnlyKeys("connection", "second", "subscription", "tier");
            assertThat(secret.get("connection")).startsWith("AccountName=expressed;AccountKey=");
            assertThat(secret)
                    .containsEntry("tier", "Hot")
                    .containsEntry("subscription", road.azure.subscriptionId());
            var blob = road.azure(account("expressed"), "/properties/primaryEndpoints/blob");
            assertThat(configMap("storage")).isEqualTo(Map.of("blob", blob));
            var metadata = road.client().secrets().inNamespace(road.namespace).withName("storage");
            assertThat(metadata.get().getMetadata().getLabels())
                    .isEqualTo(Map.of("team", "a", "location", "westeurope"));
            assertThat(metadata.get().getMetadata().getAnnotations())
                    .containsEntry("note", "plain")
                    .containsEntry("reflector/allowed", "\"true\"");

            // a key that is replaced in Azure is noticed at the resync
            road.azure.control().rotateKeys(account("expressed"));
            await().untilAsserted(
                            () ->
                                    assertThat(secret("storage").get("connection"))
                                            .isNotEqualTo(secret.get("connection")));

            var key = secret.get("connection").replaceFirst(".*AccountKey=", "");
            var next = secret("storage").get("connection").replaceFirst(".*AccountKey=", "");
            assertThat(key).hasSizeGreaterThan(20);
            for (var said :
                    List.of(
                            road.kubectl("get", "events", "-o", "yaml"),
                            road.kubectl("get", "storageaccount/expressed", "-o", "yaml"),
                            String.join("\n", log.lines()))) {
                assertThat(said).doesNotContain(key, next);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 +|InvalidExpression|.value: line 1, column 4: mismatched input",
                "\"x\" + self.spec.tags|FailedWritingAdditionalKubernetesObjects|.value: line 1, column 5: there is no such function or operator",
                "self.status.nothing|FailedWritingAdditionalKubernetesObjects|.value: line 1, column 12: there is no field self.status.nothing; correct its name",
                "size(self.spec.tags)|InvalidExpression|.value: line 1, column 1: the expression gives int; only string and map(string, string)",
                "'{''a'': ''b''}'|InvalidExpression|.key: remove this field; the value is a map, and the map's own keys are used",
                "secret.key1|InvalidExpression|.value: line 1, column 1: the variable secret is not available here"
            })
    void aWrongOneIsToldWithItsPositionAndHealsWhenCorrected(
            String expression, String reason, String said) {
        road.start();
        road.apply(group("wrong", expression));
        var condition = road.reason(GROUPS, "ResourceGroup", "wrong", reason);
        assertThat(condition.get("message").toString())
                .startsWith("spec.operatorSpec.configMapExpressions[0]" + said);
        boolean read = reason.equals(FAILED);
        assertThat(road.puts("/wrong")).hasSize(read ? 1 : 0);
        assertThat(road.client().configMaps().inNamespace(road.namespace).withName("out").get())
                .isNull();

        road.apply(group("wrong", "self.spec.tags.team + '!'"));
        road.ready("resourcegroup/wrong");
        assertThat(configMap("out")).isEqualTo(Map.of("k", "orders!"));

        // and what was exported stays when a correct one becomes wrong
        road.apply(group("wrong", expression));
        var _ = road.reason(GROUPS, "ResourceGroup", "wrong", reason);
        assertThat(configMap("out")).isEqualTo(Map.of("k", "orders!"));
    }

    private static String group(String name, String expression) {
        return Samples.group(name, "orders")
                + """
                  operatorSpec:
                    configMapExpressions:
                      - name: out
                        key: k
                        value: |-
                          %s
                """
                        .formatted(expression);
    }

    @Test
    void destinationsThatAreOneAreRefusedBeforeAnythingIsSent() {
        road.start();
        road.apply(
                Samples.account("colliding")
                        + """
                          operatorSpec:
                            secrets:
                              key1: {name: out, key: k}
                            secretExpressions:
                              - {name: out, key: k, value: "'a'"}
                        """);
        var condition = road.reason(STORAGE, "StorageAccount", "colliding", "InvalidExport");
        assertThat(condition.get("message").toString())
                .isEqualTo(
                        "spec.operatorSpec.secretExpressions[0] writes to key k of Secret out, and so does spec.operatorSpec.secrets.key1; give them different keys");
        assertThat(road.puts("/colliding")).isEmpty();
    }

    @Test
    void ofTwoObjectsThatWriteOneKeyTheSecondSaysWhoseItIs() {
        road.start();
        road.ready("resourcegroup/orders");
        road.apply(Samples.exporting("first", "shared"));
        road.ready("storageaccount/first");
        var before = secret("shared");
        road.apply(Samples.exporting("second", "shared"));
        road.apply(
                Samples.group("third", "orders")
                        + "  operatorSpec: {secretExpressions: [{name: shared, key: key, value: \"'x'\"}]}\n");
        for (var condition :
                List.of(
                        road.reason(STORAGE, "StorageAccount", "second", FAILED),
                        road.reason(GROUPS, "ResourceGroup", "third", FAILED))) {
            assertThat(condition.get("message").toString())
                    .contains("Secret shared", "StorageAccount", "first", "export to another name");
        }
        assertThat(secret("shared")).isEqualTo(before);

        // when the first goes, its Secret goes, and the second has the place
        var _ = road.kubectl("delete", "resourcegroup/third", Patience.timeout());
        var _ = road.kubectl("delete", "storageaccount/first", Patience.timeout());
        await().ignoreExceptionsInstanceOf(NullPointerException.class)
                .untilAsserted(() -> assertThat(secret("shared")).isNotEqualTo(before));
        road.ready("storageaccount/second");
    }

    @Test
    void whatIsNotOursIsNeitherOverwrittenNorDeleted() {
        road.start();
        var _ = road.kubectl("create", "configmap", "theirs", "--from-literal=k=theirs");
        var _ = road.kubectl("create", "secret", "generic", "other", "--from-literal=k=theirs");
        road.apply(group("ours", "'ours'").replace("name: out", "name: theirs"));
        var condition = road.reason(GROUPS, "ResourceGroup", "ours", FAILED);
        assertThat(condition.get("message").toString())
                .contains("ConfigMap theirs is not owned by this object");
        assertThat(configMap("theirs")).isEqualTo(Map.of("k", "theirs"));

        road.apply(group("ours", "'ours'"));
        road.ready("resourcegroup/ours");
        assertThat(configMap("out")).isEqualTo(Map.of("k", "ours"));
        var _ = road.kubectl("delete", "resourcegroup/ours", Patience.timeout());
        await().until(
                        () ->
                                road.client()
                                                .configMaps()
                                                .inNamespace(road.namespace)
                                                .withName("out")
                                                .get()
                                        == null);
        assertThat(configMap("theirs")).isEqualTo(Map.of("k", "theirs"));
        assertThat(secret("other")).isEqualTo(Map.of("k", "theirs"));
    }

    @Test
    void keysOfOthersStayWhereTheObjectGoes() {
        road.start();
        road.apply(group("ours", "'ours'"));
        road.ready("resourcegroup/ours");
        var _ =
                road.kubectl(
                        "patch",
                        "configmap/out",
                        "--type=merge",
                        "-p",
                        "{\"data\":{\"theirs\":\"kept\"}}");
        var _ = road.kubectl("delete", "resourcegroup/ours", Patience.timeout());
        assertThat(configMap("out")).isEqualTo(Map.of("theirs", "kept"));
        assertThat(road.kubectl("get", "configmap/out", "-o", "jsonpath={.metadata}"))
                .doesNotContain("ownerReferences");

        road.apply(group("ours", "'ours'"));
        road.ready("resourcegroup/ours");
        assertThat(configMap("out")).isEqualTo(Map.of("k", "ours", "theirs", "kept"));
    }

    /** What it has exported may have keys of others by now. */
    @Test
    void withoutTheRightToWhatWasExportedTheObjectStays() {
        road.start();
        road.apply(group("ours", "'ours'"));
        road.ready("resourcegroup/ours");
        var binding = road.kubectl("get", "rolebinding/dragoman-secrets", "-o", "yaml");
        var _ = road.kubectl("delete", "rolebinding/dragoman-secrets");
        var _ = road.kubectl("delete", "resourcegroup/ours", "--wait=false");
        var told = road.reason(GROUPS, "ResourceGroup", "ours", "ExportNotLeft");
        assertThat(told.get("message").toString()).contains("ConfigMap out");
        road.apply(binding.replaceAll("(?m)^  (uid|resourceVersion|creationTimestamp): .*$", ""));
        await().until(() -> road.get(GROUPS, "ResourceGroup", "ours") == null);
        assertThat(road.azure.control().get(road.group("ours"))).isEmpty();
    }

    @Test
    void whatIsDeletedComesBack() {
        road.environment.put("AZURE_SYNC_PERIOD", "never");
        road.start();
        road.apply(EXPRESSED);
        road.ready("storageaccount/expressed");
        var before = secret("storage");
        var _ = road.kubectl("delete", "secret/storage", "configmap/storage");
        await().ignoreExceptionsInstanceOf(NullPointerException.class)
                .untilAsserted(() -> assertThat(secret("storage")).isEqualTo(before));
        assertThat(road.puts("/expressed")).hasSize(1);
    }

    @Test
    void theLanguageIsLoadedWithTheFirstExpressionAndNotBefore(@TempDir Path directory)
            throws IOException {
        var loaded = directory.resolve("classes");
        var environment = new HashMap<>(road.environment);
        var process =
                OperatorProcess.start(
                        directory.resolve("log"),
                        road.kubeconfig(),
                        environment,
                        "-Xlog:class+load:file=" + loaded);
        try {
            road.apply(Samples.exporting("plain", "plain"));
            road.ready("storageaccount/plain");
            assertThat(language(loaded)).isEmpty();
            road.apply(EXPRESSED);
            road.ready("storageaccount/expressed");
            assertThat(language(loaded)).isNotEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> language(Path loaded) throws IOException {
        try (Stream<String> lines = Files.lines(loaded)) {
            return lines.filter(
                            line ->
                                    Stream.of(" dev.cel.", " com.google.", " org.antlr.")
                                            .anyMatch(line::contains))
                    .toList();
        }
    }

    private String account(String name) {
        return road.group("orders") + "/providers/Microsoft.Storage/storageAccounts/" + name;
    }

    private Map<String, String> secret(String name) {
        var out = new HashMap<String, String>();
        road.client()
                .secrets()
                .inNamespace(road.namespace)
                .withName(name)
                .get()
                .getData()
                .forEach(
                        (key, value) ->
                                out.put(
                                        key,
                                        new String(
                                                Base64.getDecoder().decode(value),
                                                StandardCharsets.UTF_8)));
        return out;
    }

    private Map<String, String> configMap(String name) {
        return road.client()
                .configMaps()
                .inNamespace(road.namespace)
                .withName(name)
                .get()
                .getData();
    }
}
