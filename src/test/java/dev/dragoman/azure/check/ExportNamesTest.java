package dev.dragoman.azure.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.azure.export.ExportRequests;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that mean something to the operator are nobody's to export to, whoever may bind rights. */
class ExportNamesTest {
    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "secrets, storage, ''",
        "secrets, aso-credential, the name aso-credential is reserved",
        "secrets, dragoman-token, the name dragoman-token is reserved",
        "configMaps, dragoman-token, ''"
    })
    void namesOfTheOperatorsOwnSecretsAreRefused(String target, String name, String said) {
        var request =
                new ExportRequest(
                        new Export(target, "key1", Optional.empty(), Optional.empty()),
                        name,
                        "key",
                        Map.of(),
                        Map.of());
        var found =
                ExportNames.problem(new ExportRequests(List.of(request), List.of()))
                        .map(Problem::message)
                        .orElse("");
        assertThat(found.isEmpty()).as(found).isEqualTo(said.isEmpty());
        assertThat(found).contains(said);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({
        "secretExpressions, aso-credential, key, the name aso-credential is reserved",
        "secretExpressions, UPPER, key, is no name of a Secret",
        "secretExpressions, fine, a/b, is no key of a Secret",
        "configMapExpressions, aso-credential, key, ''",
        "secretExpressions, fine, , ''"
    })
    void thoseOfExpressionsToo(String list, String name, String key, String said) {
        var expression =
                new java.util.HashMap<String, Object>(Map.of("name", name, "value", "'a'"));
        if (key != null) {
            expression.put("key", key);
        }
        var requests =
                ExportRequests.of(
                        Catalog.load().find("resources.azure.com", "ResourceGroup").orElseThrow(),
                        Map.of("operatorSpec", Map.of(list, List.of(expression))));
        var found = ExportNames.problem(requests).map(Problem::message).orElse("");
        assertThat(found.isEmpty()).as(found).isEqualTo(said.isEmpty());
        assertThat(found).contains(said);
        if (!said.isEmpty()) {
            assertThat(found).startsWith("spec.operatorSpec.%s[0].".formatted(list));
        }
    }
}
