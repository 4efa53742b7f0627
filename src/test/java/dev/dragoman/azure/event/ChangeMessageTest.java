package dev.dragoman.azure.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.event.ChangeEvent.What;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message of the queue says, in each schema, and what is left out. */
class ChangeMessageTest {
    private static final String ID =
            "/subscriptions/s1/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/Acc";
    private static final String KEY =
            "/SUBSCRIPTIONS/S1/RESOURCEGROUPS/G/PROVIDERS/MICROSOFT.STORAGE/STORAGEACCOUNTS/ACC";
    private static final String NO_JSON = "it is no JSON, or is too deep, or has too many parts";
    private static final Instant AT = Instant.parse("2026-11-29T10:00:00.123456700Z");

    static String eventGrid(String type, String id, String operation) {
        return """
               {"id": "x", "topic": "/subscriptions/s1", "subject": "%s", "eventType": "%s", "eventTime": "2026-11-29T10:00:00.1234567Z",
                "data": {"authorization": {"action": "any", "evidence": {"role": "r"}}, "claims": {"appid": "c"}, "correlationId": "1",
                "resourceUri": "%s", "operationName": "%s", "status": "Succeeded", "tags": ["a", {"b": [1, null, true]}]},
                "dataVersion": "2", "metadataVersion": "1"}"""
                .formatted(id, type, id, operation);
    }

    static String cloudEvent(String type, String id, String data) {
        return """
               {"specversion": "1.0", "id": "x", "source": "/subscriptions/s1", "subject": "%s", "type": "%s",
                "time": "2026-11-29T10:00:00.1234567Z", "data": %s}"""
                .formatted(id, type, data);
    }

    private static ChangeMessage read(String text) {
        return ChangeMessage.read(text.getBytes(UTF_8));
    }

