package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Recipe;
import dev.dragoman.cli.RestoredLog;
import dev.dragoman.kube.object.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** What {@code validate --rights} prints for overlays. */
@ExtendWith(RestoredLog.class)
class OverlayRightsTest {
    @TempDir private Path overlays;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> settings = new HashMap<>();

    private int rights(String... arguments) {
        return new CommandLine(new ValidateCommand(settings))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static Stream<String> recipes() throws IOException {
        try (var files = Files.list(Path.of("docs/recipes"))) {
            return files
                    .map(each -> each.getFileName().toString().replaceFirst("[.]md$", ""))
                    .filter(each -> !each.equals("README") && !each.equals("pace-of-a-kind"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** No right is missing on the page, and none is too many. */
    @ParameterizedTest
    @MethodSource("recipes")
    void arThoseOfTheRecipesPage(String recipe) throws IOException {
        settings.put("DRAGOMAN_HTTPS_HOSTS", "policy.example.com, vault.example.com");
        var onThePage = new StringBuilder();
        var page = Recipe.of(recipe);
        var _ = page.into(overlays, block -> onThePage.append("---\n").append(block));
        if (recipe.equals("namespace-objects")) {
            var variable = "DRAGOMAN_NAMESPACES_KINDS";
            settings.put(variable, page.setting(variable));
        }
        assertThat(rights("--rights", overlays.toString())).as("%s%s", out, err).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(granted(out.toString())).isEqualTo(granted(onThePage.toString()));
        System.out.println("## " + recipe + "\n" + out);
    }

    /** Each verb that a ClusterRole of the text grants, with group and resource. */
    private static Set<String> granted(String text) {
        var found = new TreeSet<String>();
        for (var each : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            if (each instanceof Map<?, ?> map) {
                for (var rule : Json.maps(Json.withoutNulls(map), "rules")) {
                    for (var group : Json.texts(rule.get("apiGroups"))) {
                        for (var resource : Json.texts(rule.get("resources"))) {
                            for (var verb : Json.texts(rule.get("verbs"))) {
                                found.add(verb + " " + resource + "." + group);
                            }
                        }
                    }
                }
            }
        }
        return found;
    }
}
