package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ten tasks of a platform engineer, each with cases that prove its file: they are met, and each of
 * three mistakes in the file fails one of them.
 */
class TenTasksTest extends TestCommandFixture {
    private static final Path SHIPPED = Path.of("src/main/resources/routes/azure.camel.yaml");

    private static final List<String> SENDING =
            List.of(
                    "\"azure-arm:put\"",
                    "\"azure-arm:post\"",
                    "\"azure-arm:register\"",
                    "\"azure-arm:delete\"",
                    "exports.store",
                    "exports.withdraw");

    /** The route file of tasks that leave lines of the shipped one out, or move them. */
    private void route(String task) throws IOException {
        UnaryOperator<List<String>> change =
                switch (task) {
                    case "report-only" -> TenTasksTest::reporting;
                    case "without-get" -> all -> without(all, "\"azure-arm:get\"");
                    case "wrong-order" -> TenTasksTest::swapped;
                    default -> null;
                };
        if (change != null) {
            file(
                    "overlays/azure.camel.yaml",
                    String.join("\n", change.apply(Files.readAllLines(SHIPPED))) + "\n");
        }
    }

    private static List<String> reporting(List<String> lines) {
        return lines.stream().filter(each -> SENDING.stream().noneMatch(each::contains)).toList();
    }

    private static List<String> without(List<String> lines, String text) {
        int at = at(lines, text);
        return Stream.concat(
                        lines.subList(0, at).stream(), lines.subList(at + 1, lines.size()).stream())
                .toList();
    }

    private static List<String> swapped(List<String> lines) {
        var all = new ArrayList<>(lines);
        Collections.swap(all, at(lines, "method=claim"), at(lines, "\"azure-arm:put\""));
        return all;
    }

    private static int at(List<String> lines, String text) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(text)) {
                return i;
            }
        }
        throw new IllegalArgumentException(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report-only",
                "approved-ca",
                "agents-configmap",
                "hardened-accounts",
                "diagnostics",
                "own-route",
                "wrong-order",
                "without-get",
                "chat",
                "subnets"
            })
    void itsCasesAreMet(String task) throws IOException {
        copied("tasks/" + task, ".");
        route(task);
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    @ParameterizedTest(name = "{0}: {2} for {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    report-only       | "bean:azure?method=end" | "azure-arm:put"
                    report-only       | direct:azure-deletion | direct:azure-deletions
                    report-only       | "bean:azure?method=record" | "bean:azure?method=recor"
                    approved-ca       | isCA | isACa
                    approved-ca       | AwaitingApproval | Approval
                    approved-ca       | != 'approved' | == 'approved'
                    agents-configmap  | ConfigMap | ConfigMaps
                    agents-configmap  | -settings | -setting
                    agents-configmap  | method=template | method=add
                    hardened-accounts | production | prod
                    hardened-accounts | TLS1_2 | TLS1_1
                    hardened-accounts | allowBlobPublicAccess | allowBlobsPublicAccess
                    diagnostics       | StorageAccount | StorageAccounts
                    diagnostics       | diagnosticSettings/audit | diagnosticSettings/audits
                    diagnostics       | - unmarshal: { json: {} } | - log: none
                    own-route         | announce | announced
                    own-route         | kubernetes-status:team-widgets | log:none
                    own-route         | Announced | Told
                    wrong-order       | direct:azure-deletion | direct:azure
                    wrong-order       | method=observe | method=observed
                    wrong-order       | routeConfigurationId | configurationId
                    without-get       | direct:azure-deletion | direct:azure
                    without-get       | routeConfigurationId | configurationId
                    without-get       | method=observe | method=observed
                    chat              | chat.example.com | chat.example.org
                    chat              | 10m | 1m
                    chat              | - marshal: { json: {} } | - log: none
                    subnets           | >= 20 | >= 19
                    subnets           | >= 20 | > 20
                    subnets           | virtualNetworks/${ | virtualNetwork/${
                    """)
    void aMistakeFailsOne(String task, String from, String to) throws IOException {
        copied("tasks/" + task, ".");
        route(task);
        try (var files = Files.list(root.resolve("overlays"))) {
            for (var each : files.toList()) {
                var text = Files.readString(each);
                assertThat(text).contains(from);
                Files.writeString(each, text.replace(from, to == null ? "" : to));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        assertThat(test()).as("%s%s", out, err).isEqualTo(1);
    }
}
