package dev.dragoman.cli.cluster;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Checks that a file is a kubeconfig, before the client reads it: the client's exceptions quote the
 * file, and the file has credentials. Messages show names of contexts and clusters, and no other
 * content.
 */
final class KubeconfigCheck {
    private KubeconfigCheck() {}

    /**
     * Checks the file, its current context, and that context's cluster. A pipe is not checked,
     * because it can be read only once.
     *
     * @param by the option or variable that names the file
     * @throws IllegalArgumentException saying what is wrong
     */
    static void check(String by, Path file) {
        if (isPipe(file)) {
            return;
        }
        var config = config(by, file);
        var contexts = objects(config.get("contexts"));
        var current = text(config, "current-context");
        if (current.isEmpty()) {
            throw wrong(
                    by,
                    "%s has no current-context; it has the contexts: %s"
                            .formatted(file, names(contexts)));
        }
        var context =
                contexts.stream().filter(each -> current.equals(each.get("name"))).findFirst();
        if (context.isEmpty()) {
            throw wrong(
                    by,
                    "%s has no context '%s', which its current-context names; it has the contexts: %s"
                            .formatted(file, current, names(contexts)));
        }
        var clusters = objects(config.get("clusters"));
        var cluster = text(map(context.get(), "context"), "cluster");
        if (clusters.stream().noneMatch(each -> cluster.equals(each.get("name")))) {
            throw wrong(
                    by,
                    "%s has no cluster '%s', which its context '%s' names; it has the clusters: %s"
                            .formatted(file, cluster, current, names(clusters)));
        }
    }

    /**
     * Checks that the file is YAML with an object in it.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static void checkSyntax(String by, Path file) {
        if (!isPipe(file)) {
            var _ = config(by, file);
        }
    }

    private static boolean isPipe(Path file) {
        return !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    @SuppressWarnings("unchecked") // only keys that are texts are looked up
    private static Map<String, Object> config(String by, Path file) {
        if (Files.isDirectory(file)) {
            throw wrong(by, file + " is no kubeconfig: it is a directory");
        }
        Object document;
        try (var in = Files.newInputStream(file)) {
            var settings = LoadSettings.builder().setAllowDuplicateKeys(true).build();
            var documents = new Load(settings).loadAllFromInputStream(in).iterator();
            document = documents.hasNext() ? documents.next() : null;
        } catch (MarkedYamlEngineException broken) {
            // without the cause, which quotes the file
            throw wrong(
                    by,
                    file
                            + " is no kubeconfig: no YAML at "
                            + broken.getProblemMark()
                                    .map(KubeconfigCheck::place)
                                    .orElse("an unknown place"));
        } catch (YamlEngineException broken) {
            throw wrong(by, file + " is no kubeconfig: no YAML");
        } catch (IOException unreadable) {
            throw wrong(by, "cannot read " + file);
        }
        if (document == null) {
            throw wrong(by, file + " is no kubeconfig: it is empty");
        }
        if (!(document instanceof Map<?, ?> config)) {
            throw wrong(by, file + " is no kubeconfig: it is no object with contexts and clusters");
        }
        return (Map<String, Object>) config;
    }

    @SuppressWarnings("unchecked") // only keys that are texts are looked up
    private static List<Map<String, Object>> objects(Object list) {
        return list instanceof List<?> all
                ? all.stream()
                        .filter(Map.class::isInstance)
                        .map(each -> (Map<String, Object>) each)
                        .toList()
                : List.of();
    }

    private static String place(Mark mark) {
        return "line %d column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String names(List<Map<String, Object>> named) {
        var names = named.stream().map(each -> text(each, "name")).toList();
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private static IllegalArgumentException wrong(String by, String what) {
        return new IllegalArgumentException(by + ": " + what);
    }
}
