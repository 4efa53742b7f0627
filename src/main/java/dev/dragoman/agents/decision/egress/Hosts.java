package dev.dragoman.agents.decision.egress;

import dev.dragoman.kube.object.Fields;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Open addresses of the host names of a CDTarget. An annotation of the policy stores them: both are
 * written in one request, and a restarted operator knows which addresses were open. Immutable.
 *
 * @param names by host name: each address as CIDR, with the time at which it is closed; the time is
 *     empty if the address was in the last answer
 */
public record Hosts(Map<String, Map<String, Optional<Instant>>> names) {
    /** Annotation of the policy that stores the open addresses. */
    public static final String ANNOTATION = "dragoman.dev/hosts";

    /** No address is open. */
    public static final Hosts NONE = new Hosts(Map.of());

    /** Maximum number of open addresses of one name; of a name with more, some stay closed. */
    private static final int MOST = 100;

    /**
     * Maximum length of the annotation; the API server accepts 256 KiB for all annotations of an
     * object.
     */
    private static final int LONGEST = 128 << 10;

    private static final Pattern NAME =
            Pattern.compile(
                    "(?=.{1,253}$)([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\\.)+[a-z][-a-z0-9]{0,61}[a-z0-9]");

    /**
     * How often names are resolved, and how long their addresses stay open.
     *
     * @param again time between two requests for a name
     * @param overlap how long an address stays open after the last answer that has it
     */
    public record Pace(Duration again, Duration overlap) {}

    /** Whether the text is a fully qualified host name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /**
     * The open addresses after these answers. Addresses of a type without an answer stay. An
     * address that is no longer in the answer stays open for a while, since agents may still use
     * it.
     *
     * @param answers answers of the DNS by host name, for all listed names
     * @param overlap how long an address stays open after the last answer that has it
     */
    public Hosts next(Map<String, HostAnswer> answers, Instant now, Duration overlap) {
        var next = new LinkedHashMap<String, Map<String, Optional<Instant>>>();
        int left = LONGEST;
        for (var each : answers.entrySet()) {
            var name = each.getKey();
            var before = names.getOrDefault(name, Map.of());
            var after = merged(before, each.getValue(), now, overlap);
            var kept = most(after, Math.min(MOST, left / Line.longest(name)));
            left -= kept.size() * Line.longest(name);
            if (!kept.isEmpty()) {
                next.put(name, kept);
            }
        }
        return new Hosts(next);
    }

    /** Names that have more addresses in these answers than can be open. */
    List<String> cut(Map<String, HostAnswer> answers) {
        return answers.entrySet().stream()
                .filter(
                        each ->
                                each.getValue().blocks().stream()
                                        .anyMatch(block -> !has(each.getKey(), block)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean has(String name, Block block) {
        return names.getOrDefault(name, Map.of()).containsKey(block.text());
    }

    private static Map<String, Optional<Instant>> merged(
            Map<String, Optional<Instant>> before,
            HostAnswer answer,
            Instant now,
            Duration overlap) {
        var all = new TreeMap<String, Optional<Instant>>();
        var end = now.truncatedTo(ChronoUnit.SECONDS).plus(overlap);
        var answered = answer.blocks().stream().map(Block::text).collect(Collectors.toSet());
        before.forEach(
                (address, until) ->
                        all.put(address, ending(until, answered.contains(address), end, overlap)));
        all.values().removeIf(until -> until.filter(each -> !each.isAfter(now)).isPresent());
        before.forEach(
                (address, until) -> {
                    if (answer.isOpenAbout(address)) {
                        all.put(address, until);
                    }
                });
        answered.forEach(each -> all.putIfAbsent(each, Optional.empty()));
        return all;
    }

    /**
     * When an address is closed. DNS servers rotate answers, so an address may disappear and return
     * many times. To save writes, an address that returns is given a later closing time only when
     * half of the overlap is over.
     *
     * @param until closing time that the address had; empty if it was in the last answer
     * @param answered whether the address is in this answer
     * @param end new closing time of an address that is not in this answer
     */
    private static Optional<Instant> ending(
            Optional<Instant> until, boolean answered, Instant end, Duration overlap) {
        if (until.isEmpty()) {
            return answered ? until : Optional.of(end);
        }
        // never later, even if somebody has written a later time into the annotation
        var bounded = until.get().isAfter(end) ? end : until.get();
        return Optional.of(
                answered && bounded.isBefore(end.minus(overlap.dividedBy(2))) ? end : bounded);
    }

    /** When the next address has to be closed; empty if no address has to be closed. */
    public Optional<Instant> nextEnd() {
        return names.values().stream()
                .flatMap(each -> each.values().stream())
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /**
     * Keeps at most {@code most} addresses: first those in the last answer, then those that stay
     * open longest.
     */
    private static Map<String, Optional<Instant>> most(
            Map<String, Optional<Instant>> all, int most) {
        return all.entrySet().stream()
                .sorted(
                        Comparator.comparing(
                                (Map.Entry<String, Optional<Instant>> each) ->
                                        each.getValue().orElse(Instant.MAX),
                                Comparator.reverseOrder()))
                .limit(most)
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    }

    /** Open addresses of a name. */
    List<Block> of(String name) {
        return names.getOrDefault(name, Map.of()).keySet().stream().map(Block::parse).toList();
    }

    /** A line for each address: the name, the block, and when it is closed. */
    public String text() {
        var lines = new ArrayList<String>();
        names.forEach(
                (name, blocks) ->
                        blocks.forEach(
                                (block, until) ->
                                        lines.add(
                                                name
                                                        + " "
                                                        + block
                                                        + until.map(t -> " " + t).orElse(""))));
        return String.join("\n", lines);
    }

    /** Reads the annotation of a policy. */
    public static Hosts of(Map<String, Object> policy) {
        return parse(Fields.annotation(policy, ANNOTATION));
    }

    /** Reads {@link #text}; lines of another form are left out. */
    public static Hosts parse(String text) {
        var names = new LinkedHashMap<String, Map<String, Optional<Instant>>>();
        text.lines()
                .flatMap(line -> Line.of(line).stream())
                .forEach(
                        each ->
                                names.computeIfAbsent(each.name(), _ -> new TreeMap<>())
                                        .put(each.block(), each.until()));
        return new Hosts(names);
    }

    private record Line(String name, String block, Optional<Instant> until) {
        /** Maximum length of a line without the name: an IPv6 CIDR, a time, and separators. */
        private static final int REST = 43 + 20 + 3;

        /** Maximum length of a line with the name. */
        static int longest(String name) {
            return name.length() + REST;
        }

        /** Parses a line; empty if it has another form. */
        static Optional<Line> of(String text) {
            var words = List.of(text.strip().split(" ", -1));
            if (words.size() < 2 || words.size() > 3) {
                return Optional.empty();
            }
            try {
                var block = Block.parse(words.get(1));
                var until = words.stream().skip(2).findFirst().map(Instant::parse);
                return block.single()
                        ? Optional.of(new Line(words.getFirst(), block.text(), until))
                        : Optional.empty();
            } catch (IllegalArgumentException | DateTimeParseException no) {
                return Optional.empty();
            }
        }
    }
}
