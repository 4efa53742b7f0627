package dev.dragoman.sandbox.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of types with variants: the wrapper of the spec is not in them. */
class VariantsTest {
    private static final AzureKind RULE =
            Catalog.load().find("cdn.azure.com", "Rule").orElseThrow();

    private static void check(String action) throws Exception {
        var body =
                Json.parse(
                        """
                        {"name": "r", "properties": {"order": 1, "actions": [%s]}}"""
                                .formatted(action));
        new BodyRules().check(List.of(RULE), RULE.newest(), body, MissingNode.getInstance(), false);
    }

    @Test
    void theFieldsAreThoseOfTheVariantThatTheDiscriminatorNames() {
        assertThatCode(
                        () ->
                                check(
                                        """
                                        {"name": "ModifyResponseHeader", "parameters": {"headerAction": "Append",
                                        "headerName": "a", "value": "b",
                                        "typeName": "DeliveryRuleHeaderActionParameters"}}"""))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a field of another variant
                "{\"name\": \"ModifyResponseHeader\", \"parameters\": {\"cacheBehavior\": \"Override\", \"headerAction\": \"Append\", \"headerName\": \"a\", \"typeName\": \"DeliveryRuleHeaderActionParameters\"}}",
                // the wrapper of the spec
                "{\"modifyResponseHeader\": {\"name\": \"ModifyResponseHeader\"}}",
                // no such variant
                "{\"name\": \"Other\", \"parameters\": {}}"
            })
    void anythingElseIsRefused(String action) {
        assertThatThrownBy(() -> check(action)).isInstanceOf(ArmError.class);
    }

    @ParameterizedTest
    @CsvSource({"'', 17, Owner", "roleName eq 'reader', 1, Reader", "roleName eq 'Nobody', 0, ''"})
    void rolesAreFoundByName(String filter, int found, String name) {
        assertThat(BuiltInRoles.of(filter)).hasSize(found);
        assertThat(BuiltInRoles.of(filter).stream().map(r -> r.at("/properties/roleName").asText()))
                .contains(name.isEmpty() ? new String[0] : new String[] {name});
    }

    @Test
    void anotherFilterIsRefused() {
        assertThatThrownBy(() -> BuiltInRoles.of("type eq 'BuiltInRole'"))
                .isInstanceOf(ArmError.class);
    }
}
