package dev.dragoman.faults;

import dev.dragoman.Patience;
import dev.dragoman.faults.Trace.Write;
import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.Faults;
import dev.dragoman.sandbox.faults.Passing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays a scenario undisturbed, then once for each of its writes with each disturbance of writes,
 * and once for each of its watches with each disturbance of watches. Whatever happens, the state at
 * every checkpoint must be that of the undisturbed run, and nothing may be created twice.
 *
 * <pre>{@code
 * assertThat(Matrix.of(new MyScenario()).everyWrite(KILL, LOST_REPLY).run().deviating()).isEmpty();
 * }</pre>
 */
final class Matrix {
    private static final Logger LOG = LoggerFactory.getLogger(Matrix.class);
    private static final int SHOWN = 12;
    private static final int AT_ONCE = 5;
    private static final int TRIES = 3;

    /** A watch that is about to begin may find in its list what would have been its event. */
    private static final int TRIES_OF_WATCHES = 10;

    private static final Duration MOMENT = Duration.ofMillis(400);

    private final Scenario scenario;
    private final String name;
    private final Replica.Maker maker;
    private List<Disturbance> ofWrites = List.of();
    private List<Disturbance> ofWatches = List.of();
    private final List<Stage> stages = new CopyOnWriteArrayList<>();
    private Predicate<Write> which = any -> true;
    private boolean everyEvent;
    private boolean untilOneDeviates;
    private Duration patience;

    private Matrix(Scenario scenario, String name, Replica.Maker maker) {
        this.name = name;
        this.scenario = scenario;
        this.patience = scenario.patience();
        this.maker = maker;
    }

    static Matrix of(Scenario scenario) {
        return new Matrix(scenario, scenario.name(), scenario.operator());
    }

    /** With another operator, for a test of the test; its report has a name of its own. */
    static Matrix of(Scenario scenario, String operator, Replica.Maker maker) {
        return new Matrix(scenario, scenario.name() + "-" + operator, maker);
    }

    Matrix everyWrite(Disturbance... disturbances) {
        ofWrites = List.of(disturbances);
        return this;
    }

    /** Of the writes, only requests for tokens. */
    Matrix onlyTokens() {
        which = Write::token;
        return this;
    }

    /** Of the writes, only requests to Key Vaults, reads among them. */
    Matrix onlyVaults() {
        which = Write::ofVault;
        return this;
    }

    /** At the first event of each watch. */
    Matrix everyWatch(Disturbance... disturbances) {
        ofWatches = List.of(disturbances);
        return this;
    }

    /** At each event of each watch. */
    Matrix everyEvent(Disturbance... disturbances) {
        everyEvent = true;
        return everyWatch(disturbances);
    }

    /** Ends with the first run that deviates, and waits no longer than this for what must come. */
    Matrix untilOneDeviates(Duration patience) {
        this.patience = patience;
        this.untilOneDeviates = true;
        return this;
    }

    /** What a run is to suffer: a write or an event of a watch, and how. */
    private record Plan(Disturbance how, Write write, String watch, int nth) {
        /** Whether other runs notice nothing of it. Each vault has its own limits. */
        boolean apart() {
            return how.apart()
                    || (how == Disturbance.THROTTLED && write != null && write.ofVault());
        }

        @Override
        public String toString() {
            return how
                    + " at "
                    + (write != null ? write.toString() : "event " + nth + " of " + watch);
        }
    }

    /** What a run came to. */
    private record Played(
            Trace trace, Map<String, String> states, String problem, boolean happened) {}

    Report run() {
        var report = new Report(name);
        try (var rig = new Rig(scenario, maker)) {
            // the first one also pays for what is done once in the life of operator and cluster
            var warm = play(rig, null, patience.multipliedBy(4));
            var first = warm.problem().isEmpty() ? timed(report, rig, null, warm) : null;
            // what differs without any fault is no sign of one
            var reference = first == null ? null : timed(report, rig, null, first);
            if (reference == null) {
                report.add(
                        new Report.Line(
                                "no undisturbed run to compare with",
                                false,
                                Duration.ZERO,
                                List.of("stopped: " + warm.problem())));
                return report;
            }
            var plans = asked(plans(reference.trace()));
            together(plans, plan -> timed(report, rig, plan, reference));
            for (var plan : plans) {
                if (!plan.apart()) {
                    rig.faults().clear();
                    var _ = timed(report, rig, plan, reference);
                }
            }
        } finally {
            stages.forEach(Stage::cleanUp);
        }
        LOG.info("{}: {} runs, {} deviate", name, report.lines().size(), report.deviating().size());
        return report;
    }

