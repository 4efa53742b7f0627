package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each recipe has cases, which are met by its files as they stand on its page. */
class RecipeCasesTest extends TestCommandFixture {
    private static final Path CASES = Path.of("src/test/cases/recipes");

    /** Recipes without a file that could be tried, and why. */
    private static final Set<String> WITHOUT =
            Set.of(
                    // two settings
                    "pace-of-a-kind",
                    // a CA would have to sign a key that is made while the case runs
                    "company-ca");

    static List<String> recipes() throws IOException {
        try (var all = Files.list(CASES)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void itsCasesAreMet(String recipe) throws IOException {
        copied("recipes/" + recipe, ".");
        var _ = Recipe.of(recipe).into(Files.createDirectory(root.resolve("overlays")), _ -> {});
        assertThat(test()).as("%s%s", out, err).isZero();
    }

    @Test
    void noRecipeIsWithout() throws IOException {
        try (var pages = Files.list(Path.of("docs/recipes"))) {
            assertThat(
                            pages.map(each -> each.getFileName().toString().replace(".md", ""))
                                    .filter(each -> !each.equals("README"))
                                    .filter(each -> !WITHOUT.contains(each)))
                    .containsExactlyInAnyOrderElementsOf(recipes());
        }
    }
}
