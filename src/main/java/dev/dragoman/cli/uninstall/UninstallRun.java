package dev.dragoman.cli.uninstall;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.Count;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.cluster.Dependents;
import dev.dragoman.cli.cluster.DryRun;
import dev.dragoman.cli.cluster.InstalledKind;
import dev.dragoman.cli.cluster.InstalledKinds;
import dev.dragoman.cli.cluster.OtherOperator;
import dev.dragoman.cli.crds.KindExtras;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.watch.DefinitionAnnotations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The steps of removing the Azure kinds from a cluster. A run may be interrupted after any step.
 * The order of the steps ensures that an operator which starts after the first step deletes nothing
 * in Azure:
 *
 * <ol>
 *   <li>Every object gets the policy {@code detach-on-delete}. From then on an operator releases
 *       deleted objects, and sends no DELETE. All objects get the policy before the second step
 *       starts. In that step an object may be deleted, and then the garbage collector deletes the
 *       objects that it owns.
 *   <li>Owner references to these objects are removed from all other objects, such as exported
 *       Secrets. An object that is being deleted disappears with its finalizer, and the garbage
 *       collector would then delete its Secrets.
 *   <li>The finalizers are removed. No operator is there to do it later, and the deletion of a
 *       definition or of a namespace waits for them.
 *   <li>The definitions are deleted, and with them their objects. The order does not matter: an
 *       object that the garbage collector deletes has no finalizer any more, and its resource
 *       stays.
 *   <li>Policies and rights are deleted last, because they apply to the writes of the steps above.
 * </ol>
 *
 * Not thread-safe; two runs at once do no harm, because every write names the uid that was read.
 */
public final class UninstallRun {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 10;

    /** Paths of Secrets and ConfigMaps, the only objects that are exported. */
    private static final Pattern EXPORTED =
            Pattern.compile("/api/v1/namespaces/[^/]+/(secrets|configmaps)/[^/]+");

    private final ClusterRequests cluster;
    private final InstantSource clock;
    private final Wish wish;
    private final Consumer<String> out;
    private final InstalledKinds installed;
    private final RunningOperator running;
    private final Components components;
    private final KindExtras extras;
    private String refusal = "";

    public UninstallRun(
            ClusterRequests cluster, InstantSource clock, Wish wish, Consumer<String> out) {
        this.cluster = cluster;
        this.clock = clock;
        this.wish = wish;
        this.out = out;
        this.installed = new InstalledKinds(cluster, Catalog.load());
        this.running = new RunningOperator(cluster, clock);
        this.components = new Components(cluster);
        this.extras = new KindExtras(cluster);
    }

    /**
     * The options of the user.
     *
     * @param operators namespaces of the operators whose objects are deleted
     * @param deleteExports whether exported Secrets and ConfigMaps are deleted with their owners
     * @param components whether finalizers of other kinds are removed too
     */
    public record Wish(List<String> operators, boolean deleteExports, boolean components) {
        public Wish {
            operators = List.copyOf(operators);
        }
    }

    /**
     * Runs all steps, or tells what they would do.
     *
     * @param write whether to run the steps; else only prints what they would do
     * @return whether all steps ran or, without {@code write}, whether nothing prevents them
     * @throws Refused when the API server refuses a request or does not answer
     */
    public boolean run(boolean write) {
        DryRun.begin(write, out);
        var present = installed.all();
        var kinds = present.stream().filter(UninstallRun::ours).toList();
        var obstacles = new ArrayList<>(obstacles(kinds));
        for (var kind : present) {
            if (ours(kind)) {
                obstacles.addAll(look(kind));
            } else {
                out.accept(
                        "Stays: %s is no definition of Dragoman's; its objects stay as they are."
                                .formatted(kind.name()));
            }
        }
        wish.operators().forEach(each -> cluster.absentNamespace(each).ifPresent(out));
        var dependents = new Dependents(cluster, owners(present));
        boolean owned = tellDependents(dependents);
        components.staying(wish.components()).forEach(each -> out.accept("Stays: " + each));
        extras.found().forEach(each -> out.accept(each.what() + " is deleted."));
        extras.staying().forEach(each -> out.accept("Stays: " + each));
        if (kinds.isEmpty() && !owned && extras.found().isEmpty() && !wish.components()) {
            out.accept(
                    "There is nothing to do: the kinds and all that belonged to them are deleted.");
            return true;
        }
        if (DryRun.ends(obstacles, write, out)) {
            return obstacles.isEmpty();
        }
        return remove(kinds, dependents);
    }

