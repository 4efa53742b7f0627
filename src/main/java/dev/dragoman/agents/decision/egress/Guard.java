package dev.dragoman.agents.decision.egress;

import java.util.List;
import java.util.Optional;

/**
 * Decides which destinations no team may open. Immutable.
 *
 * @param forbidden destinations that this cluster forbids, in addition to those that are always
 *     forbidden
 * @param allowed blocks that the cluster's administrator allows although they are forbidden
 */
public record Guard(List<Place> forbidden, List<Block> allowed) {
    /** Shortest prefix of an IPv4 destination: wider blocks are refused. */
    static final int WIDEST_FOUR = 8;

    static final int WIDEST_SIX = 32;

    /** Always forbidden: the machine itself, and services that give credentials to machines. */
    private static final List<Place> ALWAYS =
            List.of(
                    new Place(Block.parse("169.254.169.254"), "the metadata service"),
                    new Place(Block.parse("168.63.129.16"), "Azure's host agent"),
                    new Place(Block.parse("127.0.0.0/8"), "the machine itself"),
                    new Place(Block.parse("::1"), "the machine itself"),
                    new Place(
                            Block.parse("169.254.0.0/16"),
                            "the machine's own network, where clouds give out credentials"),
                    new Place(Block.parse("fe80::/10"), "the machine's own network"),
                    new Place(Block.parse("fd00:ec2::/32"), "the metadata service"),
                    new Place(Block.parse("fd20:ce::/64"), "the metadata service"),
                    new Place(Block.parse("fd00:c1::/32"), "the metadata service"),
                    new Place(Block.parse("fd00:42::/32"), "the metadata service"),
                    new Place(Block.parse("100.100.100.200"), "the metadata service"),
                    new Place(Block.parse("192.0.0.192"), "the metadata service"),
                    new Place(Block.parse("0.0.0.0/8"), "the machine itself"),
                    new Place(Block.parse("64:ff9b::/96"), "all of IPv4 by translation"),
                    new Place(Block.parse("64:ff9b:1::/48"), "all of IPv4 by translation"));

    public Guard {
        forbidden = List.copyOf(forbidden);
        allowed = List.copyOf(allowed);
    }

    /**
     * A destination that is forbidden.
     *
     * @param what its name for people, such as {@code the node a}
     */
    public record Place(Block block, String what) {}

    /**
     * Why a target may not open the block; empty when it may.
     *
     * @param except blocks within it that stay closed
     */
    public Optional<String> refuses(Block block, List<Block> except) {
        var direct = direct(block, except);
        if (direct.isPresent() || isAllowed(block)) {
            return direct;
        }
        for (var each : Embedded.of(block, except)) {
            var why = direct(each.block(), each.holes());
            if (why.isPresent()) {
                return Optional.of(
                        "through %s it reaches %s: %s"
                                .formatted(each.way(), each.block().text(), why.get()));
            }
        }
        return Optional.empty();
    }

    private boolean isAllowed(Block block) {
        return allowed.stream().anyMatch(each -> each.contains(block));
    }

    /** Like {@link #refuses}, but without a check of IPv4 blocks that are reached through IPv6. */
    private Optional<String> direct(Block block, List<Block> except) {
        if (isAllowed(block)) {
            return Optional.empty();
        }
        if (block.bits() < (block.six() ? WIDEST_SIX : WIDEST_FOUR)) {
            return Optional.of(
                    "it is wider than a /8 of IPv4 or a /32 of IPv6; the cluster's administrator may allow it");
        }
        return java.util.stream.Stream.concat(ALWAYS.stream(), forbidden.stream())
                .filter(place -> place.block().overlaps(block))
                .filter(place -> except.stream().noneMatch(e -> e.contains(place.block())))
                .filter(place -> allowed.stream().noneMatch(a -> a.contains(place.block())))
                .findFirst()
                .map(
                        place ->
                                "it overlaps %s (%s); the cluster's administrator may allow it"
                                        .formatted(place.what(), place.block().text()));
    }
}
