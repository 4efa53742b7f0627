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
 * Everything that keeps an object from being as its spec says. Immutable.
 *
 * @param all each once; the first one gives the reason that is shown
 */
public record Troubles(List<Trouble> all) {
    private static final String READY = "Reconciled";
    private static final String TEXT = "all is as the spec says";

    public Troubles {
        all = List.copyOf(all);
    }

    /**
     * Sorts them, the worst first.
     *
     * @param worst reasons, the worst first; orders troubles of the same severity
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

    /** The same, with one more trouble if nothing else keeps the object from being Ready. */
    public Troubles or(Optional<Trouble> other) {
        return worst().isPresent()
                ? this
                : new Troubles(Stream.concat(other.stream(), all.stream()).toList());
    }

    private Stream<Trouble> grave() {
        return all.stream().filter(each -> !each.harmless());
    }

    /** The worst that keeps the object from being Ready; empty when nothing does. */
    public Optional<Trouble> worst() {
        return grave().findFirst();
    }

    /** Everything that keeps the object from being Ready, for people. */
    public String text() {
        return grave().map(Trouble::message).collect(Collectors.joining(". "));
    }

    /** What somebody must do before everything is made, for people. */
    public List<String> lacking() {
        return grave().filter(each -> each.over() != Trouble.Over.PASSING)
                .map(each -> each.reason() + ": " + each.message())
                .toList();
    }

    /**
     * How a reconciliation ends that has nothing more to do.
     *
     * @param generation of the object
     * @param again when to reconcile again, unless a trouble that no watch shows needs an earlier
     *     look
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
                                                each.message(),
                                                generation))
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
