package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where Azure's answer has what the status shows. */
class StatusRulesTest {
    private static final TypeNode ARM =
            tree(
                    """
                    Answer: Object
                    ├── Id: *string
                    └── Properties: *Object
                        ├── ConnectionString: *string
                        ├── Port: *int
                        └── Endpoints: *Object
                            ├── Web: *string
                            └── URL: *string
                    """);
    private static final TypeNode STATUS =
            tree(
                    """
                    Status: *Object
                    ├── Id: *string
                    ├── ConnectionString: *string
                    ├── Port: *int
                    └── Endpoints: *Object
                        ├── Web: *string
                        └── URL: *string
                    """);

    private static TypeNode tree(String text) {
        return TypeNode.parse("\n\n\n" + text).values().iterator().next();
    }

    private static Map<String, Object> object(Map<String, Object> properties) {
        return Map.of("type", "object", "properties", properties);
    }

    @ParameterizedTest
    @CsvSource({
        "Id, id",
        "ConnectionString, properties.ConnectionString",
        "Port, properties.port",
        "Endpoints.Web, properties.endpoints.web",
        "Endpoints.URL, properties.endpoints.URL",
        "Endpoints.Gone, ",
        "Gone, "
    })
    void spelledAsUsersSeeIt(String goPath, String expected) {
        STATUS.attach(
                object(
                        Map.of(
                                "id", Map.of(),
                                "ConnectionString", Map.of(),
                                "port", Map.of(),
                                "endpoints", object(Map.of("web", Map.of(), "URL", Map.of())))));
        assertThat(StatusRules.armPath(STATUS, ARM, goPath).orElse(null)).isEqualTo(expected);
    }
}
