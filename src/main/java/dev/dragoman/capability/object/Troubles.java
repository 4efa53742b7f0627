package dev.dragoman.capability.object;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.reconcile.Outcome;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All troubles of one reconciled object. Immutable.
 *
 * @param all each trouble once, the worst first; the first one gives Ready its reason
 */
public record Troubles(List<Trouble> all) {
    private static final String READY = "Reconciled";
    private static final String TEXT = "all is as the spec says";

    public Troubles {
        all = List.copyOf(all);
    }

    /**
     * Sorts the troubles, the worst first, and drops duplicates.
     *
     * @param worst reasons, the worst first; they order troubles of the same severity
     */
    public static Troubles of(Collection<Trouble> troubles, List<String> worst) {
        var order =
                Comparator.comparing(Trouble::harmless)
                        .thenComparing(Trouble::severity, Comparator.reverseOrder())
                        .thenComparingInt(
                                each ->
                                        worst.contains(each.reason())
                                                ? worst.indexOf(each.reason())
                                                : worst.size());
        return new Troubles(troubles.stream().distinct().sorted(order).toList());
    }

    /**
     * A copy that begins with the given trouble. Returns these troubles unchanged when one of them
     * already keeps the object from being Ready.
     */
    public Troubles or(Optional<Trouble> other) {
        return worst().isPresent()
                ? this
                : new Troubles(Stream.concat(other.stream(), all.stream()).toList());
    }

    private Stream<Trouble> grave() {
        return all.stream().filter(each -> !each.harmless());
    }

    /** The worst trouble that keeps the object from being Ready; empty when there is none. */
    public Optional<Trouble> worst() {
        return grave().findFirst();
    }

    /**
     * The messages of all troubles that keep the object from being Ready; an empty text when there
     * are none.
     */
    public String text() {
        return grave().map(Trouble::message).collect(Collectors.joining(". "));
    }

    /** A condition has one message, whatever number of objects it is about. */
    private String beside(String condition) {
        return all.stream()
                .filter(each -> each.condition().equals(condition))
                .map(Trouble::message)
                .collect(Collectors.joining(". "));
    }

    /**
     * The end of a reconciliation that has no steps left to do. It shows the troubles as
     * conditions.
     *
     * @param generation of the object
     * @param again when to reconcile again; replaced by a slow retry when no watch shows the end of
     *     a trouble. Empty for the default: done, or fatal when a trouble needs somebody's change
     */
    public Ending ending(long generation, Optional<Outcome> again) {
        var others =
                all.stream()
                        .filter(Trouble::harmless)
                        .map(
                                each ->
                                        new Condition(
                                                each.condition(),
                                                false,
                                                each.severity(),
                                                each.reason(),
                                                beside(each.condition()),
                                                generation))
                        .distinct()
                        .toList();
        if (worst().isEmpty()) {
            return Ending.of(
                            Condition.ready(READY, TEXT, generation),
                            Note.normal(READY, TEXT),
                            again.orElseGet(Outcome::done))
                    .withOthers(others);
        }
        var worst = worst().get();
        boolean passing = worst.over() == Trouble.Over.PASSING;
        var note =
                passing
                        ? Note.normal(worst.reason(), text())
                        : Note.warning(worst.reason(), text());
        var slow =
                new Outcome.Transient(worst.reason(), text(), Outcome.Pace.SLOW, Optional.empty());
        var outcome =
                grave().anyMatch(each -> each.over() == Trouble.Over.UNSEEN)
                        ? slow
                        : again.orElseGet(
                                () ->
                                        passing
                                                ? Outcome.done()
                                                : new Outcome.Fatal(worst.reason(), text()));
        return Ending.of(
                        Condition.notReady(worst.severity(), worst.reason(), text(), generation),
                        note,
                        outcome)
                .withOthers(others);
    }
}