    /** A run mostly waits, so that several take hardly longer than one. */
    private static void together(List<Plan> plans, Consumer<Plan> each) {
        try (var pool = Executors.newFixedThreadPool(AT_ONCE)) {
            var running =
                    plans.stream()
                            .filter(Plan::apart)
                            .map(plan -> CompletableFuture.runAsync(() -> each.accept(plan), pool))
                            .toList();
            running.forEach(CompletableFuture::join);
        }
    }

    /** All, or the part of them that is asked for: a whole life takes an hour and more. */
    private static List<Plan> asked(List<Plan> plans) {
        var part = System.getProperty("faults.part", "1/1").split("/", -1);
        int one = Integer.parseInt(part[0]) - 1;
        int of = Integer.parseInt(part[1]);
        Objects.checkIndex(one, of);
        return IntStream.range(0, plans.size())
                .filter(i -> i % of == one)
                .mapToObj(plans::get)
                .toList();
    }

    private List<Plan> plans(Trace trace) {
        var plans = new ArrayList<Plan>();
        for (var how : ofWrites) {
            trace.writes().stream()
                    .filter(how::fits)
                    .filter(which)
                    .filter(write -> how != Disturbance.KILL_AND_WITHDRAW || write.makes())
                    .forEach(write -> plans.add(new Plan(how, write, "", 0)));
        }
        for (var how : ofWatches) {
            trace.watches()
                    .forEach(
                            (watch, events) -> {
                                for (int nth = 1; nth <= (everyEvent ? events : 1); nth++) {
                                    plans.add(new Plan(how, null, watch, nth));
                                }
                            });
        }
        return plans;
    }

    /** Null when it failed altogether. */
    private Played timed(Report report, Rig rig, Plan plan, Played reference) {
        if (untilOneDeviates && !report.deviating().isEmpty()) {
            return reference;
        }
        var begin = Instant.now();
        var played = play(rig, plan);
        int tries = plan == null || plan.write() != null ? TRIES : TRIES_OF_WATCHES;
        for (int left = tries - 1; !played.happened() && left > 0; left--) {
            // it depends on who is faster
            played = play(rig, plan);
        }
        var what = plan == null ? "undisturbed" : plan.toString();
        report.add(
                new Report.Line(
                        what,
                        played.happened(),
                        Duration.between(begin, Instant.now()),
                        deviations(plan, played, reference)));
        return played.problem().isEmpty() ? played : null;
    }

    private Played play(Rig rig, Plan plan) {
        return play(rig, plan, patience);
    }

    private Played play(Rig rig, Plan plan, Duration patience) {
        var run = rig.nextRun();
        rig.start();
        var planned = new ArrayList<Faults.Planned>();
        var stage = new Stage(rig, scenario, run, patience, planned);
        stages.add(stage);
        if (plan != null) {
            planned.addAll(arm(rig, stage, plan));
        }
        scenario.given(run).forEach(stage::namespace);
        var problem = "";
        try {
            scenario.play(stage);
        } catch (Stage.Withdrawn withdrawn) {
            problem = withdraw(rig, run);
        } catch (ConditionTimeoutException stuck) {
            problem = "stuck: " + stuck.getMessage();
        } catch (AssertionError | RuntimeException e) {
            problem = e.toString();
        }
        var played =
                new Played(
                        Trace.of(rig.faults(), run),
                        stage.states(),
                        EndState.masked(problem, run).strip(),
                        plan == null
                                || planned.stream().allMatch(each -> each.happened().isPresent()));
        planned.forEach(Faults.Planned::forget);
        if (!problem.isEmpty() && (plan == null || !plan.apart())) {
            // the next run shall not suffer from this one
            rig.kill();
        }
        scenario.withdraw(stage);
        return played;
    }

