package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What teams may ask Azure for: the support table line by line, and attempts of one team on another
 * one and on the platform. Its identity could do all of it in Azure, so only the rows are in the
 * way.
 */
@Full
@ResourceLock("teams")
class TeamAllowanceIT {
    private static final Path ATTEMPTS = Path.of("src/test/resources/teams/attempts.yaml");
    private static final Pattern HEAD =
            Pattern.compile("apiVersion: (\\S+)\\nkind: (\\S+)\\nmetadata: \\{ name: (\\S+) ");

    @TempDir private Path directory;
    private Road road;
    private String team;

    /**
     * An object of team b.
     *
     * @param expected {@code allowed}; {@code refused} and why; {@code refused later} and why, for
     *     what admission cannot see
     */
    private record Attempt(String expected, String yaml) {
        boolean isAllowed() {
            return expected.equals("allowed");
        }

        boolean isVisible() {
            return !expected.startsWith("refused later");
        }

        String why() {
            return expected.replaceFirst("refused (later )?", "");
        }

        String name() {
            return head(3);
        }

        String head(int group) {
            var head = HEAD.matcher(yaml);
            assertThat(head.find()).as(yaml).isTrue();
            return head.group(group);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("allowance");
        team = road.namespace + "-b";
        road.install.kindsAndRightsOnce(
                attempts().stream()
                        .map(each -> each.head(1).replaceFirst("/.*", "") + "/" + each.head(2))
                        .distinct()
                        .toList());
        TeamsComponent.install(road, directory);
        var client = UUID.randomUUID().toString();
        road.azure.control().client(Client.secret(client, client + "secret"));
        var keys =
                Map.of(
                        "AZURE_SUBSCRIPTION_ID",
                        road.azure.subscriptionId(),
                        "AZURE_TENANT_ID",
                        road.azure.tenantId(),
                        "AZURE_CLIENT_ID",
                        client,
                        "AZURE_CLIENT_SECRET",
                        client + "secret");
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(team)
                                .addToLabels("dragoman.dev/team", "b")
                                .addToLabels("road", road.namespace)
                                .addToAnnotations("dragoman.dev/team-resource-group", "rg-b")
                                .endMetadata()
                                .build())
                .create();
        road.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("aso-credential")
                                .withNamespace(team)
                                .endMetadata()
                                .withStringData(keys)
                                .build())
                .create();
        // so that only the rows are in the way
        var consent = "dragoman.dev/allow-children-from=" + team;
        var _ = road.kubectl("annotate", "namespace/" + road.namespace, consent);
        Install.grantSecrets(road.client(), team);
        road.environment.put("AZURE_TARGET_NAMESPACES", road.namespace + "," + team);
        road.start();
    }

    @AfterEach
    void stop() {
        var _ =
                road.kubectl(
                        "delete",
                        "--ignore-not-found",
                        "validatingadmissionpolicybinding/" + road.namespace,
                        "validatingadmissionpolicybinding/" + road.namespace + "-selected",
                        "validatingadmissionpolicybinding/" + road.namespace + "-accounts",
                        "validatingadmissionpolicy/" + road.namespace + "-accounts",
                        "validatingadmissionpolicy/" + road.namespace,
                        "platform/" + road.namespace,
                        "namespace/" + team,
                        "--wait=false");
        road.revoke();
        road.close();
    }

    private List<Attempt> attempts() throws IOException {
        var all = new ArrayList<Attempt>();
        for (var each : text(ATTEMPTS).split("(?m)^---\\n", -1)) {
            var lines = each.split("\n", 2);
            if (lines[0].startsWith("# ")) {
                all.add(new Attempt(lines[0].substring(2), lines[1]));
            }
        }
        return all;
    }

    private String text(Path file) throws IOException {
        return Files.readString(file)
                .replace("SUBSCRIPTION", road.azure.subscriptionId())
                .replace("TEAM", String.valueOf(team))
                .replace("OTHER", road.namespace + "-a");
    }

    private String platform(String more) {
        return TeamsComponent.platform(
                road,
                """
                identities: { prefix: mid, resourceGroup: rg-identities }
                infrastructure:
                  resourceGroup: rg-infra
                  serviceBus: { resourceGroup: rg-infra, name: sharedbus1 }
                  postgres: { resourceGroup: rg-infra, name: server1 }
                """
                        + more);
    }

    private String apply(Attempt attempt, String... more) {
        var arguments = new ArrayList<>(List.of("-n", team, "--server-side"));
        arguments.addAll(List.of(more));
        return road.install.apply(
                attempt.yaml(), attempt.name() + ".yaml", arguments.toArray(String[]::new));
    }

    private Map<String, Object> condition(Attempt attempt) {
        return Road.condition(
                road.client()
                        .genericKubernetesResources(attempt.head(1), attempt.head(2))
                        .inNamespace(team)
                        .withName(attempt.name())
                        .get());
    }

    @Test
    void theTableLineByLine() throws Exception {
        var attempts = attempts();
        var infrastructure = text(ATTEMPTS.resolveSibling("infrastructure.yaml"));
        road.applyServed(infrastructure);
        for (var each : infrastructure.split("(?m)^---\\n", -1)) {
            var object = new Attempt("", each);
            var group = object.head(1).replaceFirst("/.*", "");
            road.ready("%s.%s/%s".formatted(object.head(2), group, object.name()));
        }
        road.apply(platform(""));
        road.ready("platform/" + road.namespace);
        road.apply(TeamsComponent.policy(road));
        var refused = attempts.stream().filter(each -> !each.isAllowed()).toList();
        assertThat(refused).hasSizeGreaterThan(24);
        // a policy counts a moment after it is there
        await().until(() -> isRefused(refused.getFirst()));
        for (var each : attempts) {
            if (each.isAllowed() || !each.isVisible()) {
                assertThat(apply(each, "--dry-run=server")).as(each.yaml()).isNotEmpty();
            } else {
                assertThatThrownBy(() -> apply(each, "--dry-run=server"))
                        .as(each.yaml())
                        .hasMessageContaining("does not allow this to teams")
                        .hasMessageContaining(each.why());
            }
        }
        assertThat(
                        road.kubectl(
                                "get",
                                "validatingadmissionpolicy/" + road.namespace,
                                "--output=jsonpath={.status.typeChecking}"))
                .isEqualTo("{}");

        // without the policy
        var _ =
                road.kubectl(
                        "delete",
                        "validatingadmissionpolicybinding/" + road.namespace,
                        "validatingadmissionpolicybinding/" + road.namespace + "-selected");
        await().until(() -> !isRefused(refused.getFirst()));
        attempts.forEach(this::apply);
        for (var each : attempts) {
            await().untilAsserted(
                            () -> {
                                if (each.isAllowed()) {
                                    assertThat(condition(each))
                                            .as(each.yaml())
                                            .containsEntry("status", "True");
                                } else {
                                    assertThat(condition(each))
                                            .as(each.yaml())
                                            .containsEntry("reason", "NotAllowed");
                                    assertThat(String.valueOf(condition(each).get("message")))
                                            .contains(each.why());
                                }
                            });
        }
        var sent = puts();
        assertThat(sent).hasSizeGreaterThan(5);
        road.azure.control().clearExchanges();

        // without the rows
        road.apply(platform(Files.readString(ATTEMPTS.resolveSibling("weak.yaml"))));
        await().untilAsserted(
                        () ->
                                assertThat(refused)
                                        .allSatisfy(
                                                each ->
                                                        assertThat(condition(each))
                                                                .as(each.yaml())
                                                                .doesNotContainEntry(
                                                                        "reason", "NotAllowed")));
        await().untilAsserted(() -> assertThat(puts()).hasSizeGreaterThanOrEqualTo(refused.size()));
    }

    /** What a team's object only names is not deleted with it. */
    @Test
    void nothingIsDeletedThatATeamMayNotMake() throws Exception {
        road.applyServed(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        road.apply(platform(Files.readString(ATTEMPTS.resolveSibling("weak.yaml"))));
        road.ready("platform/" + road.namespace);
        // the resource has no object any more
        var _ =
                road.kubectl(
                        "annotate",
                        "resourcegroup/orders",
                        "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
        var _ = road.kubectl("delete", "resourcegroup/orders", Patience.timeout());
        road.apply(platform(""));
        road.ready("platform/" + road.namespace);
        var named =
                """
                apiVersion: resources.azure.com/v1api20200601
                kind: ResourceGroup
                metadata:
                  name: orders
                  annotations: { serviceoperator.azure.com/resource-id: %s }
                  finalizers: [ serviceoperator.azure.com/finalizer ]
                spec: { location: westeurope }
                """
                        .formatted(road.group("orders"));
        var _ = road.install.apply(named, "named.yaml", "-n", team, "--server-side");
        var _ =
                road.install.kubectl(
                        List.of("delete", "resourcegroup/orders", "-n", team, Patience.timeout()));
        assertThat(road.azure.control().get(road.group("orders"))).isPresent();
    }

    /** The accounts of Teams have rights everywhere, which the policy narrows. */
    @Test
    void theAccountsOfTeamsWriteForTeamsAlone() throws Exception {
        road.apply(platform(""));
        road.apply(TeamsComponent.policy(road));
        var elsewhere = road.namespace;
        await().until(
                        () ->
                                !as("teams", "create", "secret", "generic", "x", "-n", elsewhere)
                                        .isEmpty());
        for (var refused :
                List.of(
                        "teams create secret generic aso-credential -n " + elsewhere,
                        "teams create secret generic other -n " + team,
                        "teams create serviceaccount x -n " + elsewhere,
                        "teams create rolebinding x --clusterrole=dragoman-secrets --user=u -n "
                                + elsewhere,
                        "teams create namespace kube-x",
                        "teams label namespace " + elsewhere + " a=b",
                        "teams delete namespace " + team,
                        "platforms create secret generic other -n " + elsewhere)) {
            var words = refused.split(" ", -1);
            var rest = Arrays.copyOfRange(words, 1, words.length);
            assertThat(as(words[0], rest)).as(refused).contains("denied request");
        }
        for (var allowed :
                List.of(
                        "teams create serviceaccount x -n " + team,
                        "teams create namespace " + road.namespace + "-new",
                        "platforms create secret generic aso-credential -n default")) {
            var words = allowed.split(" ", -1);
            var rest = Arrays.copyOfRange(words, 1, words.length);
            assertThat(as(words[0], rest)).as(allowed).isEmpty();
        }
    }

    /** What is refused to an account of Teams; an empty text where nothing is. */
    private String as(String account, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--dry-run=server");
        all.add(
                "--as=system:serviceaccount:%s:dragoman-%s"
                        .formatted(road.account.namespace(), account));
        try {
            var _ = road.install.kubectl(all);
            return "";
        } catch (ControlPlaneException refused) {
            return refused.getMessage();
        }
    }

    private Set<String> puts() {
        return road.azure.control().exchanges().stream()
                .filter(each -> each.method().equals("PUT"))
                .map(each -> each.path())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isRefused(Attempt attempt) {
        try {
            var _ = apply(attempt, "--dry-run=server");
            return false;
        } catch (ControlPlaneException refused) {
            return refused.getMessage().contains("does not allow this to teams");
        }
    }
}
