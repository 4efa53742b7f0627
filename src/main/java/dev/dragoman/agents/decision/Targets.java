package dev.dragoman.agents.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Destinations that a CDTarget lists, in {@code ip} and {@code ipBlocks}: the good ones, and what
 * is wrong with the others. Immutable.
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

    /** Reads the two lists; anything may stand there. */
    public static Targets of(Map<String, Object> spec, Guard guard) {
        var peers = new LinkedHashSet<Map<String, Object>>();
        var problems = new ArrayList<String>();
        int index = 0;
        for (var each : list(spec.get("ip"))) {
            var field = "ip[%d]".formatted(index++);
            add(field, String.valueOf(each), List.of(), guard, peers, problems);
        }
        index = 0;
        for (var each : list(spec.get("ipBlocks"))) {
            var field = "ipBlocks[%d]".formatted(index++);
            var map = each instanceof Map<?, ?> m ? m : Map.of();
            add(
                    field,
                    String.valueOf(map.get("cidr")),
                    list(map.get("except")),
                    guard,
                    peers,
                    problems);
        }
        var all = new ArrayList<>(peers);
        if (all.size() > MOST) {
            problems.addFirst(
                    "%d destinations; only the first %d are open".formatted(all.size(), MOST));
            return new Targets(all.subList(0, MOST), problems);
        }
        return new Targets(all, problems);
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static void add(
            String field,
            String text,
            List<?> excepted,
            Guard guard,
            LinkedHashSet<Map<String, Object>> peers,
            List<String> problems) {
        try {
            var block = Block.parse(text.strip());
            var except = new LinkedHashSet<Block>();
            for (var each : excepted) {
                var hole = Block.parse(String.valueOf(each).strip());
                if (!block.contains(hole) || block.equals(hole)) {
                    throw new IllegalArgumentException(
                            "except %s does not lie within".formatted(hole.text()));
                }
                except.add(hole);
            }
            var refused = guard.refuses(block, List.copyOf(except));
            if (refused.isPresent()) {
                throw new IllegalArgumentException(refused.get());
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
