package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.SpecCheck;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the check of a version finds in samples that Azure accepted: nothing. */
@Tag(TestArchives.TAG)
class SamplesInTheirVersionTest {
    /** What an API server refuses too: keys in the wrong case, no field, a required one missing. */
    private static final List<String> WRONG_IN_THEMSELVES = wrongInThemselves();

    private static List<String> wrongInThemselves() {
        var found = new ArrayList<>(inBothSpellings());
        found.add(
                "redhatopenshift/v1api20260630preview HcpOpenShiftCluster: spec.properties.etcd.dataEncryption.customerManaged.kms.visibility is missing: version v1api20260630preview requires this field; set it");
        found.add(
                "redhatopenshift/v1api20260630preview HcpOpenShiftCluster: spec.properties.platform.vnetIntegrationSubnetReference is missing: version v1api20260630preview requires this field; set it");
        return found;
    }

    private static List<String> inBothSpellings() {
        return Stream.of("v1api", "v")
                .flatMap(
                        v ->
                                Stream.of(
                                                "alertsmanagement/%s20210401 SmartDetectorAlertRule: spec.actionGroups.groupReferences is missing: version v20210401 requires this field; set it",
                                                "alertsmanagement/%s20210401 SmartDetectorAlertRule: spec.actionGroups.GroupReferences is not sent: neither version v20210401 nor any other version has this field; remove it",
                                                "apimanagement/%s20240501 AuthorizationProvidersAuthorization: spec.oauth2GrantType is not sent: neither version v20240501 nor any other version has this field; remove it",
                                                "cache/%s20241101 RedisAccessPolicy: spec.type is not sent: neither version v20241101 nor any other version has this field; remove it")
                                        .map(text -> text.formatted(v)))
                .toList();
    }

    @Test
    void samplesOfTheCommittedKindsHaveNoProblem() {
        assertThat(problems(Catalog.load()))
                .containsExactlyInAnyOrderElementsOf(WRONG_IN_THEMSELVES);
    }

    private static List<String> problems(Catalog catalog) {
        var found = new ArrayList<String>();
        int checked = 0;
        try (var archives = Archives.unpack(TestArchives.directory(), "samples")) {
            for (var folder : SampleFolders.of(archives).entrySet()) {
                for (var sample : folder.getValue()) {
                    checked += check(catalog, folder.getKey(), sample, found) ? 1 : 0;
                }
            }
        }
        assertThat(checked).isGreaterThan(20);
        return found;
    }

    private static boolean check(
            Catalog catalog, String folder, Map<String, Object> sample, List<String> found) {
        var api = String.valueOf(sample.get("apiVersion"));
        int slash = api.indexOf('/');
        var kind =
                slash < 0
                        ? null
                        : catalog.find(api.substring(0, slash), String.valueOf(sample.get("kind")))
                                .orElse(null);
        var version = kind == null ? null : kind.version(api.substring(slash + 1)).orElse(null);
        if (version == null) {
            return false;
        }
        SpecCheck.of(kind, version, Fields.spec(sample))
                .all()
                .forEach(text -> found.add("%s %s: %s".formatted(folder, kind.kind(), text)));
        return true;
    }
}