    /**
     * Whether a definition is Dragoman's. One that Azure Service Operator installed, or that is
     * half taken over, is not.
     */
    private static boolean ours(InstalledKind kind) {
        var metadata = map(kind.definition(), "metadata");
        return !kind.foreign()
                && ("dragoman".equals(text(map(metadata, "labels"), "app.kubernetes.io/name"))
                        || map(metadata, "annotations").containsKey(DefinitionAnnotations.KIND));
    }

    /**
     * Operators that run, and webhooks of Azure Service Operator. Azure Service Operator has the
     * same finalizer, so it would delete resources in Azure too. Its webhooks refuse every write
     * while it is stopped.
     */
    private List<String> obstacles(List<InstalledKind> kinds) {
        var groups = new TreeSet<String>();
        kinds.forEach(kind -> groups.add(kind.row().group()));
        var found = new ArrayList<>(running.obstacles());
        found.addAll(new OtherOperator(cluster, clock).obstacles(groups));
        return found;
    }

    /** Prints what would be done to a kind; returns the obstacles. */
    private List<String> look(InstalledKind kind) {
        var objects = metadata(kind);
        out.accept(
                "%s: %s released, then the definition is deleted."
                        .formatted(
                                kind.name(), Count.of(objects.size(), "object is", "objects are")));
        var found = new ArrayList<String>();
        for (var metadata : objects) {
            var name =
                    "%s %s/%s"
                            .formatted(
                                    kind.name(),
                                    text(metadata, "namespace"),
                                    text(metadata, "name"));
            if (ReleasedObject.deleting(metadata)) {
                out.accept(
                        "%s is being deleted already: the object disappears, and what is left of its resource stays in Azure."
                                .formatted(name));
            }
            ReleasedObject.held(metadata)
                    .forEach(
                            each ->
                                    found.add(
                                            "%s has the finalizer %s, which is not the operator's, and its deletion would wait. Let the controller of that finalizer remove it, or remove it from metadata.finalizers"
                                                    .formatted(name, each)));
            ReleasedObject.otherOperator(metadata, wish.operators())
                    .ifPresent(
                            each ->
                                    found.add(
                                            "%s is reconciled by the operator in namespace %s, which would delete its resource in Azure. Stop that operator, and add the namespace to --operator-namespace"
                                                    .formatted(name, each)));
        }
        return found;
    }

    /**
     * Removes owner references to objects that this command deletes. Objects that the command
     * deletes keep their own owner references.
     */
    private Dependents.Owners owners(List<InstalledKind> present) {
        var staying =
                present.stream()
                        .filter(kind -> !ours(kind))
                        .map(InstalledKind::name)
                        .collect(Collectors.toSet());
        var going = new HashSet<String>();
        var owners = new HashSet<List<String>>();
        for (var name : Catalog.load().names()) {
            var definition = name.plural() + "." + name.group();
            if (!staying.contains(definition)) {
                going.add(definition);
                owners.add(List.of(name.group(), name.kind()));
            }
        }
        return (resource, metadata) ->
                going.contains(resource)
                        ? Json.maps(metadata, "ownerReferences")
                        : ReleasedObject.owners(
                                metadata,
                                owner ->
                                        owners.contains(
                                                List.of(
                                                        text(owner, "apiVersion")
                                                                .replaceFirst("/.*", ""),
                                                        text(owner, "kind"))));
    }

    /** Prints what would be done to dependents; returns whether there are any. */
    private boolean tellDependents(Dependents dependents) {
        var found = dependents.find();
        found.forEach(
                each ->
                        out.accept(
                                (deleted(each)
                                                ? "%s is deleted."
                                                : "Stays: %s, without the reference to its owner.")
                                        .formatted(each.path())));
        return !found.isEmpty();
    }

    /**
     * Whether this command deletes the dependent itself, because the garbage collector does not
     * always see that an owner is deleted when its definition is deleted too. A dependent with
     * another owner is not deleted.
     */
    private boolean deleted(Dependents.Found found) {
        return wish.deleteExports()
                && EXPORTED.matcher(found.path()).matches()
                && found.owners().isEmpty()
                && ReleasedObject.exported(found.metadata());
    }

