package dev.dragoman.agents.decision.egress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Destinations that a CDTarget lists in {@code ip}, {@code ipBlocks} and {@code hosts}: the valid
 * destinations, and the problems of the invalid ones. Immutable.
 *
 * @param peers peers of a NetworkPolicy, each once, in the order of the spec
 * @param problems one for each entry that was left out, with its field and why
 */
public record Targets(List<Map<String, Object>> peers, List<String> problems) {
    /**
     * Maximum number of destinations: a larger policy would be too large for the API server, and
     * its check would take long.
     */
    private static final int MOST = 10_000;

    /** Maximum number of problems in one message; a condition has no room for more. */
    private static final int NAMED = 10;

    public Targets {
        peers = List.copyOf(peers);
        problems = List.copyOf(problems);
    }

    /**
     * Reads the three lists; values of any type are tolerated.
     *
     * @param hosts addresses of host names; empty if the administrator has not turned on their
     *     resolution
     */
    public static Targets of(Map<String, Object> spec, Guard guard, Optional<Resolution> hosts) {
        var reading = new Reading(guard);
        int index = 0;
        for (var each : list(spec.get("ip"))) {
            reading.add("ip[%d]".formatted(index++), String.valueOf(each), List.of());
        }
        index = 0;
        for (var each : list(spec.get("ipBlocks"))) {
            var map = each instanceof Map<?, ?> m ? m : Map.of();
            reading.add(
                    "ipBlocks[%d]".formatted(index++),
                    String.valueOf(map.containsKey("cidr") ? map.get("cidr") : ""),
                    list(map.get("except")));
        }
        index = 0;
        for (var each : list(spec.get("hosts"))) {
            reading.host("hosts[%d]".formatted(index++), String.valueOf(each).strip(), hosts);
        }
        return reading.targets();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** Collects peers and problems from the lists. */
    private static final class Reading {
        private final Guard guard;
        private final Sum sum;

        /** Peers by their text: a set of maps is slow when many maps have the same hash. */
        private final Map<String, Map<String, Object>> peers = new LinkedHashMap<>();

        private final List<String> problems = new ArrayList<>();

        /**
         * How many blocks were read. Limited, since each block is compared with all forbidden
         * destinations.
         */
        private long count;

        Reading(Guard guard) {
            this.guard = guard;
            this.sum = new Sum(guard.allowed());
        }

        void add(String field, String text, List<?> excepted) {
            count += 1 + excepted.size();
            if (count > MOST) {
                return;
            }
            try {
                var block = Block.parse(text.strip());
                var except = except(block, excepted);
                var refused = guard.refuses(block, except);
                if (refused.isPresent()) {
                    throw new IllegalArgumentException(
                            refused.get()
                                    + (block.single()
                                            ? ""
                                            : "; or leave it out with ipBlocks[].except"));
                }
                if (!sum.add(block, except)) {
                    throw new IllegalArgumentException(
                            "this entry and those before it open too many addresses. The limits are one /8 of IPv4, without private networks, and one /32 of IPv6. Ask the administrator of the cluster to allow the entry");
                }
                open(block, except);
            } catch (IllegalArgumentException wrong) {
                problems.add("%s '%s': %s".formatted(field, text, wrong.getMessage()));
            }
        }

        private static List<Block> except(Block block, List<?> excepted) {
            var except = new LinkedHashSet<Block>();
            for (var each : excepted) {
                var hole = Block.parse(String.valueOf(each).strip());
                if (!block.contains(hole) || block.equals(hole)) {
                    throw new IllegalArgumentException(
                            block.equals(hole)
                                    ? "except is the whole block"
                                    : "except %s does not lie within the block"
                                            .formatted(hole.text()));
                }
                except.add(hole);
            }
            return List.copyOf(except);
        }

        void host(String field, String name, Optional<Resolution> hosts) {
            problem(name, hosts)
                    .ifPresent(each -> problems.add("%s '%s': %s".formatted(field, name, each)));
            for (var block : hosts.orElse(Resolution.UNASKED).hosts().of(name)) {
                // the guard may forbid more now than when the DNS answered
                if (guard.refuses(block, List.of()).isEmpty()) {
                    open(block, List.of());
                }
            }
        }

        /** Why some or all addresses of a host name are closed; empty if all are open. */
        private static Optional<String> problem(String name, Optional<Resolution> hosts) {
            if (!Hosts.isName(name)) {
                return Optional.of(
                        "no name of a host; write the fully qualified name in small letters, without a dot at its end, such as packages.example.com. List addresses in ip");
            }
            return hosts.isEmpty()
                    ? Optional.of(
                            "host names are not resolved; the cluster's administrator turns that on by DRAGOMAN_CDTARGETS_RESOLVE")
                    : Optional.ofNullable(hosts.get().problems().get(name));
        }

        private void open(Block block, List<Block> except) {
            var ipBlock = new LinkedHashMap<String, Object>();
            ipBlock.put("cidr", block.text());
            if (!except.isEmpty()) {
                ipBlock.put("except", except.stream().map(Block::text).toList());
            }
            peers.putIfAbsent(String.valueOf(ipBlock), Map.of("ipBlock", ipBlock));
        }

        Targets targets() {
            long all = Math.max(count, peers.size());
            if (all > MOST) {
                problems.addFirst(
                        "%d destinations; only the first %d are open".formatted(all, MOST));
            }
            return new Targets(peers.values().stream().limit(MOST).toList(), problems);
        }
    }

    /** The first problems, and how many more there are. */
    public String summary() {
        var named = problems.stream().limit(NAMED).toList();
        int more = problems.size() - named.size();
        return String.join("; ", named) + (more == 0 ? "" : "; and %d more".formatted(more));
    }
}
