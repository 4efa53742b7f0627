package dev.dragoman.agents.decision.egress;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A block of IPv4 that packets to a block of IPv6 reach if a router translates addresses or ends a
 * tunnel. All known mechanisms count, even those that the cluster does not have. Immutable.
 *
 * @param way name of the mechanism for people, such as {@code 6to4}
 * @param block the block of IPv4 that is reached
 * @param holes blocks of IPv4 within {@code block} that are not reached
 */
record Embedded(String way, Block block, List<Block> holes) {
    private static final BigInteger FOUR = BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE);

    /** Not built from text, since Java reads {@code ::ffff:0:0} as an address of IPv4. */
    private static final Block MAPPED =
            new Block(true, BigInteger.valueOf(0xffff).shiftLeft(32), 96);

    private static final List<Way> WAYS =
            List.of(
                    new Way("IPv4-mapped addresses", MAPPED, 96, false),
                    new Way("IPv4-compatible addresses", "::/96", 96, false),
                    new Way("IPv4-translated addresses", "::ffff:0:0:0/96", 96, false),
                    new Way("NAT64", "64:ff9b::/96", 96, false),
                    new Way("6to4", "2002::/16", 16, false),
                    new Way("the server of Teredo", "2001::/32", 32, false),
                    new Way("the client of Teredo", "2001::/32", 96, true));

    /** Upper halves of the interface ids of ISATAP; any prefix may precede them. */
    private static final List<BigInteger> ISATAP =
            List.of(BigInteger.valueOf(0x5efe), BigInteger.valueOf(0x2005efe));

    Embedded {
        holes = List.copyOf(holes);
    }

    /**
     * A mechanism that puts an address of IPv4 into addresses of IPv6.
     *
     * @param within the addresses of IPv6
     * @param at number of the bit at which the address of IPv4 begins
     * @param inverted whether the bits of the address of IPv4 are inverted
     */
    private record Way(String name, Block within, int at, boolean inverted) {
        Way(String name, String within, int at, boolean inverted) {
            this(name, Block.parse(within), at, inverted);
        }

        Block of(Block six) {
            int bits = Math.min(32, Math.max(0, six.bits() - at));
            var raw = six.first().shiftRight(96 - at).and(FOUR);
            var first = inverted ? raw.xor(FOUR) : raw;
            return new Block(false, first.shiftRight(32 - bits).shiftLeft(32 - bits), bits);
        }

        /** The IPv4 addresses that the block reaches only through addresses in the hole. */
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
     * All blocks of IPv4 that are reached through the block; empty for a block of IPv4.
     *
     * @param except blocks within it that stay closed
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
        // a block that a hole covers is not reached
        all.removeIf(each -> each.holes().stream().anyMatch(hole -> hole.contains(each.block())));
        return all;
    }
}
