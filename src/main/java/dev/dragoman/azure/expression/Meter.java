package dev.dragoman.azure.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what an evaluation costs, and ends it at a limit: each part of the expression that is
 * evaluated costs one, and each value by its size. So no expression takes the operator's time or
 * memory, whoever writes it. Confined to one evaluation.
 */
final class Meter implements CelEvaluationListener {
    /** The meter of the evaluation that this thread makes; functions count with it. */
    static final ScopedValue<Meter> CURRENT = ScopedValue.newInstance();

    /** Under a second. */
    static final long LIMIT = 1_000_000;

    /** Characters of a text; a Secret takes a mebibyte in all. */
    static final int LONGEST = 256 * 1024;

    private static final int CHARACTERS = 16;
    private static final int ENTRIES = 16;

    private final Budget budget;
    private long cost;
    private boolean exceeded;
    private long last;

    Meter(Budget budget) {
        this.budget = budget;
    }

    /** Whether the limit was reached, even where the expression went on after that. */
    boolean exceeded() {
        return exceeded;
    }

    /** Id of the part that was evaluated last. */
    long last() {
        return last;
    }

    @Override
    public void callback(CelExpr part, Object value) {
        last = part.id();
        add(1);
        weigh(value);
    }

    /** Counts work that is done besides. */
    void add(long work) {
        cost += work;
        if (exceeded || !budget.spend(work) || cost > LIMIT) {
            throw exceed();
        }
    }

    /** Refuses a text of that length, before it is made. */
    void text(long length) {
        if (length > LONGEST) {
            throw exceed();
        }
        add(length / CHARACTERS);
    }

    private Exceeded exceed() {
        exceeded = true;
        return new Exceeded();
    }

    /** The same list may be in a list many times, and is read as often when it is compared. */
    private void weigh(Object value) {
        var left = new ArrayDeque<>();
        left.push(value);
        for (long seen = 1; !left.isEmpty(); seen++) {
            var next = left.pop();
            switch (next) {
                case String text -> text(text.length());
                case Read read -> add(read.weight() / Read.SHARE);
                case Optional<?> maybe -> maybe.ifPresent(left::push);
                case Map<?, ?> map -> {
                    add(map.size() / ENTRIES);
                    map.forEach(
                            (key, each) -> {
                                left.push(key);
                                left.push(each);
                            });
                }
                case Collection<?> list -> {
                    add(list.size() / ENTRIES);
                    list.forEach(left::push);
                }
                case dev.cel.common.values.CelByteString bytes -> text(bytes.size());
                default -> {}
            }
            if (seen % ENTRIES == 0) {
                add(1);
            }
        }
    }

    /** Ends an evaluation; says nothing, since the meter knows. */
    private static final class Exceeded extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exceeded() {
            super("costs too much", null, false, false);
        }
    }
}
