package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.kube.Fields;
import dev.dragoman.kube.KindMissing;
import dev.dragoman.kube.Refusals;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the answers of lines that make objects. */
class MakersTest {
    private static final Map<String, Object> OWNER =
            Map.of(
                    "apiVersion",
                    "g/v1",
                    "kind",
                    "Owner",
                    "metadata",
                    Map.of("name", "one", "namespace", "ns", "uid", "uid", "generation", 1));

    private static final String WHOLE =
            "fence work scale desired compare before-create before-change apply remove";

    private final Map<String, Made> answers = new HashMap<>();
    private final List<Map<String, Object>> present = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private Optional<PointResult> team = Optional.empty();

    /** What files add; empty where there are none. */
    private Optional<List<Map<String, Object>>> added = Optional.empty();

    /** Whether they say that it restricts what runs. */
    private boolean restricts;

    /** The annotation. */
    private String remembered = "";

    private final Map<String, Map<String, Object>> live = new HashMap<>();
    private Set<String> removed = Set.of();
    private boolean deleted;
    private boolean unreadable;

    /** Line whose bean throws. */
    private String broken = "";

    /** Fences restrict what works; what scales needs what works. */
    private final class Fenced implements Capability<String> {
        @Override
        public Declaration declaration() {
            return new Declaration(
                    "fenced",
                    Optional.empty(),
                    "Fence",
                    StatusForm.NONE,
                    CapabilityLines.of(
                            "fenced",
                            Line.maker("fence", "bean:makers.fence").restricting(),
                            Line.maker("work", "bean:makers.work").after("fence"),
                            Line.maker("scale", "bean:makers.scale").after("work"),
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
        public Step decide(String facts, Results results) {
            var compared = Comparison.of(results);
            return compared.next(results)
                    .orElseGet(() -> compared.troubles().ending(1, Optional.empty()));
        }
    }

    /** {@code Work/a}. */
    private static Map<String, Object> object(String name) {
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

    private static List<Map<String, Object>> objects(String names) {
        return Arrays.stream(names.split(" ", -1))
                .filter(each -> !each.isEmpty())
                .map(MakersTest::object)
                .toList();
    }

    /** {@code ?}: not known; {@code -}: not wanted; {@code ?Work/a}: this one all the same. */
    private static Made made(String answer) {
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
    private Loop<String> loop(Set<String> lines) {
        return new Loop<>(
                new Fenced(),
                new Loop.Core(
                        null,
                        null,
                        this::read,
                        null,
                        (key, needs) -> {},
                        new SimpleMeterRegistry(),
                        points(),
                        (name, deleting, step) -> lines.contains(step) && !removed.contains(step),
                        name -> Map.of()));
    }

    private Points points() {
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
            public boolean restrict(String name) {
                return restricts;
            }
        };
    }

    private Optional<Map<String, Object>> read(String apiVersion, ObjectKey key) {
        return switch (key.kind()) {
            case "Gone" -> throw new KindMissing(key.kind());
            case "Refused" -> throw Refusals.forbidden();
            default -> Optional.ofNullable(live.get(key.kind() + "/" + key.name()));
        };
    }

    private Map<String, Object> owner() {
        var metadata = new LinkedHashMap<>(Fields.map(OWNER, "metadata"));
        metadata.put("annotations", Map.of(AddedObjects.ANNOTATION, remembered));
        var owner = new LinkedHashMap<>(OWNER);
        owner.put("metadata", metadata);
        return owner;
    }

    /** There, and made for the owner. */
    private void live(String name) {
        var object = new LinkedHashMap<>(object(name));
        var metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.put("ownerReferences", List.of(Map.of("uid", "uid")));
        object.put("metadata", metadata);
        live.put(name, object);
    }

    /** The lines of a route, each run as often as it is due; what was done, and how it ended. */
    private String reconcile(String route) {
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
        done.add(
                context.ending().ready().map(Condition::reason).orElse("quiet")
                        + (context.ending().outcome() instanceof Outcome.Transient
                                ? " later"
                                : ""));
        return String.join(" | ", done);
    }

    private Object result(Loop<String> loop, Context<String> context) {
        return switch (context.call().step()) {
            case ObjectStep.Make(var line) when line.equals(broken) ->
                    throw new IllegalStateException("planted");
            case ObjectStep.Make(var line) -> answers.getOrDefault(line, new Made.NotWanted());
            case ObjectStep.Compare _ -> loop.compare(context);
            case ObjectStep.Apply apply -> noted("apply", apply.objects());
            case ObjectStep.Remove remove -> {
                var _ = noted(remove.afterOwned() ? "end" : "remove", remove.objects());
                yield remove.objects().size();
            }
            case PointStep at when at.point() == Point.OBJECTS -> at.added(added.orElseThrow());
            case PointStep _ -> team.orElseThrow();
            case Claim claim -> {
                remembered = claim.added().flatMap(AddedObjects::text).orElse("");
                done.add("claim " + remembered);
                context.object(owner());
                yield context.object();
            }
            default -> throw new AssertionError(context.call().step());
        };
    }

    private Object noted(String what, List<Map<String, Object>> objects) {
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

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    all is made in the order of lines   ; Fence/a ; Work/a  ; Scale/a ; ''                       ; apply Fence/a Work/a Scale/a | Reconciled
                    what is not wanted goes             ; Fence/a ; Work/a  ; -       ; Fence/a Work/a Scale/a   ; apply Fence/a Work/a | remove Scale/a | Reconciled
                    another one takes its place         ; Fence/a ; Work/b  ; -       ; Fence/a Work/a           ; apply Fence/a Work/b | remove Work/a | Reconciled
                    what is made last goes first        ; Fence/a ; -       ; -       ; Work/a Scale/a           ; apply Fence/a | remove Scale/a Work/a | Reconciled
                    what is not known stays             ; Fence/a ; Work/a  ; ?       ; Fence/a Work/a Scale/a   ; apply Fence/a Work/a | Third
                    so does all of it                   ; ?       ; ?       ; ?       ; Fence/a Work/a Scale/a   ; Third
                    some of it may be known             ; ?       ; ?       ; ?Scale/a ; Fence/a Scale/a Scale/b ; apply Scale/a | Third
                    what restricts stays for the others ; -       ; -       ; -       ; Fence/a Work/a           ; end Work/a | Reconciled
                    until these have ended              ; -       ; -       ; -       ; Fence/a Work/a!          ; Reconciled
                    and goes then                       ; -       ; -       ; -       ; Fence/a                  ; remove Fence/a | Reconciled
                    it goes while others are made anew  ; Fence/b ; Work/a  ; -       ; Fence/a                  ; apply Fence/b Work/a | remove Fence/a | Reconciled
                    nothing is wanted and nothing there ; -       ; -       ; -       ; ''                       ; Reconciled
                    """)
    void eachAnswerHasItsEffect(
            String name, String fence, String work, String scale, String there, String effects) {
        answers.putAll(Map.of("fence", made(fence), "work", made(work), "scale", made(scale)));
        present.addAll(objects(there));
        assertThat(reconcile(WHOLE)).isEqualTo(effects);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    scale            ; apply Fence/a Work/a | remove Scale/a | Reconciled
                    fence work scale ; end Scale/a Work/a | Reconciled
                    apply            ; LeftOut
                    remove           ; apply Fence/a Work/a Scale/a | Reconciled
                    compare          ; LeftOut
                    """)
    void aLineThatIsLeftOutMakesNothing(String leftOut, String effects) {
        answers.putAll(
                Map.of("fence", made("Fence/a"), "work", made("Work/a"), "scale", made("Scale/a")));
        present.addAll(objects("Fence/a Work/a Scale/a"));
        removed = Set.of(leftOut.split(" ", -1));
        assertThat(reconcile(WHOLE)).isEqualTo(effects);
    }

    @Test
    void whatGoesAndHasNoLineIsTold() {
        present.addAll(objects("Scale/a"));
        removed = Set.of("remove");
        assertThat(reconcile(WHOLE)).isEqualTo("LeftOut");
    }

    @Test
    void underAVerdictNothingIsMadeAndNothingGoes() {
        answers.put("fence", made("Fence/a"));
        present.addAll(objects("Fence/a Work/a Scale/a"));
        team =
                Optional.of(
                        new PointResult.Judged(new Verdict("Frozen", "later", Optional.empty())));
        assertThat(reconcile(WHOLE)).isEqualTo("Frozen");
    }

    @Test
    void whatIsBeingDeletedIsNotMade() {
        deleted = true;
        present.addAll(objects("Scale/a"));
        assertThat(reconcile(WHOLE)).isEqualTo("Reconciled");
    }

    @Test
    void whatCannotBeReadEndsItBeforeAnythingIsMade() {
        unreadable = true;
        assertThatThrownBy(() -> reconcile(WHOLE)).isInstanceOf(OutcomeException.class);
        assertThat(done).isEmpty();
    }

    @Test
    void aMakerThatThrowsEndsItBeforeAnythingIsDone() {
        broken = "scale";
        answers.putAll(Map.of("fence", made("Fence/a"), "work", made("Work/a")));
        present.addAll(objects("Work/b Scale/a"));
        assertThatThrownBy(() -> reconcile(WHOLE)).hasMessage("planted");
        assertThat(done).isEmpty();
    }

    @Test
    void whatIsAnothersIsLookedForLater() {
        answers.put("fence", made("Fence/a"));
        answers.put(
                "work",
                new Made.Unknown(
                        List.of(Trouble.foreign("Owner", List.of("Work a"), "nothing works"))));
        present.addAll(objects("Fence/a Scale/a Work/b"));
        assertThat(reconcile(WHOLE)).isEqualTo("apply Fence/a | remove Scale/a | NotOurs later");
    }

    @Test
    void aTeamsStepMayNotHideWhatIsMade() {
        answers.put("fence", made("Fence/a"));
        team = Optional.of(new PointResult.Passed(List.of(Map.of("kind", "Fence"))));
        assertThatThrownBy(() -> reconcile(WHOLE))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("took away the label made");
        assertThat(done).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    fence compare work apply         ; line for 'work' too low
                    work fence compare apply         ; came to 'work' and not to 'fence'
                    fence scale compare apply        ; came to 'scale' and not to 'work'
                    """)
    void aMakerStandsWhereItCan(String route, String problem) {
        present.addAll(objects("Work/a"));
        assertThatThrownBy(() -> reconcile(route))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fence work", "work fence"})
    void theWorstIsTheReasonAndAllIsTold(String order) {
        var troubles =
                Troubles.of(
                        Arrays.stream((order + " third").split(" ", -1))
                                .map(
                                        each ->
                                                switch (each) {
                                                    case "fence" ->
                                                            Trouble.of(
                                                                    Condition.Severity.WARNING,
                                                                    "Second",
                                                                    "two");
                                                    case "work" ->
                                                            Trouble.of(
                                                                    Condition.Severity.ERROR,
                                                                    "First",
                                                                    "one");
                                                    default -> Trouble.beside("Other", "Told", "x");
                                                })
                                .toList(),
                        List.of("Second"));
        var ending = troubles.ending(7, Optional.empty());
        assertThat(ending.ready().orElseThrow())
                .isEqualTo(Condition.notReady(Condition.Severity.ERROR, "First", "one. two", 7));
        assertThat(ending.others()).extracting(Condition::type).containsExactly("Other");
        assertThat(ending.outcome()).isEqualTo(new Outcome.Fatal("First", "one. two"));
        assertThat(troubles.lacking()).containsExactly("First: one", "Second: two");
    }

    @Test
    void whatPassesByItselfIsWaitedFor() {
        var passing =
                new Troubles(
                        List.of(
                                Trouble.of(Condition.Severity.INFO, "Rolling", "wait")
                                        .over(Trouble.Over.PASSING)));
        var ending = passing.ending(1, Optional.empty());
        assertThat(ending.outcome()).isEqualTo(Outcome.done());
        assertThat(ending.notes()).containsExactly(Note.normal("Rolling", "wait"));
        assertThat(passing.lacking()).isEmpty();
    }

    private static final String WITH =
            WHOLE.replace("work", "objects work").replace("apply", "claim apply");

    @Test
    void whatIsAddedIsRememberedBeforeItIsMade() {
        answers.put("fence", made("Fence/a"));
        answers.put("work", made("Work/a"));
        added = Optional.of(objects("Budget/a"));
        assertThat(reconcile(WITH))
                .isEqualTo("claim g/v1 Budget a | apply Fence/a Budget/a Work/a | Reconciled");
        present.addAll(objects("Fence/a Work/a"));
        live("Budget/a");
        assertThat(reconcile(WITH))
                .as("remembered already")
                .isEqualTo("apply Fence/a Budget/a Work/a | Reconciled");
    }

    @ParameterizedTest(name = "{0}, of which there is {1}: {2}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    g/v1 Budget a                ; Budget/a ; remove Budget/a | Reconciled
                    g/v1 Budget a                ;          ; claim | Reconciled
                    g/v1 Gone a                  ;          ; claim | Reconciled
                    g/v1 Refused a               ;          ; Reconciled later AddedObjectsLeft
                    g/v1 Budget a, g/v1 Fence a  ; Budget/a ; claim g/v1 Budget a | remove Budget/a | Reconciled
                    garbage                      ;          ; Reconciled
                    """)
    void whatNobodyAddsAnyMoreGoesAndIsForgotten(String before, String there, String expected) {
        remembered = before;
        if (there != null) {
            live(there);
        }
        var came = reconcile(WITH).replace("claim  |", "claim |");
        assertThat(came).isEqualTo(expected.replace(" later AddedObjectsLeft", ""));
    }

    @Test
    void anothersObjectIsNotTakenAway() {
        remembered = "g/v1 Budget a";
        live.put("Budget/a", object("Budget/a"));
        assertThat(reconcile(WITH)).isEqualTo("claim  | Reconciled");
    }

    @Test
    void whatIsAddedTakesThePlaceOfWhatRestricts() {
        answers.put("work", made("Work/a"));
        added = Optional.of(objects("Cilium/a"));
        var without = WITH.replace("fence ", "");
        assertThatThrownBy(() -> reconcile(without))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining("came to 'work' and not to 'fence'");
        restricts = true;
        remembered = "";
        assertThat(reconcile(without))
                .isEqualTo("claim g/v1 Cilium a | apply Cilium/a Work/a | Reconciled");
        added = Optional.of(List.of());
        assertThatThrownBy(() -> reconcile(without))
                .as("nothing restricts")
                .isInstanceOf(LineFault.class);
    }

    @Test
    void whatCannotBeMadeIsRefused() {
        answers.put("work", made("Work/a"));
        answers.put("fence", made("Fence/a"));
        refused("Work/a", "added Work/a, which the line 'work' makes");
        refused("Budget/a Budget/a", "added Budget/a twice");
        refused("Budget/a,b", "apiVersion, kind or name is none");
        var elsewhere = new LinkedHashMap<>(object("Budget/a"));
        elsewhere.put("metadata", Map.of("name", "a", "namespace", "other"));
        added = Optional.of(List.of(elsewhere));
        assertThatThrownBy(() -> reconcile(WITH))
                .hasMessageContaining("added Budget a in the namespace other");
        assertThat(done).isEmpty();
    }

    private void refused(String objects, String why) {
        added = Optional.of(objects(objects));
        assertThatThrownBy(() -> reconcile(WITH))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining(why);
    }
}
