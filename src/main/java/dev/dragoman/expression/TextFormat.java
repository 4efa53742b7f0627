package dev.dragoman.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The function {@code format} of texts: {@code "%s:%d".format([a, b])}. Confined to one call. */
final class TextFormat {
    /** Maximum number of digits after the point. */
    private static final int PRECISE = 100;

    /** Digits after the point if the format does not say how many. */
    private static final int USUAL = 6;

    private final String format;
    private final List<?> arguments;
    private final Meter meter;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int argument;

    private TextFormat(String format, List<?> arguments, Meter meter) {
        this.format = format;
        this.arguments = arguments;
        this.meter = meter;
    }

    /**
     * Formats the arguments.
     *
     * @throws Refused when the format is wrong, or needs another type than an argument has
     */
    static String of(String format, List<?> arguments, Meter meter) {
        return new TextFormat(format, arguments, meter).text();
    }

    private String text() {
        while (at < format.length()) {
            char next = format.charAt(at++);
            if (next != '%') {
                out.append(next);
            } else if (at < format.length() && format.charAt(at) == '%') {
                at++;
                out.append('%');
            } else {
                clause();
            }
        }
        return out.toString();
    }

    private void clause() {
        int precision = precision();
        if (at >= format.length()) {
            throw new Refused("the format ends after %; write %% for the sign itself");
        }
        char verb = format.charAt(at++);
        if (argument >= arguments.size()) {
            throw new Refused("the format needs more values than the list in format() has");
        }
        var value = arguments.get(argument++);
        switch (verb) {
            case 's' -> append(value);
            case 'd' -> out.append(radix(value, 10, verb));
            case 'f' -> out.append(Numbers.fixed(number(value, verb), precision));
            case 'e' -> out.append(Numbers.scientific(number(value, verb), precision));
            case 'b' -> out.append(radix(value, 2, verb));
            case 'o' -> out.append(radix(value, 8, verb));
            case 'x' -> out.append(hex(value, verb));
            case 'X' -> out.append(hex(value, verb).toUpperCase(Locale.ROOT));
            default ->
                    throw new Refused(
                            "the format has a letter after % that is none of s, d, f, e, b, o, x, X");
        }
    }

    private int precision() {
        if (at >= format.length() || format.charAt(at) != '.') {
            return USUAL;
        }
        int from = ++at;
        while (at < format.length() && Character.digit(format.charAt(at), 10) >= 0) {
            at++;
        }
        int digits = at - from;
        if (digits == 0 || digits > 3 || Integer.parseInt(format, from, at, 10) > PRECISE) {
            throw new Refused(
                    "the format needs a precision from 0 to %d after the point".formatted(PRECISE));
        }
        return Integer.parseInt(format, from, at, 10);
    }

    private void append(Object value) {
        meter.add(1);
        limited("");
        switch (value) {
            case String text -> limited(text);
            case NullValue _ -> out.append("null");
            case Boolean truth -> out.append(truth);
            case Long number -> out.append(number);
            case UnsignedLong number -> out.append(number);
            case Double number -> out.append(Numbers.plain(number));
            case CelByteString bytes -> limited(new String(bytes.toByteArray(), UTF_8));
            case Instant time -> out.append(time);
            case Duration duration -> out.append(seconds(duration));
            case TypeType type -> out.append(type.containingTypeName());
            case List<?> list -> append(list);
            case Map<?, ?> map -> append(map);
            default -> throw new Refused("the format cannot show a value of this type");
        }
    }

    private void limited(String text) {
        if (out.length() + text.length() > Meter.LONGEST) {
            meter.text((long) out.length() + text.length());
        }
        out.append(text);
    }

    private void append(List<?> list) {
        out.append('[');
        var separator = "";
        for (Object each : list) {
            out.append(separator);
            append(each);
            separator = ", ";
        }
        out.append(']');
    }

    private void append(Map<?, ?> map) {
        var sorted = new TreeMap<String, Object>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        out.append('{');
        var separator = "";
        for (var each : sorted.entrySet()) {
            out.append(separator);
            limited(each.getKey());
            out.append(": ");
            append(each.getValue());
            separator = ", ";
        }
        out.append('}');
    }

    static String seconds(Duration duration) {
        var seconds =
                BigDecimal.valueOf(duration.getNano(), 9)
                        .add(BigDecimal.valueOf(duration.getSeconds()))
                        .stripTrailingZeros();
        return seconds.toPlainString() + "s";
    }

    private static double number(Object value, char verb) {
        return switch (value) {
            case Double number -> number;
            case Long number -> number;
            case UnsignedLong number -> number.doubleValue();
            case String text when List.of("NaN", "Infinity", "-Infinity").contains(text) ->
                    Double.parseDouble(text);
            default -> throw wrong(verb, "a number");
        };
    }

    private static String radix(Object value, int radix, char verb) {
        return switch (value) {
            case Boolean truth when radix == 2 -> truth ? "1" : "0";
            case Double number when radix == 10 && !Double.isFinite(number) ->
                    Numbers.plain(number);
            case Long number -> Long.toString(number, radix);
            case UnsignedLong number -> number.toString(radix);
            default -> throw wrong(verb, "a whole number");
        };
    }

    private String hex(Object value, char verb) {
        return switch (value) {
            case String text -> hex(text.getBytes(UTF_8));
            case CelByteString bytes -> hex(bytes.toByteArray());
            default -> radix(value, 16, verb);
        };
    }

    private String hex(byte[] bytes) {
        meter.text(out.length() + 2L * bytes.length);
        return HexFormat.of().formatHex(bytes);
    }

    private static Refused wrong(char verb, String type) {
        return new Refused("the format has %%%s for a value that is not %s".formatted(verb, type));
    }
}
