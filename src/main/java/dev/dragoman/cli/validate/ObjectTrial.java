package dev.dragoman.cli.validate;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CustomResources;
import dev.dragoman.azure.check.OwnerLookup;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.point.StepLine;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.cli.crds.UsedKinds;
import dev.dragoman.cli.trial.Documents;
import dev.dragoman.composition.Definitions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Prints what would be sent and applied for objects in files, and what teams' files change. */
final class ObjectTrial {
    private final Overlays overlays;
    private final Map<String, String> settings;
    private final Definitions definitions;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private final List<String> mistakes = new ArrayList<>();

    /** Kinds that other objects refer to; no route has to reconcile them. */
    private static final Set<String> CONTEXT = Set.of("Secret", "ConfigMap", "Namespace");

    /** Reasons that are no problem of an object: its owner may be one. */
    private static final Set<String> PASSING = Set.of(Verdict.LEFT_OUT, OwnerLookup.WAITING);

    /** Number of unchanged lines to show around a difference: all of them. */
    private static final int EVERYTHING = 1_000_000;

    ObjectTrial(Overlays overlays, Map<String, String> settings, PrintWriter out, PrintWriter err) {
        this.overlays = overlays;
        this.settings = settings;
        // what cannot be read of them is told before
        this.definitions = Definitions.of(overlays::ending, new ArrayList<>());
        this.out = out;
        this.err = err;
    }

