package dev.dragoman.agents.decision;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Addresses that are open, each counted once. A CDTarget opens no more of them by many entries than
 * by one. Not thread-safe.
 */
final class Sum {
    /** After so many that were too much, the others are not counted any more. */
    private static final int TRIES = 100;

    /** Those that are nobody's on the internet: all of them are a usual destination. */
    private static final List<Block> PRIVATE =
            List.of(
                    Block.parse("10.0.0.0/8"),
                    Block.parse("172.16.0.0/12"),
                    Block.parse("192.168.0.0/16"),
                    Block.parse("100.64.0.0/10"));

    private final Open four = new Open(BigInteger.ONE.shiftLeft(32 - Guard.WIDEST_FOUR));
    private final Open six = new Open(BigInteger.ONE.shiftLeft(128 - Guard.WIDEST_SIX));
    private int tries = TRIES;

    /** Some addresses in a row; the end is the first that does not belong. */
    private record Range(BigInteger first, BigInteger end) {}

    /**
     * @param allowed what the cluster's administrator allows, which does not count
     */
    Sum(List<Block> allowed) {
        PRIVATE.forEach(each -> four.put(range(each)));
        allowed.forEach(each -> (each.six() ? six : four).put(range(each)));
    }

    /**
     * Adds what an entry opens, also what its addresses of IPv6 stand for.
     *
     * @return whether there was room for it; otherwise nothing is added
     */
    boolean add(Block block, List<Block> except) {
        if (tries == 0) {
            return false;
        }
        var own = ranges(block, except);
        var embedded = new ArrayList<Range>();
        for (var each : Embedded.of(block, except)) {
            embedded.addAll(ranges(each.block(), each.holes()));
        }
        var mine = block.six() ? six : four;
        if (!mine.hasRoom(own) || !four.hasRoom(embedded)) {
            tries--;
            return false;
        }
        own.forEach(mine::add);
        embedded.forEach(four::add);
        return true;
    }

    private static Range range(Block block) {
        return new Range(block.first(), block.last().add(BigInteger.ONE));
    }

    private static List<Range> ranges(Block block, List<Block> except) {
        var left = new ArrayList<Range>();
        var whole = range(block);
        var at = whole.first();
        for (var hole :
                except.stream()
                        .map(Sum::range)
                        .sorted(Comparator.comparing(Range::first))
                        .toList()) {
            if (hole.first().compareTo(at) > 0) {
                left.add(new Range(at, hole.first().min(whole.end())));
            }
            at = at.max(hole.end());
        }
        if (at.compareTo(whole.end()) < 0) {
            left.add(new Range(at, whole.end()));
        }
        return left;
    }

    /** Ranges that do not overlap, by their first address. */
    private static final class Open {
        private final TreeMap<BigInteger, BigInteger> ranges = new TreeMap<>();
        private BigInteger room;

        Open(BigInteger room) {
            this.room = room;
        }

        /** Whether these fit. What two of them have in common counts twice here. */
        boolean hasRoom(List<Range> more) {
            var sum = BigInteger.ZERO;
            for (var each : more) {
                sum = sum.add(fresh(each));
            }
            return sum.compareTo(room) <= 0;
        }

        void add(Range range) {
            room = room.subtract(fresh(range));
            put(range);
        }

        /** How many of the range are not open yet. */
        private BigInteger fresh(Range range) {
            var count = range.end().subtract(range.first());
            var before = ranges.floorEntry(range.first());
            var from = before == null ? range.first() : before.getKey();
            for (var each : ranges.subMap(from, true, range.end(), false).entrySet()) {
                var common =
                        each.getValue().min(range.end()).subtract(each.getKey().max(range.first()));
                count = count.subtract(common.max(BigInteger.ZERO));
            }
            return count;
        }

        void put(Range range) {
            var first = range.first();
            var end = range.end();
            var before = ranges.floorEntry(first);
            if (before != null && before.getValue().compareTo(first) >= 0) {
                first = before.getKey();
            }
            var within = ranges.subMap(first, true, end, true);
            for (var each : within.values()) {
                end = end.max(each);
            }
            within.clear();
            ranges.put(first, end);
        }
    }
}
