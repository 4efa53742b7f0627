package dev.dragoman.agents.decision;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Blocks of IPv4 that a block of IPv6 stands for, where something on the way translates it or takes
 * it out of a tunnel. Each way that is known is looked at, whether the cluster has it or not.
 * Immutable.
 *
 * @param way for people, such as {@code 6to4}
 * @param block what is reached that way
 * @param holes what is left out of it
 */
record Embedded(String way, Block block, List<Block> holes) {
    private static final BigInteger FOUR = BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE);

    /** As text it is read as IPv4. */
    private static final Block MAPPED =
            new Block(true, BigInteger.valueOf(0xffff).shiftLeft(32), 96);

    private static final List<Way> WAYS =
            List.of(
                    new Way("IPv4-mapped", MAPPED, 96, false),
                    new Way("IPv4-compatible", "::/96", 96, false),
                    new Way("IPv4-translated", "::ffff:0:0:0/96", 96, false),
                    new Way("NAT64", "64:ff9b::/96", 96, false),
                    new Way("6to4", "2002::/16", 16, false),
                    new Way("the server of Teredo", "2001::/32", 32, false),
                    new Way("the client of Teredo", "2001::/32", 96, true));

    /** The interface ids of ISATAP, whatever stands before them. */
    private static final List<BigInteger> ISATAP =
            List.of(BigInteger.valueOf(0x5efe), BigInteger.valueOf(0x2005efe));

    Embedded {
        holes = List.copyOf(holes);
    }

    /**
     * A place for an address of IPv4.
     *
     * @param within addresses that have it
     * @param at the bit where it begins
     * @param inverted whether its bits are
     */
    private record Way(String name, Block within, int at, boolean inverted) {
        Way(String name, String within, int at, boolean inverted) {
            this(name, Block.parse(within), at, inverted);
        }

        Block of(Block six) {
            int bits = Math.min(32, Math.max(0, six.bits() - at));
            var first = six.first().shiftRight(96 - at).and(FOUR);
            var said = inverted ? first.xor(FOUR) : first;
            return new Block(false, said.shiftRight(32 - bits).shiftLeft(32 - bits), bits);
        }

        /** What a hole leaves out: only what no other address of the block stands for. */
        Stream<Block> hole(Block block, Block hole) {
            if (!within.overlaps(hole)) {
                return Stream.empty();
            }
            boolean all = hole.contains(within);
            boolean alone = Math.max(block.bits(), within.bits()) >= at && hole.bits() <= at + 32;
            return all || alone ? Stream.of(of(hole)) : Stream.empty();
        }

        Embedded embedded(Block block, List<Block> except) {
            return new Embedded(
                    name, of(block), except.stream().flatMap(each -> hole(block, each)).toList());
        }
    }

    /**
     * All that the block stands for; none of IPv4.
     *
     * @param except what is left out of it
     */
    static List<Embedded> of(Block block, List<Block> except) {
        var all = new ArrayList<Embedded>();
        if (!block.six()) {
            return all;
        }
        for (var way : WAYS) {
            if (way.within().overlaps(block)) {
                all.add(way.embedded(block, except));
            }
        }
        if (block.bits() >= 96 && ISATAP.contains(block.first().shiftRight(32).and(FOUR))) {
            all.add(new Way("ISATAP", block, 96, false).embedded(block, except));
        }
        // nothing is left of what a hole covers
        all.removeIf(each -> each.holes().stream().anyMatch(hole -> hole.contains(each.block())));
        return all;
    }
}
