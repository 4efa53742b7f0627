package dev.dragoman.capability;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Present;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.Refusals;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A capability whose lines make objects, and what its reconciliation does. */
public abstract class MakersFixture {
    public static final Map<String, Object> OWNER =
            Map.of(
                    "apiVersion",
                    "g/v1",
                    "kind",
                    "Owner",
                    "metadata",
                    Map.of("name", "one", "namespace", "ns", "uid", "uid", "generation", 1));

    public static final String WHOLE =
            "fence work scale desired compare before-create before-change apply remove";

    protected final Map<String, Made> answers = new HashMap<>();
    protected final List<Map<String, Object>> present = new ArrayList<>();
    protected final List<String> done = new ArrayList<>();
    protected Optional<PointResult> team = Optional.empty();

    /** What files add; empty where there are none. */
    protected Optional<List<Map<String, Object>>> added = Optional.empty();

    /** Files that say that what they add restricts what runs. */
    protected Set<String> restricting = Set.of();

    /** Files that have added something. */
    protected Set<String> adding = Set.of("cilium");

    /** What the status remembers of what was added. */
    protected List<String> remembered = List.of();

    /** The conditions of the last ending. */
    protected List<Condition> others = List.of();

    protected final Map<String, Map<String, Object>> live = new HashMap<>();
    protected Set<String> removed = Set.of();
    protected boolean deleted;
    protected boolean unreadable;

    /** Kind that the API server does not have. */
    protected String unserved = "Gone";

    /** Line whose bean throws. */
    protected String broken = "";

    /** Fences restrict what works; what scales needs what works. */
    private final class Fenced implements Capability<String> {
        @Override
        public Declaration declaration() {
            return new Declaration(
                    "fenced",
                    Optional.empty(),
                    "Fence",
                    new Remembering(),
                    CapabilityLines.of(
                            "fenced",
                            Line.maker("fence", "bean:makers.fence").restricting(),
                            Line.maker("work", "bean:makers.work").after("fence"),
                            Line.maker("scale", "bean:makers.scale").after("work"),
                            Line.maker("plan", "bean:makers.plan"),
                            Line.maker("drain", "bean:makers.drain").after("plan"),
                            Line.of("apply", "kubernetes-apply:fenced").after("compare")),
                    Optional.of(new Makes("fenced", Set.of(), List.of("Second", "Third"))));
        }

        @Override
        public Optional<Observed<String>> observe(Reconciliation reconciliation) {
            if (unreadable) {
                throw new OutcomeException(new Outcome.Fatal("ReadRefused", "403"));
            }
            return Optional.of(
                    deleted
                            ? new Observed<>("facts", Set.of())
                            : new Observed<>(
                                    "facts",
                                    Set.of(),
                                    Present.of(
                                            reconciliation.object(),
                                            Map.of("made", "true"),
                                            present,
                                            each ->
                                                    String.valueOf(each.get("kind"))
                                                            .toLowerCase(java.util.Locale.ROOT))));
        }

        @Override
        public Map<String, Function<StepCall<String>, Made>> makers() {
            var all = new HashMap<String, Function<StepCall<String>, Made>>();
            for (var line : List.of("fence", "work", "scale", "plan", "drain")) {
                all.put(line, any -> answers.getOrDefault(line, new Made.NotWanted()));
            }
            return all;
        }

        @Override
        public Step decide(String facts, Results results) {
            var compared = ObjectComparison.of(results);
            return compared.next(results)
                    .orElseGet(() -> compared.troubles().ending(1, Optional.empty()));
        }
    }

    /** A status of which only what is remembered counts. */
    private final class Remembering implements StatusForm {
        @Override
        public Written write(Map<String, Object> object, Ending ending) {
            remembered = ending.marks().orElseThrow().added();
            done.add("remember " + String.join(", ", remembered));
            return new Written(owner(), false);
        }

        @Override
        public Shown shown(Map<String, Object> object) {
            return Shown.NOTHING;
        }

        @Override
        @SuppressWarnings("unchecked") // as it is below
        public Marks marks(Map<String, Object> object) {
            return Marks.NONE.withAdded((List<String>) Fields.map(object, "status").get("added"));
        }
    }

    /** {@code Work/a}. */
    public static Map<String, Object> object(String name) {
        var parts = name.split("/", -1);
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", parts[1].replace("!", ""));
        metadata.put("namespace", "ns");
        metadata.put("labels", Map.of("made", "true"));
        if (parts[1].endsWith("!")) {
            metadata.put("deletionTimestamp", "now");
        }
        return Map.of("apiVersion", "g/v1", "kind", parts[0], "metadata", metadata);
    }

    public static List<Map<String, Object>> objects(String names) {
        return Arrays.stream(names.split(" ", -1))
                .filter(each -> !each.isEmpty())
                .map(MakersTest::object)
                .toList();
    }

