package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.ErrorClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} is what the generator writes from the code and the catalog. */
class ErrorsPageTest {
    private static final Pattern WORD = Pattern.compile("\"([A-Z][a-z]+(?:[A-Z][a-z0-9]*)+)\"");
    private static final Pattern MADE =
            Pattern.compile(
                    "(?:Problem\\.\\w+\\(|new Problem\\(|Answer\\.failure\\(|new Note\\(\\w+,|new Outcome\\.\\w+\\(|String REASON =)\\s*\"([A-Z]\\w+)\"");

    /** Kinds, names of Java and Kubernetes, and what never reaches an object. */
    private static final Set<String> NO_REASONS =
            Set.of(
                    "BuiltInRole",
                    "CamelKubernetesEventReason",
                    "ConfigMap",
                    "AutoscaleSetting",
                    "CustomResourceDefinition",
                    "HmacSHA256",
                    "InKeyVault",
                    "ResourceGroup",
                    "Interrupted",
                    "InvalidAuthenticationTokenAudience",
                    "InvalidAuthenticationTokenTenant",
                    "MissingSubscriptionRegistration",
                    "NaN",
                    "NoResource",
                    "ObjectIsBeingDeleted",
                    "ObjectIsBeingRecovered",
                    "ObjectIsDeletedButRecoverable",
                    "ResourceNamespace",
                    "ResourceType",
                    "SecretDisabled");

    @Test
    void thePageIsThatOfTheCodeAndTheCatalog() throws IOException {
        assertThat(Files.readString(Path.of("docs/errors.md")))
                .as("run CatalogGenerator again; see its javadoc")
                .isEqualTo(ErrorsPage.of(Catalog.load().kinds()));
    }

    /** Whoever adds a reason says on the page what to do. */
    @Test
    void everyReasonOfTheOperatorIsOnIt() throws IOException {
        var page = ErrorsPage.of(Catalog.load().kinds());
        var reasons = reasons();
        assertThat(reasons)
                .contains("WaitingForOwner", "OverlayFailed", "BadOutcome", "UnknownAnnotation")
                .hasSizeGreaterThan(40);
        reasons.removeIf(reason -> page.contains("`" + reason + "`"));
        assertThat(reasons).as("reasons that OwnReasons does not have").isEmpty();
    }

    /**
     * Words in two or more parts anywhere in the Azure controller, and every reason that the three
     * rooms make a problem, a note or an outcome of.
     */
    private static Set<String> reasons() throws IOException {
        var found = new TreeSet<String>();
        for (var room : List.of("azure", "camel", "kube")) {
            for (var source : sources(Path.of("src/main/java/dev/dragoman", room))) {
                MADE.matcher(source).results().forEach(made -> found.add(made.group(1)));
                if (room.equals("azure")) {
                    WORD.matcher(source).results().forEach(word -> found.add(word.group(1)));
                }
            }
        }
        found.removeAll(NO_REASONS);
        return found;
    }

    private static List<String> sources(Path folder) throws IOException {
        var sources = new ArrayList<String>();
        try (var files = Files.walk(folder)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".java"))
                            // names of kinds, parameters and verbs
                            .filter(each -> !each.toString().contains("/azure/catalog/"))
                            .toList()) {
                sources.add(Files.readString(file));
            }
        }
        return sources;
    }

    @Test
    void everyCodeAndEveryRuleIsOnIt() {
        var kinds = Catalog.load().kinds();
        var page = ErrorsPage.of(kinds);
        for (var clazz : ErrorClass.values()) {
            assertThat(clazz.codes()).allMatch(code -> page.contains(code));
            assertThat(clazz.codes().isEmpty()).isEqualTo(clazz == ErrorClass.UNKNOWN);
        }
        assertThat(kinds)
                .filteredOn(kind -> !kind.rules().errors().isEmpty())
                .isNotEmpty()
                .allMatch(kind -> page.contains("| " + kind.id() + " | "));
    }
}
