package dev.dragoman.capability.status;

import java.util.regex.Pattern;

/**
 * The parts that differ in each answer of a service although it means the same: ids of requests,
 * times, and how long to wait. If these parts counted, each retry would write the status again.
 * Names, counts and indexes are no noise. Pure.
 */
final class Noise {
    private static final String UUID =
            "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    private static final String CLOCK = "\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?";

    /** A date, in the forms that answers of Azure and of Entra have, with the time of the day. */
    private static final String TIME =
            "(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/\\d{4}|\\d{1,2} [A-Z][a-z]{2} \\d{4})[T ]"
                    + CLOCK;

    private static final String PAUSE = "\\b\\d+ ?(?:ms|s|seconds?|minutes?)\\b";

    /** Ticks, and ids of traces in hexadecimal or decimal digits. */
    private static final String LONG = "\\b(?=[a-fA-F]*\\d)[0-9a-fA-F]{16,}\\b|\\d{10,}";

    private static final Pattern NOISE =
            Pattern.compile(
                    String.join(
                            "|", UUID, TIME, "(?<![\\w:])" + CLOCK + "(?![\\w:])", PAUSE, LONG));

    private Noise() {}

    /** The message with a placeholder for each id, time and pause. */
    static String without(String message) {
        return NOISE.matcher(message).replaceAll("#");
    }
}
