package dev.dragoman.agents.decision.egress;

import java.util.List;

/**
 * What the DNS answers for one host name. Records of IPv4 (A) and IPv6 (AAAA) are asked for one by
 * one, and each may fail without the other. Immutable.
 *
 * @param blocks the addresses of the types that were answered
 * @param failed types without an answer: A, AAAA, or both
 */
public record HostAnswer(List<Block> blocks, List<String> failed) {
    public static final String IPV4 = "A";
    public static final String IPV6 = "AAAA";

    /** No DNS server answered. */
    public static final HostAnswer NONE = new HostAnswer(List.of(), List.of(IPV4, IPV6));

    public HostAnswer {
        blocks = List.copyOf(blocks);
        failed = List.copyOf(failed);
    }

    /** Whether neither type was answered. */
    boolean none() {
        return failed.containsAll(NONE.failed);
    }

    /** Whether the answer does not tell if the host still has this address, as its type failed. */
    boolean isOpenAbout(String address) {
        return failed.contains(address.contains(":") ? IPV6 : IPV4);
    }
}
