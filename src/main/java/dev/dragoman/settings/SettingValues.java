package dev.dragoman.settings;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads values of settings. A blank value counts as not set, blanks around a value do not count,
 * and what is wrong is thrown with the name of the setting.
 */
public final class SettingValues {
    private SettingValues() {}

    /** The value; {@code otherwise} where it is not set. */
    public static String text(Map<String, String> env, String name, String otherwise) {
        var value = env.get(name);
        return value == null || value.isBlank() ? otherwise : value.strip();
    }

    /**
     * What is made of the value, or of {@code otherwise} where it is not set.
     *
     * @param read throws an IllegalArgumentException that says what is wrong, without the name
     * @throws IllegalArgumentException with the name
     */
    public static <T> T parse(
            Map<String, String> env, String name, String otherwise, Function<String, T> read) {
        try {
            return read.apply(text(env, name, otherwise));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** As {@link #parse}; empty where it is not set. */
    public static <T> Optional<T> optional(
            Map<String, String> env, String name, Function<String, T> read) {
        return text(env, name, "").isEmpty()
                ? Optional.empty()
                : Optional.of(parse(env, name, "", read));
    }

    /**
     * Whether the value is {@code on}, where it must be that or {@code off}.
     *
     * @param otherwise the value where it is not set
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
     * A time.
     *
     * @param least the shortest that is allowed, such as {@code 1s}
     * @param most the longest that is allowed
     * @throws IllegalArgumentException where it is none, or not between these
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
