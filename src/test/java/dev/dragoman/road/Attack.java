package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.OperatorThreads;
import dev.dragoman.faults.Weakened;
import dev.dragoman.road.Teams.Team;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What an attacker does with an object of his own, and by what it is seen that he got what is
 * another's. Each time with another name.
 */
final class Attack {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Teams teams;
    private final Team by;
    private final String apiVersion;
    private final String kind;
    private final Consumer<String> doing;
    private final Predicate<String> reached;

    /**
     * @param kind of the object
     * @param doing what the attacker does, with the name that his object is to have
     * @param reached whether he has reached what is another's
     */
    Attack(
            Teams teams,
            Team by,
            String apiVersion,
            String kind,
            Consumer<String> doing,
            Predicate<String> reached) {
        this.teams = teams;
        this.by = by;
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.doing = doing;
        this.reached = reached;
    }

    /** A name that no object had. */
    static String name() {
        return "attack" + NUMBER.incrementAndGet();
    }

    /** The operator as it is: the attacker reads why not, and has got nothing. */
    void refused(String reason, String... told) {
        var name = name();
        doing.accept(name);
        var message = message(name, reason);
        assertThat(message).contains(told);
        assertThat(reached.test(name))
                .as("%s %s has reached it: %s", kind, name, message)
                .isFalse();
        // else the weakened operator would try it again
        teams.drop(by, resource(name));
        assertThat(reached.test(name)).as("%s %s has reached it", kind, name).isFalse();
    }

    /** The operator as it is, where the attacker's object is gone when he has done it. */
    void reachesNothing() {
        var name = name();
        doing.accept(name);
        assertThat(reached.test(name)).as("%s %s has reached it", kind, name).isFalse();
    }

    /** Without a rule he has it. Not tried where operators are to stay as they are. */
    void succeeds(Supplier<Weakened> without) {
        succeeds(_ -> without.get());
    }

    /** The same for a rule that is away for the object of this name alone. */
    void succeeds(Function<String, Weakened> without) {
        if (!teams.weakened) {
            return;
        }
        var name = name();
        try (var _ = OperatorThreads.of(teams.road, () -> without.apply(name))) {
            doing.accept(name);
            reached(name);
        }
        teams.drop(by, resource(name));
    }

    /** The attack is made and told, also by a weakened operator, and reaches nothing. */
    void refusedWithout(Supplier<Weakened> without, String reason, String... told) {
        if (!teams.weakened) {
            return;
        }
        try (var _ = OperatorThreads.of(teams.road, without)) {
            refused(reason, told);
        }
    }

    private void reached(String name) {
        try {
            await().until(() -> reached.test(name));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "nothing was reached without the rule:\n"
                            + teams.in(
                                    by, "get", resource(name), "-o", "yaml", "--ignore-not-found"),
                    e);
        }
    }

    private String resource(String name) {
        return kind.toLowerCase(Locale.ROOT) + "/" + name;
    }

    private String message(String name, String reason) {
        try {
            await().untilAsserted(
                            () ->
                                    assertThat(teams.condition(by, apiVersion, kind, name))
                                            .containsEntry("reason", reason));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(teams.in(by, "get", resource(name), "-o", "yaml"), e);
        }
        return String.valueOf(teams.condition(by, apiVersion, kind, name).get("message"));
    }
}
