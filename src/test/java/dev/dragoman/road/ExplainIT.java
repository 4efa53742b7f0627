package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.cli.Commands;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code status}, {@code explain}, {@code suspend} and {@code resume} on a real API server: as an
 * administrator, and as a viewer of one namespace.
 */
@Full
class ExplainIT {
    private static final String CREDENTIAL = "serviceoperator.azure.com/credential-from";

    private static final String AT = "dragoman.dev/reconcile-at";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Road road;
    private String other;

    @BeforeEach
    void start() {
        road = new Road("explain");
        other = road.namespace + "-other";
        road.environment.put("DRAGOMAN_LEADER_ELECTION", "true");
        road.environment.put("POD_NAME", road.namespace);
        road.start();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private int run(Path kubeconfig, String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        var all = new ArrayList<>(List.of(words));
        all.add("--kubeconfig=" + kubeconfig);
        all.add("--operator-namespace=" + road.account.namespace());
        return Commands.line()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
    }

    private int asAdmin(String... words) {
        return run(road.plane.adminKubeconfig(), words);
    }

    static String blocked() {
        return Samples.group("orders", "orders")
                .replace(
                        "metadata: {name: orders}",
                        "metadata: {name: orders, annotations: {%s: own}}".formatted(CREDENTIAL));
    }

    @Test
    void theDeepestCauseIsTheFirstLineAndAnEndOfItIsSeen() throws IOException {
        road.apply(blocked());
        road.apply(Samples.exporting("account", "keys"));
        await().untilAsserted(
                        () -> {
                            assertThat(
                                            asAdmin(
                                                    "explain",
                                                    "storageaccount/account",
                                                    "-n",
                                                    road.namespace))
                                    .as("%s%s", out, err)
                                    .isZero();
                            assertThat(out.toString().lines().findFirst().orElseThrow())
                                    .startsWith(
                                            "StorageAccount %s/account waits for ResourceGroup %s/orders: CredentialNotFound"
                                                    .formatted(road.namespace, road.namespace))
                                    .contains("Do: Set what the message names");
                        });
        assertThat(out.toString()).contains("owner ResourceGroup", "<- the cause", "Operator in ");
        assertThat(asAdmin("status", "-n", road.namespace)).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "ResourceGroup.resources.azure.com",
                        "1 object waits: StorageAccount",
                        "it has no Deployment here",
                        "leads");
        assertThat(asAdmin("status", "-n", road.namespace, "-o", "json")).isEqualTo(1);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.at("/causes/0/object/kind").asText()).isEqualTo("ResourceGroup");
        assertThat(json.at("/causes/0/keeps")).hasSize(2);
        assertThat(json.at("/operator/running").asBoolean()).isTrue();

