package dev.dragoman.road;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Recipe;
import dev.dragoman.camel.https.LocalHttps;
import dev.dragoman.cli.trial.GivenAnswers.Given;
import dev.dragoman.kube.object.Json;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A dry run does what the operator does on a real API server with the local Azure: what is sent to
 * Azure and what is written in the cluster is the same, round by round, where Azure answers the
 * same.
 */
class DryRunIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each line is compared. */
    private static final String ALL = ".*";

    private static final List<String> DELETED =
            List.of(
                    "ArmResource",
                    "NamespacesQueue",
                    "StorageAccountsBlobServicesContainer",
                    "StorageAccount",
                    "UserAssignedIdentity",
                    "ResourceGroup");

    @TempDir private Path overlays;
    @TempDir private Path certificates;

    @Full
    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource({
        "resource-group, none",
        "resource-group, tag-by-namespace-label",
        "resource-group, approval-before-deletion",
        "resource-group, naming-rule",
        "resource-group, report-only",
        "storage-account, defaults-by-team",
        "storage-account, exported-secrets",
        "storage-account, kind-denied",
        "storage-account, none",
        "storage-account, lock-after-creation",
        "storage-account, network-policy",
        "identity, none",
        "servicebus, none",
        "arm-resource, none"
    })
    void itDoesWhatTheOperatorDoes(String sample, String recipe) throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            road.environment.put("AZURE_SYNC_PERIOD", "2s");
            road.install.kindsAndRightsOnce(List.of("dragoman.dev/ArmResource"));
            if (!recipe.equals("none")) {
                var _ = Recipe.of(recipe).into(overlays, road::apply);
                road.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
            }
            var _ =
                    road.kubectl(
                            "label", "namespace", road.namespace, "team=research", "cost-centre=1");
            road.start();
            var yaml = yaml(sample);
            var edited =
                    yaml.replace(
                                    "westeurope\n  tags:\n    team: orders",
                                    "westeurope\n  tags:\n    team: bills")
                            .replace("Hot", "Cool");
            // its steps need the keys at each comparison, and how many of these there are depends
            var compared = recipe.equals("exported-secrets") ? "(?!POST ).*" : ALL;
            try (var both = new DryRunComparison(road, overlays)) {
                for (var each : yaml.split("---\n", -1)) {
                    both.apply("first", compared, each);
                }
                both.apply("edit", compared, edited);
                drift(road, both, compared);
                both.same("resync", compared, () -> {}, both.trial::resync);
                // how often a lock is tried again depends on the time
                if (!recipe.equals("lock-after-creation")) {
                    deletion(road, both, sample, compared);
                }
            }
        }
    }

    /** A service answers before each request, and is asked the same. */
    @Full
    @Test
    void itAsksAPolicyServiceTheSame() throws Exception {
        try (var road = new Road("dry-run");
                var server = LocalHttps.start(certificates.resolve("own.pem"))) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            for (var file : Recipe.of("policy-service").into(overlays, road::apply)) {
                Files.writeString(
                        file, Files.readString(file).replace("policy.example.com", server.host()));
            }
            var trusted = certificates.resolve("all.pem");
            Files.writeString(
                    trusted,
                    Files.readString(certificates.resolve("own.pem"))
                            + Files.readString(Path.of(road.environment.get("DRAGOMAN_CA_FILE"))));
            road.environment.put("DRAGOMAN_CA_FILE", trusted.toString());
            road.environment.put("DRAGOMAN_HTTPS_HOSTS", server.host());
            road.environment.put("DRAGOMAN_OVERLAYS", overlays.toString());
            road.start();
            var address = "https://" + server.host();
            try (var both = new DryRunComparison(road, overlays)) {
                both.others(
                        () ->
                                server.requests().stream()
                                        .map(
                                                each ->
                                                        "%s %s%s %s"
                                                                .formatted(
                                                                        each.method(),
                                                                        address,
                                                                        each.target(),
                                                                        Json.canonical(
                                                                                Json.literal(
                                                                                        each
                                                                                                .body()))))
                                        .toList());
                for (var answer :
                        List.of(
                                "{\"allowed\": true}",
                                "{\"allowed\": false, \"message\": \"no budget\"}")) {
                    server.answers(200, answer);
                    both.trial
                            .answers()
                            .add(
                                    Map.of(
                                            "POST " + address + "/azure",
                                            List.of(new Given(200, Map.of(), answer))));
                    both.apply(
                            answer,
                            ALL,
                            Samples.group("orders", "team-" + server.requests().size()));
                }
            }
        }
    }

    /**
     * What is made of a composition, and sent for it. How often its status is written depends on
     * the time.
     */
    @Full
    @Test
    @ResourceLock("webapplications")
    void itMakesTheObjectsOfAComposition() throws IOException {
        try (var road = new Road("dry-run")) {
            road.azure.control().operationDuration(".*", Duration.ZERO);
            road.environment.put("AZURE_SYNC_PERIOD", "1h");
            var _ = new WebApplications(road, overlays).start();
            try (var both = new DryRunComparison(road, overlays)) {
                for (var accounts : List.of("[web, worker]", "[web]", "[web, other]")) {
                    var shop = shop(accounts, road);
                    both.apply(accounts, "(PUT|DELETE|apply|delete) .*", shop);
                }
            }
        }
    }

    private static String shop(String accounts, Road road) {
        return WebApplications.block("shop.yaml")
                .replace("[web, worker]", accounts)
                .replace("name: shop", "name: shop, namespace: " + road.namespace);
    }

    /** Somebody changes the group in Azure, and the next comparison puts it right. */
    private static void drift(Road road, DryRunComparison both, String compared)
            throws IOException {
        var id = road.group("orders");
        if (road.azure.control().get(id).isEmpty()) {
            // a rule refuses it, or nothing is sent
            return;
        }
        var other = JSON.readTree("{\"tags\": {\"team\": \"others\"}}");
        both.same(
                "drift",
                compared,
                () -> {
                    var changed = road.azure.control().mutate(id, other);
                    both.trial
                            .answers()
                            .resource(id, Json.copyMap(JSON.convertValue(changed, Map.class)));
                },
                both.trial::resync);
    }

    private static String yaml(String sample) throws IOException {
        var group = Files.readString(Path.of("kubernetes/samples/resource-group.yaml"));
        // a value that is in a Secret too is *** in all that a dry run shows
        return sample.equals("resource-group")
                ? group
                : group
                        + "---\n"
                        + Files.readString(Path.of("kubernetes/samples", sample + ".yaml"))
                                .replaceFirst("      blobEndpoint:\n.*\n.*\n", "");
    }

    /** Deletes what lies in others first. */
    private static void deletion(Road road, DryRunComparison both, String sample, String compared) {
        // when the garbage collector takes the children of an account depends on the time
        // and of a namespace of Service Bus
        boolean first = sample.equals("storage-account") || sample.equals("servicebus");
        for (var kind : first ? DELETED.subList(0, 3) : DELETED) {
            var all = both.trial.keys().stream().filter(each -> each.kind().equals(kind)).toList();
            for (var each : all) {
                var resource =
                        kind.toLowerCase(Locale.ROOT) + "." + each.group() + "/" + each.name();
                both.same(
                        "deletion of " + each,
                        compared,
                        () -> {
                            var _ = road.kubectl("delete", resource, "--wait=false");
                        },
                        () -> both.trial.delete(each));
            }
        }
    }
}
