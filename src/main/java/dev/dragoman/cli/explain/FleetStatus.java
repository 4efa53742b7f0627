package dev.dragoman.cli.explain;

import dev.dragoman.cli.Count;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.PlainText;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many objects there are, and why some are not Ready. Immutable.
 *
 * @param counts objects by kind, state and reason
 * @param suspended the objects whose policy is {@code skip}
 * @param causes the objects that each cause keeps from being Ready; those with most objects first
 * @param unread kinds that could not be listed, with the reason
 */
record FleetStatus(
        Map<Row, Integer> counts,
        List<ObjectKey> suspended,
        Map<Cause, List<ObjectKey>> causes,
        Set<String> unread,
        OperatorState operator) {
    /** How many objects of a cause the text names. */
    private static final int NAMED = 5;

    /** What keeps a kind from being listed, and is no failure. */
    static final String NO_RIGHT = "no right to list it";

    /** How many causes the text has. */
    private static final int SHOWN = 20;

    /** A row of the counts. */
    record Row(String kind, boolean ready, String reason) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            return Comparator.comparing(Row::kind)
                    .thenComparing(row -> !row.ready())
                    .thenComparing(Row::reason)
                    .compare(this, other);
        }
    }

    /** The state of these objects of a fleet. */
    static FleetStatus of(
            Collection<Known> objects, Fleet fleet, Set<String> unread, OperatorState operator) {
        var counts = new TreeMap<Row, Integer>();
        var found = new LinkedHashMap<Cause, List<ObjectKey>>();
        var finder = fleet.causes(operator);
        for (var each : objects) {
            var ready = each.ready();
            var key = each.key();
            var kind = key.group().isEmpty() ? key.kind() : key.kind() + "." + key.group();
            counts.merge(new Row(kind, ready.isReady(), ready.reason()), 1, Integer::sum);
            finder.of(key)
                    .map(why -> why.of(why.at()))
                    .ifPresent(why -> found.computeIfAbsent(why, _ -> new ArrayList<>()).add(key));
        }
        var most = new LinkedHashMap<Cause, List<ObjectKey>>();
        found.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .forEach(each -> most.put(each.getKey(), each.getValue()));
        var suspended = objects.stream().filter(Known::suspended).map(Known::key).toList();
        return new FleetStatus(counts, suspended, most, unread, operator);
    }

    /**
     * Whether all objects that may be read were read and are Ready, and nothing says that the
     * operator does not run. Where nothing may be read, nothing is known to be good.
     */
    boolean isGood() {
        return causes.isEmpty()
                && operator.down().isEmpty()
                && !isBlind()
                && unread.stream().allMatch(each -> each.endsWith(NO_RIGHT));
    }

    private boolean isBlind() {
        return counts.isEmpty() && !unread.isEmpty();
    }

    /** The state as text, of objects in a namespace; in all where that is empty. */
    List<String> lines(String namespace) {
        var out = new ArrayList<String>();
        out.add(operator.line());
        operator.problems().forEach(each -> out.add("  " + PlainText.oneLine(each)));
        out.add("");
        var where = namespace.isEmpty() ? "all namespaces" : "namespace " + namespace;
        out.add("Objects in %s:".formatted(where));
        if (counts.isEmpty()) {
            out.add(isBlind() ? "Nothing could be read. Do: Ask for the rights below" : "None.");
        } else {
            table(out);
        }
        for (var each : causes.entrySet().stream().limit(SHOWN).toList()) {
            var cause = each.getKey();
            out.add("");
            out.add(
                    "%s: %s%s"
                            .formatted(
                                    PlainText.oneLine(cause.at().toString()),
                                    PlainText.oneLine(cause.reason()),
                                    cause.since().isEmpty()
                                            ? ""
                                            : ", not Ready since "
                                                    + PlainText.oneLine(cause.since())));
            out.add("  Message: " + cause.text());
            out.add("  Do: " + cause.next());
            waiting(cause, each.getValue(), out);
        }
        if (causes.size() > SHOWN) {
            out.add("");
            out.add("%d more causes: --output json has all".formatted(causes.size() - SHOWN));
        }
        if (!suspended.isEmpty()) {
            out.add("");
            out.add(
                    "suspended (reconcile policy skip): %s: %s"
                            .formatted(Count.objects(suspended.size()), names(suspended)));
        }
        unread.forEach(each -> out.add("not read: " + each));
        return out;
    }

    private void table(List<String> out) {
        int width = counts.keySet().stream().mapToInt(row -> row.kind().length()).max().orElse(4);
        var format = "%-" + Math.max(4, width) + "s  %-5s  %7s  %s";
        out.add(format.formatted("KIND", "READY", "OBJECTS", "REASON"));
        counts.forEach(
                (row, count) ->
                        out.add(
                                format.formatted(
                                        row.kind(),
                                        row.ready() ? "True" : "False",
                                        count,
                                        PlainText.oneLine(row.reason()))));
    }

    private static void waiting(Cause cause, List<ObjectKey> keys, List<String> out) {
        var others = keys.stream().filter(each -> !each.equals(cause.at())).toList();
        if (!others.isEmpty()) {
            var waits = Count.of(others.size(), "object waits", "objects wait");
            out.add("  %s: %s".formatted(waits, names(others)));
        }
    }

    private static String names(List<ObjectKey> keys) {
        return keys.stream().limit(NAMED).map(Cause::shown).collect(Collectors.joining(", "))
                + (keys.size() > NAMED ? ", ..." : "");
    }

    Map<String, Object> json() {
        var rows = new ArrayList<Object>();
        counts.forEach(
                (row, count) ->
                        rows.add(
                                Json.object(
                                        "kind", row.kind(),
                                        "ready", row.ready(),
                                        "reason", row.reason(),
                                        "objects", count)));
        var whys = new ArrayList<Object>();
        causes.forEach(
                (cause, keys) -> {
                    var why = cause.json();
                    why.put("keeps", keys.stream().map(Cause::json).toList());
                    whys.add(why);
                });
        return Json.object(
                "good",
                isGood(),
                "operator",
                operator.json(),
                "counts",
                rows,
                "suspended",
                suspended.size(),
                "causes",
                whys,
                "unread",
                unread);
    }
}
