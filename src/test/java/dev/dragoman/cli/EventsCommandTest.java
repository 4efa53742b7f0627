package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code dragoman events} prints. */
class EventsCommandTest {
    private static final String SUBSCRIPTION = "11111111-1111-1111-1111-111111111111";
    private static final String HUB = "99999999-9999-9999-9999-99999999999a";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... more) {
        var all =
                new LinkedHashMap<>(
                        Map.of(
                                "--subscription",
                                SUBSCRIPTION,
                                "--service-bus",
                                "our-events",
                                "--principal",
                                "22222222-2222-2222-2222-222222222222",
                                "--location",
                                "westeurope"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        var words = new ArrayList<>(List.of("events"));
        all.forEach((option, value) -> words.addAll(List.of(option, value)));
        return Commands.line()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words.toArray(String[]::new));
    }

    @Test
    void printsCommandsWithoutAPlaceholder() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .contains(
                        "Azure Service Bus Data Receiver",
                        "regenerat",
                        "our-events.servicebus.windows.net/changes")
                .doesNotContain("<");
        assertThat(out.toString().lines().filter(line -> !line.isBlank()))
                .allMatch(line -> line.startsWith("#") || line.startsWith("az "));
    }

    @Test
    @SuppressWarnings("unchecked")
    void printsObjectsOfTheCatalog() {
        assertThat(run("-o", "yaml", "--queue", "q1")).isZero();
        var kinds = new ArrayList<String>();
        for (var text : out.toString().split("(?m)^---$", -1)) {
            Map<String, Object> object = new KubernetesSerialization().unmarshal(text, Map.class);
            var api = object.get("apiVersion").toString().split("/", -1);
            assertThat(Catalog.load().find(api[0], object.get("kind").toString()))
                    .as(text)
                    .isPresent();
            kinds.add(object.get("kind").toString());
        }
        assertThat(kinds)
                .containsExactly(
                        "ResourceGroup",
                        "Namespace",
                        "NamespacesQueue",
                        "RoleAssignment",
                        "EventSubscription",
                        "EventSubscription");
        assertThat(out.toString()).contains("azureName: \"q1\"").doesNotContain("<");
    }

    @Test
    void theSystemTopicOfASubscriptionIsLeftToAzure() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .contains("event-subscription create --name dragoman-changes --source-resource-id")
                .doesNotContain("system-topic");
    }

    @Test
    void theQueueMayBeInAnotherSubscription() {
        assertThat(run("--queue-subscription", HUB.toUpperCase(Locale.ROOT))).isZero();
        var queue =
                "/subscriptions/"
                        + HUB
                        + "/resourceGroups/dragoman-events/providers/Microsoft.ServiceBus";
        for (var line : out.toString().lines().filter(each -> each.startsWith("az ")).toList()) {
            boolean event = line.startsWith("az eventgrid");
            assertThat(line).contains(HUB);
            assertThat(line.contains("--source-resource-id /subscriptions/" + SUBSCRIPTION + " "))
                    .as(line)
                    .isEqualTo(event);
            assertThat(line.contains("--endpoint " + queue)).as(line).isEqualTo(event);
        }
    }

    /** Objects of one queue and several subscriptions can be in one namespace. */
    @Test
    void objectsOfTwoSubscriptionsAreDifferentOnes() {
        assertThat(run("-o", "yaml", "--queue-subscription", HUB)).isZero();
        assertThat(out.toString())
                .contains("name: dragoman-changes-" + SUBSCRIPTION, "for the subscription " + HUB)
                .contains("name: dragoman-keys-" + SUBSCRIPTION)
                .contains("armId: /subscriptions/" + SUBSCRIPTION)
                .contains("assign roles", "crds --rbac --kinds");
    }

    @Test
    @SuppressWarnings("unchecked")
    void namesTheKindsOfItsObjects() {
        assertThat(run("-o", "yaml")).isZero();
        for (var text : out.toString().split("(?m)^---$", -1)) {
            Map<String, Object> object = new KubernetesSerialization().unmarshal(text, Map.class);
            var group = object.get("apiVersion").toString().replaceFirst("/.*", "");
            assertThat(out.toString())
                    .containsPattern("--kinds '[^']*" + group + "/" + object.get("kind"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--subscription, production",
        "--queue-subscription, 11111111111111111111111111111111",
        "--principal, operator@example.com",
        "--service-bus, short",
        "--service-bus, our-events.servicebus.windows.net",
        "--service-bus, 1events",
        "--location, West Europe",
        "--resource-group, group.",
        "--resource-group, --yes",
        "--queue, 'q; rm'",
        "--queue, a/b"
    })
    void refusesWhatAzureWouldAndSaysWhere(String option, String value) {
        assertThat(run(option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(option);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void saysHowToFindThePrincipal() {
        var _ = Commands.line().setOut(new PrintWriter(out)).execute("events", "--help");
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("az ad sp show --id CLIENT_ID --query id");
    }
}
