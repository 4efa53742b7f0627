package dev.dragoman.agents.decision.egress;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The resolved host names of a CDTarget. Immutable.
 *
 * @param hosts the open addresses
 * @param problems by host name: why some or all of its addresses are not open
 * @param unanswered names that have open addresses, and no answer or not all answers now
 */
public record Resolution(Hosts hosts, Map<String, String> problems, List<String> unanswered) {
    /** For commands without a cluster: no name has an address, and none has a problem. */
    public static final Resolution UNASKED = new Resolution(Hosts.NONE, Map.of(), List.of());

    public Resolution {
        problems = Map.copyOf(problems);
        unanswered = List.copyOf(unanswered);
    }

    /**
     * Derives the resolution from answers of the DNS.
     *
     * @param before the addresses that were open before
     * @param answers answers of the DNS by host name, for all listed names
     * @param overlap how long an address stays open after the last answer that has it
     */
    public static Resolution of(
            Hosts before,
            Map<String, HostAnswer> answers,
            Guard guard,
            Instant now,
            Duration overlap) {
        var problems = new LinkedHashMap<String, String>();
        var allowed = new LinkedHashMap<String, HostAnswer>();
        answers.forEach(
                (name, answer) ->
                        allowed.put(name, answer.map(all -> allowed(name, all, guard, problems))));
        var hosts = before.next(allowed, now, overlap);
        hosts.cut(allowed)
                .forEach(
                        name ->
                                problems.putIfAbsent(
                                        name,
                                        "it has more addresses than can be listed; list its ranges in ipBlocks, or use a proxy"));
        var unanswered = new ArrayList<String>();
        answers.forEach(
                (name, answer) -> {
                    if (hosts.of(name).isEmpty()) {
                        problems.putIfAbsent(name, nothing(answer));
                    } else if (!answer.whole()) {
                        unanswered.add(name + types(answer));
                    }
                });
        return new Resolution(hosts, problems, unanswered);
    }

    /** The type of record that alone has no answer. */
    private static String types(HostAnswer answer) {
        return answer.four().isEmpty() == answer.six().isEmpty()
                ? ""
                : " (records of type %s)".formatted(answer.four().isEmpty() ? "A" : "AAAA");
    }

    private static String nothing(HostAnswer answer) {
        return answer.whole()
                ? "the DNS knows no address of this host; the operator asks again"
                : "the DNS has not answered yet%s; the operator asks again"
                        .formatted(types(answer));
    }

    private static List<Block> allowed(
            String name, List<Block> all, Guard guard, Map<String, String> problems) {
        var good = new ArrayList<Block>();
        for (var each : all) {
            guard.refuses(each, List.of())
                    .ifPresentOrElse(
                            why ->
                                    problems.putIfAbsent(
                                            name,
                                            "its address %s stays closed: %s"
                                                    .formatted(each.text(), why)),
                            () -> good.add(each));
        }
        return good;
    }
}
