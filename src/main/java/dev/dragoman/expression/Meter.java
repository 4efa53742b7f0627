package dev.dragoman.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts what an evaluation costs, and ends the evaluation at a limit. Each part of the expression
 * that is evaluated costs one unit, and each value costs by its size. So users who write
 * expressions cannot use up the operator's time or memory. Makes JSON of the result. Confined to
 * one evaluation.
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

    /**
     * Number of entries of a list or map that cost one unit when they are only read. An entry that
     * is made costs one unit, which stands for 64 bytes: so the highest cost limits the memory too.
     */
    private static final int ENTRIES = 16;

    /** Characters whose memory an entry of a result takes besides its texts. */
    private static final int ENTRY = 64;

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

    private Refused exceed() {
        exceeded = true;
        return new Refused(ExpressionFailures.COST);
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
            switch (left.pop()) {
                case String text -> text(text.length());
                case Read read -> add(read.weight() / Read.SHARE);
                case Optional<?> maybe -> maybe.ifPresent(left::push);
                case Map<?, ?> map -> {
                    add(map.size() / entries);
                    map.keySet().forEach(left::push);
                    map.values().forEach(left::push);
                }
                case Collection<?> list -> {
                    add(list.size() / entries);
                    list.forEach(left::push);
                }
                case CelByteString bytes -> text(bytes.size());
                default -> {}
            }
            if (seen % ENTRIES == 0) {
                add(1);
            }
        }
    }

    /**
     * A result as JSON; an optional value that is not there is null.
     *
     * @throws Refused when JSON has no such value, or the budget is spent
     */
    Object json(Object result) {
        return switch (result) {
            case NullValue _ -> null;
            case String text -> kept(text, text.length());
            case Boolean truth -> truth;
            case Long number -> number;
            case UnsignedLong number when number.longValue() >= 0 -> number.longValue();
            case Double number when Double.isFinite(number) -> number;
            case Optional<?> maybe -> maybe.isPresent() ? json(maybe.get()) : null;
            case List<?> list -> list.stream().map(each -> json(kept(each, ENTRY))).toList();
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<String, Object>();
                for (var each : map.entrySet()) {
                    if (!(each.getKey() instanceof String key)) {
                        throw refused("a map with a key or value that is no string");
                    }
                    out.put(kept(key, ENTRY + key.length()), json(each.getValue()));
                }
                yield Collections.unmodifiableMap(out);
            }
            default -> throw refused("no text, number, truth value, list or map");
        };
    }

    private <T> T kept(T value, int characters) {
        if (!budget.keep(characters)) {
            throw new Refused(Budget.SPENT);
        }
        return value;
    }

    private static Refused refused(String what) {
        return new Refused(
                "the expression gives %s; convert it, for example with string()".formatted(what));
    }
}
