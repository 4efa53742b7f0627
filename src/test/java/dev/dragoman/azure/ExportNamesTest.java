package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequest;
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
        var found = ExportNames.problem(request).map(Problem::message).orElse("");
        assertThat(found.isEmpty()).as(found).isEqualTo(said.isEmpty());
        assertThat(found).contains(said);
    }
}
