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
    /** An object of more would be larger than the API server takes. */
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
        var peers = new LinkedHashSet<Map<String, Object>>();
        var problems = new ArrayList<String>();
        var sum = new Sum(guard.allowed());
        int index = 0;
        for (var each : list(spec.get("ip"))) {
            var field = "ip[%d]".formatted(index++);
            add(field, String.valueOf(each), List.of(), guard, sum, peers, problems);
        }
        index = 0;
        for (var each : list(spec.get("ipBlocks"))) {
            var field = "ipBlocks[%d]".formatted(index++);
            var map = each instanceof Map<?, ?> m ? m : Map.of();
            add(
                    field,
                    String.valueOf(map.containsKey("cidr") ? map.get("cidr") : ""),
                    list(map.get("except")),
                    guard,
                    sum,
                    peers,
                    problems);
        }
        index = 0;
        for (var each : list(spec.get("hosts"))) {
            var field = "hosts[%d]".formatted(index++);
            host(field, String.valueOf(each).strip(), guard, hosts, peers, problems);
        }
        var all = new ArrayList<>(peers);
        if (all.size() > MOST) {
            problems.addFirst(
                    "%d destinations; only the first %d are open".formatted(all.size(), MOST));
            return new Targets(all.subList(0, MOST), problems);
        }
        return new Targets(all, problems);
    }

    private static void host(
            String field,
            String name,
            Guard guard,
            Optional<Resolution> hosts,
            LinkedHashSet<Map<String, Object>> peers,
            List<String> problems) {
        problem(name, hosts)
                .ifPresent(each -> problems.add("%s '%s': %s".formatted(field, name, each)));
        for (var block : hosts.orElse(Resolution.UNASKED).hosts().of(name)) {
            // the guard may have become another one since it was answered
            if (guard.refuses(block, List.of()).isEmpty()) {
                peers.add(peer(block, new LinkedHashSet<>()));
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

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static void add(
            String field,
            String text,
            List<?> excepted,
            Guard guard,
            Sum sum,
            LinkedHashSet<Map<String, Object>> peers,
            List<String> problems) {
        try {
            var block = Block.parse(text.strip());
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
            var refused = guard.refuses(block, List.copyOf(except));
            if (refused.isPresent()) {
                throw new IllegalArgumentException(
                        refused.get()
                                + (block.single() ? "" : "; ipBlocks[].except may leave it out"));
            }
            if (!sum.add(block, List.copyOf(except))) {
                throw new IllegalArgumentException(
                        "with those before it, it opens more addresses than one block may: a /8 besides private networks, of IPv6 a /32. The cluster's administrator may allow it");
            }
            peers.add(peer(block, except));
        } catch (IllegalArgumentException wrong) {
            problems.add("%s '%s': %s".formatted(field, text, wrong.getMessage()));
        }
    }

    private static Map<String, Object> peer(Block block, LinkedHashSet<Block> except) {
        var ipBlock = new LinkedHashMap<String, Object>();
        ipBlock.put("cidr", block.text());
        if (!except.isEmpty()) {
            ipBlock.put("except", except.stream().map(Block::text).toList());
        }
        return Map.of("ipBlock", ipBlock);
    }

    /** The first problems, and how many more there are. */
    public String summary() {
        var named = problems.stream().limit(NAMED).toList();
        int more = problems.size() - named.size();
        return String.join("; ", named) + (more == 0 ? "" : "; and %d more".formatted(more));
    }
}
