package dev.dragoman.cli.validate;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.Trial;
import dev.dragoman.capability.Trial.PointVerdict;
import dev.dragoman.capability.Trial.Tried;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.cli.crds.UsedKinds;
import dev.dragoman.cli.trial.Documents;
import dev.dragoman.composition.Definitions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Prints what would be sent or applied for objects in files, and what teams' steps change. */
final class ObjectTrial {
    private final TrialSteps steps;
    private final Definitions definitions;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<ObjectKey, Map<String, Object>> objects = new LinkedHashMap<>();
    private final List<String> mistakes = new ArrayList<>();

    /** Kinds that other objects refer to; no capability has to reconcile them. */
    private static final Set<String> CONTEXT = Set.of("Secret", "ConfigMap", "Namespace");

    /** Number of unchanged lines to show around a difference: all of them. */
    private static final int EVERYTHING = 1_000_000;

    ObjectTrial(TrialSteps steps, Definitions definitions, PrintWriter out, PrintWriter err) {
        this.steps = steps;
        this.definitions = definitions;
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
    boolean tried(Path file, Optional<Path> namespace) {
        var spaces = namespace.map(Documents::of).orElse(List.of());
        for (var space : spaces) {
            if (!"Namespace".equals(space.get("kind"))) {
                throw new IllegalArgumentException(
                        "%s holds a %s; --namespace names a file with a Namespace"
                                .formatted(namespace.orElseThrow(), space.get("kind")));
            }
            put(space, "");
        }
        var home = spaces.isEmpty() ? "default" : Fields.metadata(spaces.getFirst(), "name");
        var asked = new ArrayList<ObjectKey>();
        Documents.of(file).forEach(each -> asked.add(put(each, home)));
        namespace.ifPresent(of -> used(of, spaces, file, asked));
        if (asked.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no object");
        }
        var unknown = unknown(file);
        unknown.forEach(err::println);
        mistakes.forEach(err::println);
        if (!mistakes.isEmpty()) {
            return false;
        }
        boolean sound = unknown.isEmpty();
        int found = 0;
        for (var key : asked) {
            var done = tried(key);
            if (done.isPresent()) {
                found++;
                sound &= done.get();
            }
        }
        var varying = steps.varying();
        varying.forEach(err::println);
        sound &= varying.isEmpty();
        if (found == 0) {
            err.printf("%s: no capability reconciles any of its objects%n", file);
        }
        return sound && found > 0;
    }

    /** Refuses a Namespace without objects, because its labels would have no effect. */
    private static void used(
            Path file, List<Map<String, Object>> spaces, Path objects, List<ObjectKey> asked) {
        var namespaces = asked.stream().map(ObjectKey::namespace).distinct().toList();
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

    private ObjectKey put(Map<String, Object> object, String home) {
        var kind = GroupKind.of(Fields.key(object));
        boolean cluster = "Namespace".equals(kind.kind()) || definitions.isClusterScoped(kind);
        var problems = new ArrayList<String>();
        var admitted = definitions.admitted(object, problems);
        var completed = TrialSteps.completed(admitted, cluster ? "" : home, objects.size());
        var key = Fields.key(completed);
        objects.put(key, completed);
        problems.forEach(each -> mistakes.add("%s: %s".formatted(name(key), each)));
        return key;
    }

    /**
     * Tries an object and prints the result. Returns true when nothing is wrong, and empty when no
     * capability reconciles the object.
     */
    private Optional<Boolean> tried(ObjectKey key) {
        var reconciliation = TrialSteps.reconciliation(objects.get(key));
        Optional<Boolean> sound = Optional.empty();
        for (var each : steps.configured().entrySet()) {
            for (Trial<?> trial : steps.trials(each.getValue(), objects)) {
                try {
                    var tried = trial.of(reconciliation, steps.of(reconciliation));
                    if (tried.isPresent()) {
                        sound = Optional.of(print(key, tried.get()) && sound.orElse(true));
                        exported(trial, reconciliation);
                        steps.leftOut(each.getKey(), trial.name())
                                .forEach(line -> out.println("# " + line));
                    }
                } catch (UnfitWanted unfit) {
                    err.printf(
                            "%s: %s: the steps %s%n", name(key), trial.name(), unfit.getMessage());
                    sound = Optional.of(false);
                } catch (LineFault fault) {
                    err.printf("%s: %s: %s%n", name(key), trial.name(), fault.getMessage());
                    sound = Optional.of(false);
                } catch (OverlayFailure failure) {
                    err.printf("%s: %s %s%n", name(key), failure.place(), failure.what());
                    sound = Optional.of(false);
                }
            }
        }
        if (sound.isEmpty() && !CONTEXT.contains(key.kind())) {
            out.printf("# %s: no capability reconciles this object%n", name(key));
        }
        return sound;
    }

    /** Runs the steps of {@code exported} on a sample, only to see whether their result varies. */
    private void exported(Trial<?> trial, Reconciliation reconciliation) {
        try {
            var _ = trial.exported(reconciliation, SampleTrial.EXPORTS, steps.of(reconciliation));
        } catch (OverlayFailure | UnfitWanted unfit) {
            // the sample has not what the steps expect
        }
    }

    private static String name(ObjectKey key) {
        return key.namespace().isEmpty()
                ? "%s %s".formatted(key.kind(), key.name())
                : "%s %s/%s".formatted(key.kind(), key.namespace(), key.name());
    }

    private boolean print(ObjectKey key, Tried tried) {
        if (tried.trouble().isPresent()) {
            Condition shown = tried.trouble().get();
            err.printf(
                    "%s: nothing is made for this object: %s: %s%n",
                    name(key), shown.reason(), shown.message());
            return false;
        }
        if (tried.without().isPresent() && tried.with().isEmpty()) {
            out.printf("# %s: without overlays: %s%n", name(key), tried.making());
            lines(tried.without().get()).forEach(out::println);
        } else if (tried.without().isPresent()) {
            out.printf("# %s: %s%n", name(key), tried.making());
            print(tried.without().get(), tried.with().get());
        } else if (!tried.said().isEmpty()) {
            out.printf("# %s%n", name(key));
        } else {
            out.printf(
                    "# %s: nothing is made or changed: the object is being deleted, or its policy or its annotations forbid changes%n",
                    name(key));
        }
        tried.said().forEach(said -> out.println(verdict(tried.capability(), said)));
        tried.waiting().forEach(each -> out.printf("# %s%n", each));
        tried.lacking().forEach(each -> err.printf("%s: %s%n", name(key), each));
        return tried.lacking().isEmpty();
    }

    private void print(Object without, Object with) {
        var after = lines(with);
        // another order of objects is no difference of theirs
        var before =
                without instanceof List<?> one
                                && with instanceof List<?> two
                                && new HashSet<Object>(one).equals(new HashSet<Object>(two))
                        ? after
                        : lines(without);
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

    private static String verdict(String capability, PointVerdict said) {
        if (said.verdict().isEmpty()) {
            return "# %s-%s %s".formatted(capability, said.point().text(), said.asks());
        }
        var verdict = said.verdict().get();
        return "# %s-%s %s: %s: %s"
                .formatted(
                        capability,
                        said.point().text(),
                        verdict.after()
                                .map(
                                        after ->
                                                "holds, for "
                                                        + after.toString()
                                                                .substring(2)
                                                                .toLowerCase(Locale.ROOT))
                                .orElse("refuses"),
                        verdict.reason(),
                        verdict.message());
    }

    /** YAML with sorted keys, because another order of keys is no difference. */
    private static List<String> lines(Object body) {
        return body instanceof List<?> all
                ? all.stream()
                        .flatMap(each -> Serialization.asYaml(Json.sorted(each)).lines())
                        .toList()
                : Serialization.asYaml(Json.sorted(body)).lines().skip(1).toList();
    }
}
