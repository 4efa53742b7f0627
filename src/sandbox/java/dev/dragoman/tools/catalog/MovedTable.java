package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.MovedField;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The section of {@code docs/kinds.md} on values that autoscalers, upgrades and failovers change in
 * Azure.
 */
final class MovedTable {
    private MovedTable() {}

    static String of(List<AzureKind> kinds) {
        var rows =
                kinds.stream()
                        .flatMap(
                                kind ->
                                        kind.rules().moved().stream().map(rule -> row(kind, rule)))
                        .collect(Collectors.joining("\n"));
        return """

        ## Values that others move

        An autoscaler, an upgrade channel or a failover that you set up changes values in Azure. While your spec has such a
        setting, or Azure has it by default, Azure's value replaces the one in the spec. The difference alone sends nothing.
        If you edit another field, Azure's value is sent with it. If you edit the value itself, your value is sent.

        When you remove the setting, your value applies again. Sizes and versions that have grown stay, until you change the
        value. **Counts of nodes, workers, units and replicas do not stay**: the spec's count is sent, which may stop some
        that run. So set the count to the present one first. The deletion of an `AutoscaleSetting` has this effect on its
        target, even if nobody edited the target. After an edit of the bounds, Azure's value stays only within the new ones.
        The condition `ValuesKept` names each value that is Azure's at present, and why.

        An `AutoscaleSetting` applies if it is an object in the Kubernetes namespace of its target, with `enabled: true`. It
        names the target as an object or by its ARM id. The operator does not know settings that were made in another way or
        in another namespace. Leave the count out of the spec of their targets.

        | kind | value | while | Azure's value is | source |
        |---|---|---|---|---|
        %s

        These features are not in the table, because they change no value that the operator sends:

        - scaling that has bounds alone: container apps, machine learning clusters, firewalls, gateways;
        - pausing and stopping by themselves: SQL, Kusto, Spark;
        - `imageReference.version` of scale sets, which must be `latest` for automatic upgrades;
        - worker profiles of `OpenShiftCluster`, which Azure accepts only when the cluster is created.
        """
                .formatted(rows);
    }

    private static String row(AzureKind kind, MovedField rule) {
        return "| %s | %s | %s | %s | [page](%s) |"
                .formatted(
                        kind.id().replace(".azure.com", ""),
                        rule.paths().stream()
                                .map(MovedTable::code)
                                .collect(Collectors.joining(", ")),
                        rule.when().map(MovedTable::when).orElse(always(rule)),
                        relation(rule),
                        rule.source());
    }

    private static String always(MovedField rule) {
        return rule.relation() == MovedField.Relation.SCALED
                ? "an `AutoscaleSetting` object in the Kubernetes namespace targets it"
                : "always";
    }

    private static String when(MovedField.When when) {
        var values = when.values();
        if (values.equals(List.of(MovedField.ANY_VALUE))) {
            return code(when.path()) + " is set";
        }
        return code(when.path())
                + " is "
                + values.stream()
                        .map(value -> value.isEmpty() ? "not set" : "`" + value + "`")
                        .collect(Collectors.joining(" or "));
    }

    private static String relation(MovedField rule) {
        return switch (rule.relation()) {
            case BETWEEN -> "between %s and %s".formatted(code(rule.low()), code(rule.high()));
            case NOT_LESS ->
                    rule.high().isEmpty()
                            ? "not less"
                            : "not less, up to " + code(rule.high());
            case NOT_OLDER -> "not older";
            case SAME_SET -> "the same values, exchanged between these fields";
            case OTHER_VERSION -> "another version of the same key";
            case SCALED -> "between the bounds of the setting";
            case ANY_VERSION -> "any version";
            case ANY -> "any";
        };
    }

    private static String code(String path) {
        return "`" + path.substring(1) + "`";
    }
}
