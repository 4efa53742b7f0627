package dev.dragoman.agents.decision.egress;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Counts the open addresses of a CDTarget, each once. All entries together may open no more
 * addresses than a single entry may. Not thread-safe.
 */
final class Sum {
    /**
     * After this many refused entries, every later entry is refused, and its addresses are not
     * counted.
     */
    private static final int TRIES = 100;

    /** Private networks do not count, as a CDTarget may usually open all of them. */
    private static final List<Block> PRIVATE =
            List.of(
                    Block.parse("10.0.0.0/8"),
                    Block.parse("172.16.0.0/12"),
                    Block.parse("192.168.0.0/16"),
                    Block.parse("100.64.0.0/10"));

    private final Open four = new Open(BigInteger.ONE.shiftLeft(32 - Guard.WIDEST_FOUR));
    private final Open six = new Open(BigInteger.ONE.shiftLeft(128 - Guard.WIDEST_SIX));
    private int tries = TRIES;

    /** Consecutive addresses; {@code end} is exclusive. */
    private record Range(BigInteger first, BigInteger end) {}

    /**
     * @param allowed blocks that the cluster's administrator allows; they do not count
     */
    Sum(List<Block> allowed) {
        PRIVATE.forEach(each -> four.put(range(each)));
        allowed.forEach(each -> (each.six() ? six : four).put(range(each)));
    }

    /**
     * Adds the addresses that an entry opens, also those of IPv4 that it opens through IPv6.
     *
     * @return whether there was room for them; otherwise nothing is added
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

    /**
     * Open ranges, which do not overlap, by first address, and how many more addresses may be
     * opened.
     */
    private static final class Open {
        private final TreeMap<BigInteger, BigInteger> ranges = new TreeMap<>();
        private BigInteger room;

        Open(BigInteger room) {
            this.room = room;
        }

        /** Whether the ranges fit; addresses that two of them have in common count twice here. */
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

        /** How many addresses of the range are not open yet. */
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