    /** {@code ?}: not known; {@code -}: not wanted; {@code ?Work/a}: this one all the same. */
    public static Made made(String answer) {
        return switch (answer) {
            case "-" -> new Made.NotWanted();
            case String any when any.startsWith("?") ->
                    new Made.Unknown(
                            List.of(Trouble.of(Condition.Severity.WARNING, "Third", "why")),
                            objects(any.substring(1)),
                            List.of());
            default -> new Made.Objects(objects(answer.replace('+', ' ')));
        };
    }

    @SuppressWarnings("NullAway") // nothing is written
    protected Loop<String> loop(Set<String> lines) {
        return new Loop<>(
                new Fenced(),
                new Core(
                        null,
                        null,
                        lookup(),
                        null,
                        (key, needs) -> {},
                        new SimpleMeterRegistry(),
                        points(),
                        (name, deleting, step) -> lines.contains(step) && !removed.contains(step),
                        name -> Map.of()));
    }

    protected Points points() {
        return new Points() {
            @Override
            public boolean used(String name, Point point) {
                return switch (point) {
                    case DESIRED -> team.isPresent();
                    case OBJECTS -> added.isPresent();
                    default -> false;
                };
            }

            @Override
            public Set<String> restricting(String name) {
                return restricting;
            }
        };
    }

    private Lookup lookup() {
        return new Lookup() {
            @Override
            public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
                return read(apiVersion, key);
            }

            @Override
            public boolean namespaced(String apiVersion, String kind) {
                if (kind.equals(unserved)) {
                    throw new KindMissing(kind);
                }
                return !kind.startsWith("Cluster");
            }
        };
    }

    protected Optional<Map<String, Object>> read(String apiVersion, ObjectKey key) {
        return switch (key.kind()) {
            case "Gone" -> throw new KindMissing(key.kind());
            case "Refused" -> throw Refusals.forbidden();
            default -> Optional.ofNullable(live.get(key.kind() + "/" + key.name()));
        };
    }

    protected Map<String, Object> owner() {
        var owner = new LinkedHashMap<>(OWNER);
        owner.put("status", Map.of("added", remembered));
        return owner;
    }

    /** There, and made for the owner. */
    protected void live(String name) {
        var object = new LinkedHashMap<>(object(name));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.put("ownerReferences", List.of(Map.of("uid", "uid")));
        object.put("metadata", metadata);
        live.put(name, object);
    }

    /** The lines of a route, each run as often as it is due; what was done, and how it ended. */
    protected String reconcile(String route) {
        done.clear();
        var lines = List.of(route.split(" ", -1));
        var loop = loop(Set.copyOf(lines));
        var context =
                loop.begin(
                                new Reconciliation(
                                        new ObjectKey("g", "Owner", "ns", "one"),
                                        1,
                                        Cause.EDITED,
                                        owner(),
                                        "uid",
                                        Instant.EPOCH))
                        .orElseThrow();
        var _ = loop.next(context, Map.of());
        for (var line : lines) {
            if (!removed.contains(line)) {
                loop.arrive(context, line);
                while (context.call().step().name().equals(line) && !context.ended()) {
                    var _ = loop.next(context, result(loop, context));
                    loop.arrive(context, line);
                }
            }
        }
        loop.close(context);
        others = context.ending().others();
        done.add(
                context.ending().ready().map(Condition::reason).orElse("quiet")
                        + (context.ending().outcome() instanceof Outcome.Transient
                                ? " later"
                                : ""));
        return String.join(" | ", done);
    }

    protected Object result(Loop<String> loop, Context<String> context) {
        return switch (context.call().step()) {
            case ObjectStep.Make(var line) when line.equals(broken) ->
                    throw new IllegalStateException("planted");
            case ObjectStep.Make(var line) -> answers.getOrDefault(line, new Made.NotWanted());
            case ObjectStep.Compare _ -> loop.lines().compare(context);
            case ObjectStep.Apply apply -> noted("apply", apply.objects());
            case ObjectStep.Remove remove -> {
                var _ = noted(remove.afterOwned() ? "end" : "remove", remove.objects());
                yield remove.objects().size();
            }
            case PointStep at when at.point() == Point.OBJECTS ->
                    at.added(added.orElseThrow(), adding);
            case PointStep _ -> team.orElseThrow();
            case Claim _ -> loop.lines().claim(context);
            default -> throw new AssertionError(context.call().step());
        };
    }

    protected Object noted(String what, List<Map<String, Object>> objects) {
        done.add(
                what
                        + objects.stream()
                                .map(
                                        each ->
                                                " "
                                                        + each.get("kind")
                                                        + "/"
                                                        + Fields.metadata(each, "name"))
                                .reduce("", String::concat));
        return new ArrayList<>(objects);
    }
}
