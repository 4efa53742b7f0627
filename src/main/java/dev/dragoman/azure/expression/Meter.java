package dev.dragoman.azure.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what an evaluation costs, and ends the evaluation at a limit. Each part of the expression
 * that is evaluated costs one unit, and each value costs by its size. So users who write
 * expressions cannot use up the operator's time or memory. Confined to one evaluation.
 */
final class Meter implements CelEvaluationListener {
    /** The meter of the evaluation on this thread; functions add their cost to it. */
    static final ScopedValue<Meter> CURRENT = ScopedValue.newInstance();

    /** Highest cost of an evaluation; an evaluation of this cost takes less than a second. */
    static final long LIMIT = 1_000_000;

    /** Maximum number of characters of a text; a Secret holds one mebibyte in all. */
    static final int LONGEST = 256 * 1024;

    /** Number of characters that cost one unit. */
    private static final int CHARACTERS = 16;

    /** Characters whose memory an entry of a result takes besides its texts. */
    private static final int ENTRY = 64;

    /**
     * Number of entries of a list or map that cost one unit when they are only read. An entry that
     * is made costs one unit, which stands for 64 bytes: so the highest cost limits the memory too.
     */
    private static final int ENTRIES = 16;

    private final Budget budget;
    private long cost;
    private boolean exceeded;
    private long last;

    Meter(Budget budget) {
        this.budget = budget;
    }

    /** Whether the limit was exceeded, even if the evaluation went on after that. */
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
        weigh(value, makes(part, value) ? 1 : ENTRIES);
    }

    /**
     * Whether the part makes new entries. A list that is joined from two shares the entries of
     * both.
     */
    private static boolean makes(CelExpr part, Object value) {
        return switch (part.getKind()) {
            case LIST, MAP, STRUCT -> true;
            case CALL -> !(value instanceof Collection<?> && part.call().function().equals("_+_"));
            default -> false;
        };
    }

    /** The result, unless the results of the object's expressions are too long together. */
    Value result(Value value) {
        long length =
                switch (value) {
                    case Value.Failed _ -> 0;
                    case Value.Text(var text) -> text.length();
                    case Value.Texts(var texts) ->
                            texts.entrySet().stream()
                                    .mapToLong(
                                            each ->
                                                    ENTRY
                                                            + each.getKey().length()
                                                            + each.getValue().length())
                                    .sum();
                };
        return budget.keep(length) ? value : new Value.Failed(ExpressionFailures.LONG);
    }

    /** Adds work to the cost. */
    void add(long work) {
        cost += work;
        if (exceeded || !budget.spend(work) || cost > LIMIT) {
            throw exceed();
        }
    }

    /** Adds the cost of a text before it is made; refuses one that is too long. */
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

    /**
     * Adds the cost of a value at any depth. A list that the value contains several times is
     * counted each time, because a comparison reads it each time.
     *
     * @param entries number of entries that cost one unit
     */
    private void weigh(Object value, int entries) {
        var left = new ArrayDeque<>();
        left.push(value);
        for (long seen = 1; !left.isEmpty(); seen++) {
            var next = left.pop();
            switch (next) {
                case String text -> text(text.length());
                case Read read -> add(read.weight() / Read.SHARE);
                case Optional<?> maybe -> maybe.ifPresent(left::push);
                case Map<?, ?> map -> {
                    add(map.size() / entries);
                    map.forEach(
                            (key, each) -> {
                                left.push(key);
                                left.push(each);
                            });
                }
                case Collection<?> list -> {
                    add(list.size() / entries);
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

    /** Ends an evaluation; {@link #exceeded} is true then. */
    private static final class Exceeded extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exceeded() {
            super("costs too much", null, false, false);
        }
    }
}