    /**
     * Tries the objects of a file.
     *
     * @param namespace file with the Namespace of these objects
     * @return whether each could be tried, and no steps failed
     * @throws IllegalArgumentException naming the file that is no YAML, or holds no object
     */
    boolean isSound(Path file, Optional<Path> namespace) {
        var spaces = namespace.map(Documents::of).orElse(List.of());
        for (var space : spaces) {
            if (!"Namespace".equals(space.get("kind"))) {
                throw new IllegalArgumentException(
                        "%s holds a %s; --namespace names a file with a Namespace"
                                .formatted(namespace.orElseThrow(), space.get("kind")));
            }
            objects.add(space);
        }
        var home = spaces.isEmpty() ? "default" : Fields.metadata(spaces.getFirst(), "name");
        var keys = new ArrayList<ObjectKey>();
        Documents.of(file).forEach(each -> keys.add(key(each, home, file)));
        namespace.ifPresent(of -> used(of, spaces, file, keys));
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no object");
        }
        var unknown = unknown(file);
        unknown.forEach(err::println);
        mistakes.forEach(err::println);
        if (!mistakes.isEmpty()) {
            return false;
        }
        var with = new ObjectRun(overlays, settings, false).of(objects, keys, home);
        var before =
                overlays.isEmpty()
                        ? with
                        : new ObjectRun(new Overlays(List.of()), settings, false)
                                .of(objects, keys, home);
        boolean sound = unknown.isEmpty();
        int found = 0;
        for (var key : keys) {
            if (with.isDone(key) || before.isDone(key)) {
                found++;
                sound &= print(key, before, with);
            } else if (!CONTEXT.contains(key.kind())) {
                out.printf("# %s: no route reconciles this object%n", name(key));
            }
        }
        with.varying().forEach(err::println);
        sound &= with.varying().isEmpty();
        if (found == 0) {
            err.printf("%s: no capability reconciles any of its objects%n", file);
        }
        return sound && found > 0;
    }

    /** Refuses a Namespace without objects, because its labels would have no effect. */
    private static void used(
            Path file, List<Map<String, Object>> spaces, Path objects, List<ObjectKey> keys) {
        var namespaces = keys.stream().map(ObjectKey::namespace).distinct().toList();
        for (var space : spaces) {
            var name = Fields.metadata(space, "name");
            if (!namespaces.contains(name)) {
                throw new IllegalArgumentException(
                        "%s has the Namespace %s, and no object of %s is in it; the objects are in %s"
                                .formatted(file, name, objects, String.join(", ", namespaces)));
            }
        }
    }

    private static Set<String> unknown(Path file) {
        try {
            return UsedKinds.of(List.of(file)).unknown();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectKey key(Map<String, Object> object, String home, Path file) {
        var kind = GroupKind.of(Fields.key(object));
        boolean cluster = "Namespace".equals(kind.kind()) || definitions.isClusterScoped(kind);
        var whole = new LinkedHashMap<>(object);
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        if (cluster) {
            metadata.remove("namespace");
        } else {
            metadata.putIfAbsent("namespace", home);
        }
        whole.put("metadata", metadata);
        var key = Fields.key(whole);
        var problems = new ArrayList<String>();
        if (objects.stream().anyMatch(each -> Fields.key(each).equals(key))) {
            problems.add("is in the file twice; give one of them another name");
        }
        if (Fields.deleting(whole)) {
            problems.add(
                    "metadata.deletionTimestamp is set; remove it: the deletion of each object is tried");
        }
        var azure = new ArrayList<String>();
        objects.add(definitions.admitted(whole, problems));
        Catalog.load()
                .find(kind.group(), kind.kind())
                .map(each -> Fields.spec(CustomResources.definition(each, Map.of())))
                .ifPresent(spec -> new Definitions(Map.of(kind, spec)).admitted(whole, azure));
        azure.stream().filter(each -> each.contains("no such field")).forEach(problems::add);
        problems.forEach(
                each -> mistakes.add("%s%s: %s".formatted(place(file, each), name(key), each)));
        return key;
    }

    /** File and line of the field with which a problem begins; empty when the file has none. */
    private static String place(Path file, String problem) {
        var field = problem.replaceFirst("(\\[\\d+])?:.*", "").replaceFirst(".*\\.", "");
        var lines = StepLine.lines(file);
        var line = ".*\\b" + Pattern.quote(field) + "\"?:.*";
        long above = lines.stream().takeWhile(each -> !each.matches(line)).count();
        return above == lines.size() ? "" : "%s:%d: ".formatted(file, above + 1);
    }

    static String name(ObjectKey key) {
        return key.namespace().isEmpty()
                ? "%s %s".formatted(key.kind(), key.name())
                : "%s %s/%s".formatted(key.kind(), key.namespace(), key.name());
    }

    /** Prints what is done for an object. Returns false when something is wrong with it. */
    private boolean print(ObjectKey key, ObjectRun.Done before, ObjectRun.Done with) {
        var without = before.lines(key);
        var lines = with.lines(key);
        if (lines.isEmpty() && !without.isEmpty()) {
            out.printf("# %s: without overlays%n", name(key));
            without.forEach(out::println);
            out.println("# with overlays: nothing is sent or applied");
        } else {
            out.printf("# %s%n", name(key));
            // a kind of the overlays alone has nothing to be compared with
            print(before.isDone(key) ? without : lines, lines);
        }
        var problems = new LinkedHashSet<>(with.failures(key));
        boolean judged = !with.remarks(key).isEmpty();
        for (var each : with.troubles(key)) {
            boolean said = each.reason().equals(OverlayFailure.REASON) && !problems.isEmpty();
            if (judged || said || PASSING.contains(each.reason())) {
                continue;
            }
            problems.add("%s: %s".formatted(each.reason(), each.message()));
        }
        with.remarks(key).forEach(each -> out.println("# " + each));
        with.notes(key, problems.isEmpty() && !judged).forEach(each -> out.println("# " + each));
        problems.forEach(each -> err.printf("%s: %s%n", name(key), each));
        return problems.isEmpty();
    }

    private void print(List<String> before, List<String> after) {
        if (after.equals(before)) {
            before.forEach(out::println);
            return;
        }
        UnifiedDiffUtils.generateUnifiedDiff(
                        "without overlays",
                        "with overlays",
                        before,
                        DiffUtils.diff(before, after),
                        EVERYTHING)
                .forEach(out::println);
    }
}