        var _ = road.kubectl("annotate", "resourcegroup/orders", CREDENTIAL + "-");
        road.ready("storageaccount/account");
        assertThat(asAdmin("status", "-n", road.namespace)).as("%s%s", out, err).isZero();
        var id =
                road.group("orders")
                        + "/providers/Microsoft.Storage/storageAccounts/account/blobServices/default";
        assertThat(asAdmin("explain", id, "-n", road.namespace)).as("%s%s", out, err).isZero();
        assertThat(out.toString())
                .startsWith("StorageAccount %s/account is Ready".formatted(road.namespace));
        assertThat(err.toString()).contains("a resource above it");
    }

    @Test
    void aViewerOfOneNamespaceSeesNothingOfAnother() {
        road.client()
                .resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(other)
                                .endMetadata()
                                .build())
                .create();
        var _ = road.kubectl("create", "serviceaccount", "viewer");
        var _ =
                road.kubectl(
                        "create",
                        "rolebinding",
                        "viewer",
                        "--clusterrole=view",
                        "--serviceaccount=" + road.namespace + ":viewer");
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.exporting("account", "keys"));
        road.install.apply(
                blocked().replace("name: orders", "name: theirs"),
                "blocked.yaml",
                "--namespace=" + other);
        road.ready("storageaccount/account");
        var viewer = road.plane.serviceAccountKubeconfig(road.namespace, "viewer");
        await().untilAsserted(
                        () ->
                                assertThat(run(viewer, "status", "-n", road.namespace))
                                        .as("%s%s", out, err)
                                        .isZero());
        assertThat(out.toString())
                .contains(
                        "StorageAccount.storage.azure.com",
                        "state unknown",
                        "its Lease could not be read");
        assertThat(run(viewer, "explain", "storageaccount/account", "-n", road.namespace)).isZero();
        assertThat(out.toString()).contains("is Ready", "owner ResourceGroup");
        for (var words :
                List.of(
                        "status -A",
                        "status -n " + other,
                        "explain resourcegroup/theirs -n " + other)) {
            var _ = run(viewer, words.split(" "));
            assertThat(out + "" + err)
                    .doesNotContain(
                            "/own", "CredentialNotFound", "ResourceGroup.resources.azure.com  ")
                    .contains("no right");
        }
        for (var edit : List.of("suspend", "reconcile")) {
            assertThat(run(viewer, edit, "resourcegroup/orders", "-n", road.namespace))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("orbidden");
        }
    }

    @Test
    void whatIsSuspendedIsSaid() {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        assertThat(
                        asAdmin(
                                "suspend",
                                "resourcegroups.resources.azure.com/orders",
                                "-n",
                                road.namespace))
                .as("%s", err)
                .isZero();
        assertThat(asAdmin("explain", "resourcegroup/orders", "-n", road.namespace)).isZero();
        assertThat(out.toString()).contains("suspended");
        assertThat(asAdmin("reconcile", "resourcegroup/orders", "-n", road.namespace)).isEqualTo(1);
        assertThat(err.toString()).contains("is suspended", "dragoman resume");
        assertThat(asAdmin("resume", "resourcegroup/orders", "-n", road.namespace))
                .as("%s", err)
                .isZero();
        assertThat(asAdmin("resume", "resourcegroup/orders", "-n", road.namespace)).isEqualTo(1);
        assertThat(err.toString()).contains("is not suspended");
        assertThat(asAdmin("suspend", "serviceaccount/default", "-n", road.namespace)).isEqualTo(1);
        assertThat(err.toString()).contains("cannot be suspended");
        assertThat(asAdmin("reconcile", "serviceaccount", "default", "-n", road.namespace))
                .isZero();
        assertThat(out.toString()).contains("not known that this operator reconciles the kind");
    }

    @Test
    void whatWasChangedInAzureIsPutRightAtOnce() throws IOException {
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        var change = new ObjectMapper().readTree("{\"tags\": {\"team\": \"nobody\"}}");
        var _ = road.azure.control().mutate(road.group("orders"), change);
        assertThat(asAdmin("reconcile", "resourcegroup/orders", "-n", road.namespace))
                .as("%s", err)
                .isZero();
        assertThat(out.toString())
                .contains(
                        "will be looked at: now",
                        "Next: dragoman explain resourcegroup.resources.azure.com/orders -n "
                                + road.namespace);
        await().until(() -> road.azure(road.group("orders"), "/tags/team").equals("orders"));
    }

    /** Whoever writes the annotation in a loop costs Azure no more than two comparisons. */
    @Test
    void aLoopOfAnyValuesIsOneComparisonAndAnotherOneLater() {
        road.apply(Samples.group("orders", "orders"));
        road.apply(Samples.group("other", "other"));
        road.ready("resourcegroup/orders");
        road.ready("resourcegroup/other");
        int before = gets("orders");
        int others = gets("other");
        annotate("\\u0000\\n{{x}} ${y} \uD83E\uDD16");
        annotate("x".repeat(200_000));
        for (int i = 0; i < 100; i++) {
            annotate("value-" + i);
        }
        assertThat(asAdmin("reconcile", "resourcegroup/other", "-n", road.namespace)).isZero();
        await("another object").until(() -> gets("other") > others);
        assertThat(gets("orders") - before).isBetween(1, 2);

        // after a start it is looked at as an object without the annotation, which stays
        road.apply(Samples.group("plain", "plain"));
        road.ready("resourcegroup/plain");
        road.stop();
        int asked = gets("orders");
        int plain = gets("plain");
        road.start();
        road.apply(Samples.group("after", "start"));
        road.ready("resourcegroup/after");
        annotate(null);
        road.apply(Samples.group("after", "removal"));
        await().until(() -> road.azure(road.group("after"), "/tags/team").equals("removal"));
        assertThat(gets("orders") - asked).isEqualTo(gets("plain") - plain);
    }

    private void annotate(String value) {
        var _ =
                road.client()
                        .genericKubernetesResources(
                                "resources.azure.com/v1api20200601", "ResourceGroup")
                        .inNamespace(road.namespace)
                        .withName("orders")
                        .edit(
                                group -> {
                                    group.getMetadata().getAnnotations().put(AT, value);
                                    return group;
                                });
    }

    private int gets(String group) {
        return (int)
                road.azure.control().exchanges().stream()
                        .filter(each -> each.method().equals("GET"))
                        .filter(each -> each.path().endsWith("/resourceGroups/" + group))
                        .count();
    }

    @Test
    void itWorksWhileTheOperatorIsDownAndSaysSo() {
        road.stop();
        road.apply(Samples.group("late", "orders"));
        await().untilAsserted(
                        () -> {
                            assertThat(asAdmin("status", "-n", road.namespace)).isEqualTo(1);
                            assertThat(out.toString())
                                    .contains(
                                            "does not run",
                                            "ResourceGroup.resources.azure.com",
                                            "OperatorDown");
                        });
        assertThat(asAdmin("explain", "resourcegroup/late", "-n", road.namespace)).isZero();
        assertThat(out.toString())
                .startsWith(
                        "ResourceGroup %s/late is not Ready: OperatorDown"
                                .formatted(road.namespace))
                .contains("Do: Start the operator");
        assertThat(asAdmin("reconcile", "resourcegroup/late", "-n", road.namespace)).isZero();
        assertThat(out.toString()).contains("the operator does not run", "run this again");
        assertThat(asAdmin("explain", "resourcegroup/none", "-n", road.namespace)).isEqualTo(1);
        assertThat(asAdmin("explain", "nosuch/none")).isEqualTo(2);
        assertThat(err.toString()).contains("serves no kind 'nosuch'");
    }
}
