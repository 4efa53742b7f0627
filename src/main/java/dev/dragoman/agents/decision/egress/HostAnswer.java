package dev.dragoman.agents.decision.egress;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What the DNS answers for one host name. Immutable.
 *
 * @param four addresses of IPv4, from records of type A; empty if no DNS server answered
 * @param six addresses of IPv6, from records of type AAAA; empty if no DNS server answered
 */
public record HostAnswer(Optional<List<Block>> four, Optional<List<Block>> six) {
    /** No DNS server answered. */
    public static final HostAnswer NONE = new HostAnswer(Optional.empty(), Optional.empty());

    /** The addresses of the types that were answered. */
    public List<Block> blocks() {
        return Stream.of(four, six).flatMap(Optional::stream).flatMap(List::stream).toList();
    }

    /** A copy with other addresses. */
    public HostAnswer map(UnaryOperator<List<Block>> change) {
        return new HostAnswer(four.map(change), six.map(change));
    }

    boolean whole() {
        return four.isPresent() && six.isPresent();
    }

    /** Whether the answer does not tell if the host still has this address, as its type failed. */
    boolean isOpenAbout(String address) {
        return (address.contains(":") ? six : four).isEmpty();
    }
}