    private void write(Dependents dependents, Dependents.Found found) {
        if (deleted(found)) {
            cluster.delete(
                    found.path(),
                    Map.of(
                            "uid", text(found.metadata(), "uid"),
                            "resourceVersion", text(found.metadata(), "resourceVersion")));
        } else {
            dependents.write(found);
        }
    }

    private boolean remove(List<InstalledKind> kinds, Dependents dependents) {
        boolean released =
                untilNothingIsLeft("detached", () -> patchEach(kinds, ReleasedObject::detached))
                        && untilNothingIsLeft(
                                "separated from their owners",
                                () -> {
                                    var found = dependents.find();
                                    found.forEach(one -> attempt(() -> write(dependents, one)));
                                    return found.size();
                                })
                        && stillStopped()
                        && untilNothingIsLeft(
                                "released",
                                () ->
                                        patchEach(
                                                kinds,
                                                metadata ->
                                                        ReleasedObject.released(
                                                                metadata,
                                                                ReleasedObject.FINALIZER)));
        if (!released || !definitionsGone(kinds)) {
            return false;
        }
        extras.found().forEach(each -> cluster.delete(each.path(), Map.of("uid", each.uid())));
        if (wish.components()
                && !untilNothingIsLeft("of other kinds released", components::release)) {
            return false;
        }
        out.accept(
                "The kinds are deleted, and all resources in Azure are still there. Now remove the operator itself: docs/uninstall.md");
        return true;
    }

    /**
     * Checks a second time that no operator runs: a deployment tool, for example, may have started
     * one.
     */
    private boolean stillStopped() {
        var found = running.obstacles();
        found.forEach(each -> out.accept("In the way: " + each));
        return found.isEmpty();
    }

    private boolean untilNothingIsLeft(String done, IntSupplier round) {
        for (int i = 0; i < ROUNDS; i++) {
            int written = round.getAsInt();
            if (written == 0) {
                return true;
            }
            out.accept("%s %s.".formatted(Count.objects(written), done));
        }
        out.accept(
                "In the way: another client writes the objects again and again, or the API server refuses a write (%s). Remove the cause, and run the same command again."
                        .formatted(refusal));
        return false;
    }

    /** Patches every object that needs it; returns their number. */
    private int patchEach(
            List<InstalledKind> kinds,
            Function<Map<String, Object>, Optional<List<Map<String, Object>>>> change) {
        int written = 0;
        for (var kind : kinds) {
            for (var metadata : metadata(kind)) {
                var patch = change.apply(metadata);
                if (patch.isPresent()) {
                    written++;
                    var path = kind.path(kind.storedAt(), Map.of("metadata", metadata));
                    attempt(() -> cluster.patch(path, patch.get()));
                }
            }
        }
        return written;
    }

    /** Metadata of all objects; empty when the definition is deleted. */
    private List<Map<String, Object>> metadata(InstalledKind kind) {
        return cluster.metadata(kind.collection(kind.storedAt()));
    }

    /**
     * Runs a write. Ignores a conflict with the write of another client: the next round finds the
     * object again.
     */
    private void attempt(Runnable write) {
        try {
            write.run();
        } catch (Refused refused) {
            if (!refused.isConflict()) {
                throw refused;
            }
            refusal = refused.getMessage();
        }
    }

    private boolean definitionsGone(List<InstalledKind> kinds) {
        if (!stillStopped()) {
            return false;
        }
        for (var kind : kinds) {
            cluster.delete(
                    InstalledKinds.DEFINITIONS + kind.name(),
                    Map.of("uid", Fields.metadata(kind.definition(), "uid")));
        }
        Instant end = clock.instant().plus(PATIENCE);
        for (var kind : kinds) {
            while (present(kind)) {
                if (clock.instant().isAfter(end)) {
                    out.accept(
                            "In the way: the definition %s is not deleted yet, and has %s. See which finalizers hold them (metadata.finalizers), and run the same command again."
                                    .formatted(kind.name(), Count.objects(metadata(kind).size())));
                    return false;
                }
                ClusterRequests.pause();
            }
            out.accept(kind.name() + ": deleted.");
        }
        return true;
    }

    private boolean present(InstalledKind kind) {
        var now = cluster.find(InstalledKinds.DEFINITIONS + kind.name());
        return Fields.metadata(kind.definition(), "uid").equals(Fields.metadata(now, "uid"));
    }
}
