package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether an object is as a Team has made it: its record, and the owners of the spec's fields. */
class TeamPlatformTest {
    private static final Map<String, Object> TEAM =
            Json.literal(
                    """
                    {"status": {"dragoman": {"added": ["azure.com/v1 Role r adp role"]}}}
                    """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    r | {"f:owner": {"f:armId": {}}}   | true
                    r | {".": {}, "f:owner": {}}       | true
                    r | {"f:tags": {}}                 | false
                    r | {"f:owner": {"f:name": {}}}    | false
                    x | {}                             | false
                    """)
    void asTheTeamMadeIt(String name, String others, boolean isMade) {
        var object =
                Json.literal(
                        """
                        {"apiVersion": "azure.com/v1", "kind": "Role",
                         "metadata": {"name": "%s", "namespace": "adp", "managedFields": [
                           {"manager": "dragoman-teams", "fieldsV1": {"f:spec": {"f:owner": {"f:armId": {}}}}},
                           {"manager": "dragoman", "fieldsV1": {"f:metadata": {}}},
                           {"manager": "kubectl", "fieldsV1": {"f:spec": %s}}]}}
                        """
                                .formatted(name, others));
        assertThat(TeamPlatform.isMade(List.of(TEAM), object)).isEqualTo(isMade);
    }
}
