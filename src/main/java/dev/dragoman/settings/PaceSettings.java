package dev.dragoman.settings;

import dev.dragoman.reconcile.Paces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the settings that say, by kind, how often objects are reconciled. */
public final class PaceSettings {
    /** Time between two comparisons of an object at rest, by kind. */
    static final String RESYNC = "DRAGOMAN_RESYNC";

    /** First and longest pause after failures, by kind. */
    static final String RETRY = "DRAGOMAN_RETRY";

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Pattern KINDS =
            Pattern.compile("[A-Z][A-Za-z0-9]*(\\.[a-z0-9-]+)*|\\*(\\.[a-z0-9-]+)+");

    private PaceSettings() {}

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the setting, the entry and what is wrong with it
     */
    public static Paces from(Map<String, String> env) {
        return new Paces(
                rules(env, RESYNC, PaceSettings::resync), rules(env, RETRY, PaceSettings::retry));
    }

    private static <T> List<Paces.Rule<T>> rules(
            Map<String, String> env, String setting, Function<String, T> value) {
        var text = env.getOrDefault(setting, "").strip();
        var rules = new ArrayList<Paces.Rule<T>>();
        if (text.isEmpty()) {
            return rules;
        }
        var seen = new HashSet<String>();
        for (var entry : text.split(",", -1)) {
            try {
                var rule = rule(setting, entry.strip(), value);
                if (!seen.add(rule.kinds())) {
                    throw new IllegalArgumentException("there are two entries for these kinds");
                }
                rules.add(rule);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s: entry '%s': %s".formatted(setting, entry.strip(), e.getMessage()), e);
            }
        }
        return rules;
    }

    private static <T> Paces.Rule<T> rule(String setting, String entry, Function<String, T> value) {
        int equals = entry.indexOf('=');
        var kinds = equals < 0 ? "" : entry.substring(0, equals).strip();
        if (!KINDS.matcher(kinds).matches()) {
            throw new IllegalArgumentException(
                    "write KIND.GROUP=VALUE, or *.GROUP=VALUE for all kinds of a group; for example StorageAccount.storage.azure.com=%s"
                            .formatted(RESYNC.equals(setting) ? "4h" : "30s..10m"));
        }
        return new Paces.Rule<>(setting, kinds, value.apply(entry.substring(equals + 1).strip()));
    }

    private static Duration resync(String text) {
        return "never".equals(text) ? Duration.ZERO : atLeastASecond(text);
    }

    private static Paces.Retry retry(String text) {
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw new IllegalArgumentException(
                    "'%s' is not FIRST..LONGEST; write it like 30s..10m".formatted(text));
        }
        var first = atLeastASecond(text.substring(0, dots).strip());
        var longest = atLeastASecond(text.substring(dots + 2).strip());
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("the longest pause is shorter than the first");
        }
        return new Paces.Retry(first, longest);
    }

    private static Duration atLeastASecond(String text) {
        var duration = GoDuration.parse(text);
        if (duration.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("'%s' is less than a second".formatted(text));
        }
        return duration;
    }
}
