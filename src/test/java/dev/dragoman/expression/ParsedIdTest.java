package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code aso.parseResourceId}: the parts that Azure's own library for Go tells apart. */
class ParsedIdTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/g";
    private static final String PARTS =
            "'%s|%s|%s|%s|%s|%s|%s|%s'.format([id.subscriptionId, id.resourceGroupName, id.provider, id.location, id.resourceType.namespace, id.resourceType.type, id.name, id.parent == null ? '-' : id.parent.name])";

    static Stream<Arguments> ids() {
        return Stream.of(
                arguments("/subscriptions/s", "s||||Microsoft.Resources|subscriptions|s|"),
                arguments(GROUP, "s|g|||Microsoft.Resources|resourceGroups|g|s"),
                arguments(
                        "/SUBSCRIPTIONS/s/resourcegroups/g/",
                        "s|g|||Microsoft.Resources|resourceGroups|g|s"),
                arguments(
                        GROUP + "/providers/Microsoft.Storage/storageAccounts/a",
                        "s|g|||Microsoft.Storage|storageAccounts|a|g"),
                arguments(
                        GROUP
                                + "/providers/Microsoft.Storage/storageAccounts/a/blobServices/default",
                        "s|g|||Microsoft.Storage|storageAccounts/blobServices|default|a"),
                arguments(GROUP + "/providers/A.B/c/d/providers/E.F/g/h", "s|g|||E.F|g|h|d"),
                arguments(
                        "/subscriptions/s/providers/A.B",
                        "s||A.B||Microsoft.Resources|providers|A.B|s"),
                arguments("/subscriptions/s/providers/A.B/c/d", "s||||A.B|c|d|s"),
                arguments(
                        "/subscriptions/s/providers/A.B/locations/north/usages/u",
                        "s|||north|A.B|locations/usages|u|north"),
                arguments(
                        "/subscriptions/s/locations/north",
                        "s|||north|Microsoft.Resources|subscriptions/locations|north|s"),
                arguments(
                        "/providers/Microsoft.Management/managementGroups/m",
                        "||||Microsoft.Management|managementGroups|m|"),
                arguments("/subscriptions/s/providers/A.B/c/d/e", "s||||A.B|c/e||d"));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void hasParts(String id, String parts) {
        var expression = PARTS.replace("id.", "aso.parseResourceId(self.id).");
        assertThat(Expressions.of(expression, Map.of("id", id), Map.of()))
                .isEqualTo(new Value.Result(parts));
    }

    @Test
    void parentsGoUpToTheTenant() {
        var id = Map.<String, Object>of("id", GROUP + "/providers/A.B/c/d");
        assertThat(
                        Expressions.of(
                                "aso.parseResourceId(self.id).parent.resourceType.type"
                                        + " + ' ' + aso.parseResourceId(self.id).parent.parent.resourceType.type"
                                        + " + ' ' + aso.parseResourceId(self.id).parent.parent.parent.resourceType.type"
                                        + " + ' ' + string(aso.parseResourceId(self.id).parent.parent.parent.parent == null)",
                                id,
                                Map.of()))
                .isEqualTo(new Value.Result("resourceGroups subscriptions tenants true"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "/",
                "/subscriptions",
                "/other/x",
                "/subscriptions/s/resourceGroups",
                "/subscriptions/s/resourceGroups/g/x",
                "/subscriptions/s/resourceGroups/g/providers/A.B",
                "/subscriptions/s/providers/A.B/c",
                "/subscriptions/s/providers"
            })
    void whatIsNoIdIsRefusedWithoutRepeatingIt(String id) {
        assertThat(
                        Expressions.failure(
                                "aso.parseResourceId(self.id).name", Map.of("id", id), Map.of()))
                .startsWith("line 1, column 20: the text is no ARM id: ")
                .doesNotContain("resourceGroups/");
    }

    @Test
    void aLongTextIsNoId() {
        assertThat(
                        Expressions.failure(
                                "aso.parseResourceId(self.id).name",
                                Map.of("id", "/subscriptions/s" + "/a".repeat(2000)),
                                Map.of()))
                .endsWith("it has more than 2048 characters");
    }
}