    private List<Faults.Planned> arm(Rig rig, Stage stage, Plan plan) {
        var run = stage.run;
        var faults = rig.faults();
        if (plan.write() != null) {
            var fault = plan.how().fault(plan.write().target(), () -> kill(rig, stage, plan.how()));
            return List.of(
                    faults.request(
                            request -> plan.write().is(request, run), plan.write().nth(), fault));
        }
        var broken =
                faults.event(
                        event ->
                                event.json().contains(run)
                                        && Trace.watch(event.watch(), run).equals(plan.watch()),
                        plan.nth(),
                        plan.how().watchFault().orElseThrow());
        if (plan.how() != Disturbance.STALE) {
            return List.of(broken);
        }
        Predicate<Passing> after =
                request ->
                        "GET".equals(request.method())
                                && broken.happened().isPresent()
                                && Trace.watch(request, run).equals(plan.watch());
        return List.of(
                broken,
                faults.request(
                        after.and(request -> !request.watch()), 1, new Fault.AsOf(stage.version())),
                // what it shows shall be believed for a moment
                faults.request(after.and(Passing::watch), 1, new Fault.Delay(Patience.of(MOMENT))));
    }

    private static void kill(Rig rig, Stage stage, Disturbance how) {
        rig.kill();
        if (how == Disturbance.KILL_AND_WITHDRAW) {
            stage.withdraw();
        } else {
            Thread.ofPlatform().daemon().name("restart").start(rig::start);
        }
    }

    /** The user has lost patience while the operator was down: nothing may be left. */
    private String withdraw(Rig rig, String run) {
        var after = new Stage(rig, scenario, run, patience, List.of());
        scenario.withdraw(after);
        rig.start();
        try {
            after.until("everything is gone", () -> scenario.withdrawn(after));
            after.settle();
        } catch (ConditionTimeoutException stuck) {
            return "stuck: " + stuck.getMessage();
        }
        var left = new ArrayList<String>();
        after.azure().resources().stream().filter(id -> id.contains(run)).forEach(left::add);
        for (var vault : scenario.vaults(run)) {
            after.entries(vault).stream()
                    .filter(Stage::active)
                    .forEach(each -> left.add(vault + "/" + each.name()));
        }
        return left.isEmpty() ? "" : "left behind in Azure: " + left;
    }

    private static List<String> deviations(Plan plan, Played played, Played reference) {
        var found = new ArrayList<String>();
        if (!played.problem().isEmpty()) {
            found.add(played.problem());
            return found;
        }
        boolean withdrawn = plan != null && plan.how() == Disturbance.KILL_AND_WITHDRAW;
        if (!withdrawn) {
            compare(found, "state", played.states(), reference.states());
            compare(found, "created", played.trace().created(), reference.trace().created());
            compareSent(
                    found,
                    mayRepeat(plan, reference.trace()),
                    played.trace().sent(),
                    reference.trace().sent());
        }
        return found.size() <= SHOWN ? found : found.subList(0, SHOWN);
    }

    private static Set<String> mayRepeat(Plan plan, Trace reference) {
        if (plan == null || plan.write() == null) {
            return Set.of();
        }
        // who is told that there is no entry writes it
        return plan.how() == Disturbance.ABSENT
                ? Set.of(plan.write().label().replaceFirst("^GET ", "PUT "))
                : reference.unrecorded(plan.write(), plan.how().prevents());
    }

    private static <T> void compare(
            List<String> found, String what, Map<String, T> is, Map<String, T> was) {
        var all = new TreeSet<>(is.keySet());
        all.addAll(was.keySet());
        for (var path : all) {
            var now = is.get(path);
            var before = was.get(path);
            if (now == null || !now.equals(before)) {
                found.add("%s %s: %s instead of %s".formatted(what, path, now, before));
            }
        }
    }

    /** Who has not written down that Azure accepted a request may send it once more, no other. */
    private static void compareSent(
            List<String> found,
            Set<String> mayRepeat,
            Map<String, Integer> is,
            Map<String, Integer> was) {
        var all = new TreeSet<>(is.keySet());
        all.addAll(was.keySet());
        for (var label : all) {
            int now = is.getOrDefault(label, 0);
            int before = was.getOrDefault(label, 0);
            boolean again = now == before + 1 && mayRepeat.contains(label);
            if (now != before && !again) {
                found.add("sent %s: %d times instead of %d".formatted(label, now, before));
            }
        }
    }
}
