package dev.dragoman.agents.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Destinations that a CDTarget lists, in {@code ip}, {@code ipBlocks} and {@code hosts}: the good
 * ones, and what is wrong with the others. Immutable.
 *
 * @param peers as a NetworkPolicy has them, each once, in the order of the spec
 * @param problems what was left out, with its field and why
 */
public record Targets(List<Map<String, Object>> peers, List<String> problems) {
    /** An object of more would be larger than the API server takes, and take long to look at. */
    private static final int MOST = 10_000;

    /** A condition has no room for more. */
    private static final int NAMED = 10;

    public Targets {
        peers = List.copyOf(peers);
        problems = List.copyOf(problems);
    }

    /**
     * Reads the three lists; anything may stand there.
     *
     * @param hosts what is known of host names; empty where the administrator has them not resolved
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

    /** One walk through the lists. */
    private static final class Reading {
        private final Guard guard;
        private final Sum sum;

        /** By their text: a set of maps takes long where all have one hash. */
        private final Map<String, Map<String, Object>> peers = new LinkedHashMap<>();

        private final List<String> problems = new ArrayList<>();

        /** Entries and what they leave out; each is compared with all that is forbidden. */
        private long looked;

        Reading(Guard guard) {
            this.guard = guard;
            this.sum = new Sum(guard.allowed());
        }

        void add(String field, String text, List<?> excepted) {
            looked += 1 + excepted.size();
            if (looked > MOST) {
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
                                            : "; ipBlocks[].except may leave it out"));
                }
                if (!sum.add(block, except)) {
                    throw new IllegalArgumentException(
                            "with those before it, it opens more addresses than one block may: a /8 besides private networks, of IPv6 a /32. The cluster's administrator may allow it");
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
                                    : "except %s does not lie within".formatted(hole.text()));
                }
                except.add(hole);
            }
            return List.copyOf(except);
        }

        void host(String field, String name, Optional<Resolution> hosts) {
            problem(name, hosts)
                    .ifPresent(each -> problems.add("%s '%s': %s".formatted(field, name, each)));
            for (var block : hosts.orElse(Resolution.UNASKED).hosts().of(name)) {
                // the guard may have become another one since it was answered
                if (guard.refuses(block, List.of()).isEmpty()) {
                    open(block, List.of());
                }
            }
        }

        /** Why something of a host name is not open; empty where all of it is. */
        private static Optional<String> problem(String name, Optional<Resolution> hosts) {
            if (!Hosts.isName(name)) {
                return Optional.of(
                        "no name of a host; write it whole, with a dot within and none at its end, in small letters, such as packages.example.com. Addresses are listed in ip");
            }
            return hosts.isEmpty()
                    ? Optional.of(
                            "host names are resolved where the cluster's administrator sets DRAGOMAN_CDTARGETS_RESOLVE")
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
            long all = Math.max(looked, peers.size());
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
