package dev.dragoman.settings;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.settings.Setting.Use;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages that people read and the Deployment say what the code does, and nothing else. */
class SettingsDocumentedTest {
    private static final Pattern NAME = Pattern.compile("`([A-Z][A-Z0-9]*_[A-Z0-9_]+|DRAGOMAN)`");
    private static final Path SETTINGS = Path.of("docs", "settings.md");
    private static final Path NAMESPACES = Path.of("docs", "namespaces.md");
    private static final Path AGENTS = Path.of("docs", "cdtargets.md");
    private static final Path CERTIFICATES = Path.of("docs", "certificates.md");
    private static final Path DISCOVERY = Path.of("docs", "discovery.md");
    private static final Path EVENTS = Path.of("docs/events.md");

    /** What the component of sidecars adds, and its overlay. */
    private static final Set<String> WEBHOOK =
            Set.of("DRAGOMAN_WEBHOOK_PORT", "DRAGOMAN_WEBHOOK_URL");

    private static final Path SIDECARS = Path.of("docs/sidecars.md");
    private static final Path DEPLOYMENT = Path.of("kubernetes", "base", "deployment.yaml");

    @Test
    void everySettingThatIsUsedHasARow() {
        var documented = new TreeSet<String>();
        Stream.of(SETTINGS, NAMESPACES, AGENTS, CERTIFICATES, DISCOVERY, EVENTS, SIDECARS)
                .flatMap(page -> table(page, "## Settings").stream())
                .forEach(row -> names(row.getFirst()).forEach(documented::add));
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(names(Use.CREDENTIAL, Use.START, Use.PLACE));
    }

    @Test
    void everySettingOfThePredecessorThatIsNotUsedHasARowThatSaysWhy() {
        assertThat(rows("## Of Azure Service Operator, and not used")).isEqualTo(said(Use.INSTEAD));
        assertThat(rows("## Of Azure Service Operator, and refused")).isEqualTo(said(Use.REFUSED));
    }

    @Test
    void theValuesThatAreNotRefusedAreListed() {
        var listed =
                table(SETTINGS, "## Of Azure Service Operator, and refused").stream()
                        .collect(
                                toMap(
                                        row -> names(row.getFirst()).findFirst().orElseThrow(),
                                        row ->
                                                Arrays.stream(row.get(2).split("[`, ]+"))
                                                        .filter(each -> !each.isEmpty())
                                                        .collect(toSet())));
        assertThat(listed)
                .isEqualTo(
                        Operator.SETTINGS.list().stream()
                                .filter(each -> each.use() == Use.REFUSED)
                                .collect(toMap(Setting::name, Setting::harmless)));
    }

    @Test
    void theCredentialIsNamedAsOne() {
        var row =
                table(SETTINGS, "## Where a value comes from").stream()
                        .filter(each -> each.getFirst().startsWith("the credential"))
                        .findFirst()
                        .orElseThrow();
        assertThat(names(row.getFirst()))
                .containsExactlyInAnyOrderElementsOf(names(Use.CREDENTIAL));
    }

    @Test
    void everyNameThatTheSourcesReadIsKnown() throws IOException {
        var literal = Pattern.compile("\"((AZURE|DRAGOMAN)_[A-Z_]*[A-Z])\"");
        try (var files = Files.walk(Path.of("src", "main", "java"))) {
            var read =
                    files.filter(each -> each.toString().endsWith(".java"))
                            .flatMap(each -> literal.matcher(text(each)).results())
                            .map(found -> found.group(1))
                            .collect(toSet());
            assertThat(read)
                    .hasSizeGreaterThan(10)
                    .allMatch(name -> Operator.SETTINGS.find(name).isPresent());
        }
    }

    /** What a pod has in its environment outlives the Secret that it came from. */
    @Test
    void theDeploymentTakesNoCredentialFromTheSecretAndEverythingElse() throws IOException {
        var container = deployment().getSpec().getTemplate().getSpec().getContainers().getFirst();
        assertThat(container.getEnvFrom())
                .as("all keys of something, whatever they are")
                .isEqualTo(List.<EnvFromSource>of());
        var fromSecret =
                container.getEnv().stream().filter(SettingsDocumentedTest::isFromSecret).toList();
        assertThat(fromSecret)
                .allSatisfy(
                        each -> {
                            var key = each.getValueFrom().getSecretKeyRef();
                            assertThat(key.getName()).isEqualTo("aso-controller-settings");
                            assertThat(key.getKey()).isEqualTo(each.getName());
                            assertThat(key.getOptional()).isTrue();
                        });
        assertThat(fromSecret)
                .extracting(EnvVar::getName)
                .containsExactlyInAnyOrderElementsOf(names(Use.START));
        assertThat(container.getEnv())
                .filteredOn(each -> !isFromSecret(each))
                .extracting(EnvVar::getName)
                .containsExactlyInAnyOrderElementsOf(
                        names(Use.PLACE).stream().filter(each -> !WEBHOOK.contains(each)).toList());
    }

    private static boolean isFromSecret(EnvVar each) {
        return each.getValueFrom() != null && each.getValueFrom().getSecretKeyRef() != null;
    }

    private static Deployment deployment() throws IOException {
        var documents = Files.readString(DEPLOYMENT).split("(?m)^---$");
        return Arrays.stream(documents)
                .map(each -> new KubernetesSerialization().unmarshal(each))
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> names(Use... uses) {
        return Operator.SETTINGS.list().stream()
                .filter(each -> Arrays.asList(uses).contains(each.use()))
                .map(Setting::name)
                .collect(toSet());
    }

    private static Map<String, String> said(Use use) {
        return Operator.SETTINGS.list().stream()
                .filter(each -> each.use() == use)
                .collect(toMap(Setting::name, Setting::instead));
    }

    private static Map<String, String> rows(String heading) {
        var rows = new LinkedHashMap<String, String>();
        table(SETTINGS, heading)
                .forEach(
                        row ->
                                rows.put(
                                        names(row.getFirst()).findFirst().orElseThrow(),
                                        row.get(1)));
        return rows;
    }

    private static Stream<String> names(String cell) {
        return NAME.matcher(cell).results().map(found -> found.group(1));
    }

    /** Cells of the first table below the heading, without its head. */
    private static List<List<String>> table(Path page, String heading) {
        var rows = new ArrayList<List<String>>();
        for (var line : section(page, heading).lines().toList()) {
            if (line.startsWith("|")) {
                rows.add(
                        Arrays.stream(line.substring(1).split("\\|", -1))
                                .map(String::strip)
                                .toList());
            } else if (!rows.isEmpty()) {
                break;
            }
        }
        assertThat(rows).as("table below %s of %s", heading, page).hasSizeGreaterThan(2);
        return rows.subList(2, rows.size());
    }

    private static String section(Path page, String heading) {
        var text = text(page);
        int at = text.indexOf(heading + "\n");
        assertThat(at).as("%s in %s", heading, page).isNotNegative();
        return text.substring(at);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