    @ParameterizedTest(name = "{0} {1} -> {2}")
    @CsvSource(
            textBlock =
                    """
                    Microsoft.Resources.ResourceWriteSuccess,  Microsoft.Storage/storageAccounts/write, CHANGED
                    Microsoft.Resources.ResourceWriteFailure,  Microsoft.Storage/storageAccounts/write, CHANGED
                    Microsoft.Resources.ResourceWriteCancel,   Microsoft.Storage/storageAccounts/write, CHANGED
                    Microsoft.Resources.ResourceDeleteSuccess, Microsoft.Storage/storageAccounts/delete, DELETED
                    Microsoft.Resources.ResourceDeleteFailure, Microsoft.Storage/storageAccounts/delete, DELETED
                    microsoft.resources.resourcedeletesuccess, x, DELETED
                    Microsoft.Resources.ResourceActionSuccess, Microsoft.Storage/storageAccounts/regenerateKey/action, KEYS
                    Microsoft.Resources.ResourceActionSuccess, Microsoft.ServiceBus/namespaces/authorizationRules/regenerateKeys/action, KEYS
                    Microsoft.Resources.ResourceActionSuccess, Microsoft.ContainerRegistry/registries/regenerateCredential/action, KEYS
                    Microsoft.Resources.ResourceActionSuccess, Microsoft.Search/searchServices/regenerateAdminKey/action, KEYS
                    Microsoft.Resources.ResourceActionSuccess, MICROSOFT.STORAGE/storageAccounts/ROTATEKEY/action, KEYS
                    Microsoft.ResourceNotifications.Resources.CreatedOrUpdated, '', CHANGED
                    Microsoft.ResourceNotifications.Resources.Deleted, '', DELETED
                    """)
    void countsInBothSchemas(String type, String operation, What what) {
        var expected =
                new ChangeMessage(List.of(new ChangeEvent(KEY, what, AT)), 0, Optional.empty());

        assertThat(read(eventGrid(type, ID, operation))).isEqualTo(expected);
        assertThat(read(cloudEvent(type, ID, "{\"operationName\": \"%s\"}".formatted(operation))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            textBlock =
                    """
                    our own question for keys, Microsoft.Resources.ResourceActionSuccess, Microsoft.Storage/storageAccounts/listKeys/action
                    keys that are told,        Microsoft.Resources.ResourceActionSuccess, Microsoft.X/y/listRegeneratedKeys/z/action
                    keys that stay,            Microsoft.Resources.ResourceActionFailure, Microsoft.Storage/storageAccounts/regenerateKey/action
                    a start,                   Microsoft.Resources.ResourceActionSuccess, Microsoft.Compute/virtualMachines/start/action
                    a blob,                    Microsoft.Storage.BlobCreated, ''
                    a longer type,             Microsoft.Resources.ResourceWriteSuccessX, ''
                    another notification,      Microsoft.ResourceNotifications.HealthResources.ResourceAnnotated, ''
                    """)
    void leavesOut(String why, String type, String operation) {
        assertThat(read(eventGrid(type, ID, operation)))
                .as(why)
                .isEqualTo(new ChangeMessage(List.of(), 1, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/subscriptions/s1/resourceGroups/g/providers/Microsoft.Resources/deployments/d",
                "no id",
                "",
                "/providers/Microsoft.X/y/z"
            })
    void leavesOutWhatIsNoResourceOfASubscription(String id) {
        assertThat(read(eventGrid("Microsoft.Resources.ResourceWriteSuccess", id, "")))
                .isEqualTo(new ChangeMessage(List.of(), 1, Optional.empty()));
    }

    @Test
    void readsTheBodyOfANotification() {
        var data =
                """
                {"resourceInfo": {"id": "%s", "name": "Acc", "tags": {"id": "no"}, "properties": {"id": "/subscriptions/no"}},
                 "operationalInfo": {"resourceEventTime": "2026-11-29T10:00:00.1234567Z"}, "apiVersion": "2024-01-01"}"""
                        .formatted(ID);
        var text =
                cloudEvent(
                                "Microsoft.ResourceNotifications.Resources.CreatedOrUpdated",
                                "Acc",
                                data)
                        .replace("10:00:00.1234567Z\", \"data\"", "11:11:11Z\", \"data\"");

        assertThat(read(text).events()).containsExactly(new ChangeEvent(KEY, What.CHANGED, AT));
    }

    @Test
    void readsABatchAndWhatCanBeReadOfIt() {
        var one = eventGrid("Microsoft.Resources.ResourceWriteSuccess", ID, "");
        var other = cloudEvent("Microsoft.Resources.ResourceDeleteSuccess", ID + "/x/y", "{}");
        var read = read("[%s, 7, {\"a\": 1}, [{}], %s, %s]".formatted(one, other, one));

        assertThat(read.events())
                .extracting(ChangeEvent::what)
                .containsExactly(What.CHANGED, What.DELETED, What.CHANGED);
        assertThat(read.unread())
                .hasValue("it has no event of Event Grid's schema or of CloudEvents");
    }

    @Test
    void takesAnEventWithoutATimeAsNew() {
        var text = eventGrid("Microsoft.Resources.ResourceWriteSuccess", ID, "");
        assertThat(read(text.replaceAll("2026-11-29[^\"]*", "yesterday")).events())
                .extracting(ChangeEvent::at)
                .containsExactly(Instant.MAX);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hello", "{\"eventType\": ", "[{}", "{\"a\" 1}", "\u0000\u0001", "[1,2"})
    void tellsWhatIsNoJson(String text) {
        assertThat(read(text)).isEqualTo(new ChangeMessage(List.of(), 0, Optional.of(NO_JSON)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", " ", "{}"})
    void tellsThatThereIsNoEvent(String text) {
        assertThat(read(text).unread()).hasValue("it has no event");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"text\"", "{\"eventType\": 7}", "{\"specversion\": \"1.0\"}"})
    void tellsAnotherSchema(String text) {
        assertThat(read(text).unread())
                .hasValue("it has no event of Event Grid's schema or of CloudEvents");
    }

    @Test
    void readsNoMessageOfOneMegabyteAndNoDepth() {
        var bytes = new byte[1_000_000];
        assertThat(ChangeMessage.read(bytes).unread()).hasValue("it has 1 MB or more");
        for (var deep : List.of("[".repeat(900_000), "{\"data\":".repeat(100_000))) {
            assertThat(read(deep).unread()).hasValue(NO_JSON);
        }
    }

    /** 330,000 of them in one megabyte would take 30 MB, and sixteen messages are read at once. */
    @Test
    void readsNoMessageOfTinyParts() {
        for (var part : List.of("0,", "{},", "[],", "{\"type\":\"x\"},")) {
            var many = part.repeat(999_000 / part.length());
            for (var text : List.of("[" + many + "0]", "{\"data\":[" + many + "0]}")) {
                assertThat(read(text).unread()).hasValue(NO_JSON);
            }
        }
        var event = eventGrid("Microsoft.Resources.ResourceWriteSuccess", ID, "");
        var most = (event + ",").repeat(999_000 / event.length() - 2);
        assertThat(read("[" + most + event + "]").events()).hasSizeGreaterThan(1_000);
    }
}
