package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tools.catalog.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A rule whose path no version has would do nothing, and nobody would know. */
class MovedRulesTest {
    /** A kind and one of its paths. */
    private record Named(AzureKind kind, String path) {
        @Override
        public String toString() {
            return kind.id() + " " + path;
        }
    }

    private static Stream<Named> paths() {
        var catalog = Catalog.load();
        return catalog.names().stream()
                .map(name -> catalog.find(name.group(), name.kind()).orElseThrow())
                .flatMap(
                        kind ->
                                Stream.concat(
                                                kind.rules().moved().stream()
                                                        .flatMap(rule -> paths(rule).stream()),
                                                kind.rules().fixed().stream().map(FixedField::path))
                                        .map(path -> new Named(kind, path)));
    }

    private static List<String> paths(MovedField rule) {
        var out = new ArrayList<>(rule.paths());
        rule.when().ifPresent(when -> out.add(when.path()));
        Stream.of(rule.low(), rule.high()).filter(bound -> bound.startsWith(".")).forEach(out::add);
        return out;
    }

    @Test
    void everyPathOfARuleIsOneOfTheBody() {
        assertThat(paths()).hasSizeGreaterThan(60);
        assertThat(paths().filter(each -> !there(each))).isEmpty();
    }

    private static boolean there(Named named) {
        return named.kind().versions().stream()
                .anyMatch(
                        version ->
                                there(
                                        version.body(),
                                        List.of(
                                                named.path()
                                                        .substring(1)
                                                        .replace("[]", "")
                                                        .split("\\.", -1))));
    }

    /** Variants of a one-of are sent without their wrapper. */
    private static boolean there(List<BodyField> fields, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        return fields.stream()
                .anyMatch(
                        field ->
                                field.from().stream()
                                                .anyMatch(
                                                        from ->
                                                                from.source()
                                                                        == BodyField.Source.UNION)
                                        ? there(field.fields(), path)
                                        : field.arm().equals(path.getFirst())
                                                && there(
                                                        field.fields(),
                                                        path.subList(1, path.size())));
    }

    @Test
    void aRuleIsReadAsItWasWritten() {
        var rules =
                Catalog.load()
                        .find("containerservice.azure.com", "ManagedCluster")
                        .orElseThrow()
                        .rules();
        assertThat(RulesFormat.read(RowWriter.write(rules))).isEqualTo(rules);
        assertThat(rules.moved())
                .allSatisfy(rule -> assertThat(rule.source()).startsWith("https://"));
    }

    @Test
    void theKindsThatASettingBesideThemScales() {
        assertThat(
                        Catalog.load().kinds().stream()
                                .filter(kind -> kind.rules().scaled())
                                .map(AzureKind::kind))
                .containsExactlyInAnyOrder(
                        "Service",
                        "VirtualMachineScaleSet",
                        "Cluster",
                        "Namespace",
                        "SignalR",
                        "ServerFarm");
    }
}
