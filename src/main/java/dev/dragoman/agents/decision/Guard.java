package dev.dragoman.agents.decision;

import java.util.List;
import java.util.Optional;

/**
 * Destinations that no team opens for itself. Immutable.
 *
 * @param forbidden what they are
 * @param allowed blocks that the cluster's administrator allows all the same
 */
public record Guard(List<Place> forbidden, List<Block> allowed) {
    /** Wider blocks name no destination any more. */
    static final int WIDEST_FOUR = 8;

    static final int WIDEST_SIX = 32;

    /** Where machines of a cloud learn who they are, and get credentials. */
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
     * A destination.
     *
     * @param what for people, such as {@code the node a}
     */
    public record Place(Block block, String what) {}

    /** Why the block may not be opened; empty when it may. */
    public Optional<String> refuses(Block block, List<Block> except) {
        var itself = itself(block, except);
        if (itself.isPresent() || isAllowed(block)) {
            return itself;
        }
        return Embedded.of(block, except).stream()
                .flatMap(
                        each ->
                                itself(each.block(), each.holes())
                                        .map(
                                                why ->
                                                        "as %s it is %s: %s"
                                                                .formatted(
                                                                        each.way(),
                                                                        each.block().text(),
                                                                        why))
                                        .stream())
                .findFirst();
    }

    private boolean isAllowed(Block block) {
        return allowed.stream().anyMatch(each -> each.contains(block));
    }

    private Optional<String> itself(Block block, List<Block> except) {
        if (isAllowed(block)) {
            return Optional.empty();
        }
        if (block.bits() < (block.six() ? WIDEST_SIX : WIDEST_FOUR)) {
            return Optional.of(
                    "wider than any destination; the cluster's administrator may allow it");
        }
        return java.util.stream.Stream.concat(ALWAYS.stream(), forbidden.stream())
                .filter(place -> place.block().overlaps(block))
                .filter(place -> except.stream().noneMatch(e -> e.contains(place.block())))
                .filter(place -> allowed.stream().noneMatch(a -> a.contains(place.block())))
                .findFirst()
                .map(
                        place ->
                                "it has %s (%s); the cluster's administrator may allow it"
                                        .formatted(place.what(), place.block().text()));
    }
}
