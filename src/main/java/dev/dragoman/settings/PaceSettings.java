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

    /** Longest time for which keys count as unchanged, for all kinds and by kind. */
    static final String KEYS = "DRAGOMAN_KEYS_RESYNC";

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

    /**
     * Reads how long keys count as unchanged, as resync periods of kinds; zero: until the next
     * comparison.
     *
     * @throws IllegalArgumentException as {@link #from}
     */
    public static Paces keys(Map<String, String> env) {
        return new Paces(rules(env, KEYS, PaceSettings::keys), List.of());
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
                var more = KEYS.equals(setting) ? ", always or KIND.GROUP=VALUE" : "";
                throw new IllegalArgumentException(
                        "%s: entry '%s': %s%s"
                                .formatted(setting, entry.strip(), e.getMessage(), more),
                        e);
            }
        }
        return rules;
    }

    private static <T> Paces.Rule<T> rule(String setting, String entry, Function<String, T> value) {
        int equals = entry.indexOf('=');
        boolean all = equals < 0 && KEYS.equals(setting);
        var kinds = all ? Paces.EVERY : entry.substring(0, Math.max(equals, 0)).strip();
        if (!all && !KINDS.matcher(kinds).matches()) {
            throw new IllegalArgumentException(
                    "write KIND.GROUP=VALUE, or *.GROUP=VALUE for all kinds of a group; for example StorageAccount.storage.azure.com=%s"
                            .formatted(RETRY.equals(setting) ? "30s..10m" : "4h"));
        }
        return new Paces.Rule<>(setting, kinds, value.apply(entry.substring(equals + 1).strip()));
    }

    private static Duration keys(String text) {
        return "always".equals(text) ? Duration.ZERO : atLeastASecond(text);
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
