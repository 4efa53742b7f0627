package dev.dragoman.settings;

import dev.dragoman.kube.object.Names;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads values of settings. A blank value counts as not set, and blanks around a value do not
 * count. The exception for a wrong value names the setting.
 */
public final class SettingValues {
    private SettingValues() {}

    /** The value of a setting; {@code otherwise} where the setting is not set. */
    public static String text(Map<String, String> env, String name, String otherwise) {
        var value = env.get(name);
        return value == null || value.isBlank() ? otherwise : value.strip();
    }

    /** Entries of a list that is separated by commas; blank ones do not count. */
    public static List<String> entries(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /**
     * Parses the value of a setting, or {@code otherwise} where the setting is not set.
     *
     * @param read throws an IllegalArgumentException that says what is wrong, without the name
     * @throws IllegalArgumentException what {@code read} threw, with the name of the setting
     */
    public static <T> T parse(
            Map<String, String> env, String name, String otherwise, Function<String, T> read) {
        try {
            return read.apply(text(env, name, otherwise));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** Parses the value as {@link #parse} does; empty where the setting is not set. */
    public static <T> Optional<T> optional(
            Map<String, String> env, String name, Function<String, T> read) {
        return text(env, name, "").isEmpty()
                ? Optional.empty()
                : Optional.of(parse(env, name, "", read));
    }

    /**
     * Whether the value equals {@code on}. Only the values {@code on} and {@code off} are allowed.
     *
     * @param otherwise the value where the setting is not set
     */
    public static boolean flag(
            Map<String, String> env, String name, String off, String on, String otherwise) {
        return parse(
                env,
                name,
                otherwise,
                value -> {
                    if (!value.equals(on) && !value.equals(off)) {
                        throw new IllegalArgumentException(
                                "'%s' is neither %s nor %s".formatted(value, on, off));
                    }
                    return value.equals(on);
                });
    }

    /**
     * The name of a namespace.
     *
     * @throws IllegalArgumentException where it cannot be one
     */
    public static String namespace(String value) {
        if (!Names.isLabel(value)) {
            throw new IllegalArgumentException("'%s' is no name of a namespace".formatted(value));
        }
        return value;
    }

    /**
     * Parses a duration that must be within bounds.
     *
     * @param least the shortest allowed duration, such as {@code 1s}
     * @param most the longest allowed duration
     * @throws IllegalArgumentException where the value is no duration, or is out of these bounds
     */
    public static Duration between(String value, String least, String most) {
        var time = GoDuration.parse(value);
        if (time.compareTo(GoDuration.parse(least)) < 0
                || time.compareTo(GoDuration.parse(most)) > 0) {
            throw new IllegalArgumentException(
                    "'%s' is not between %s and %s".formatted(value, least, most));
        }
        return time;
    }
}
