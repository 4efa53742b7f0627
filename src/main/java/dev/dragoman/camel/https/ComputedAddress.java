package dev.dragoman.camel.https;

import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.util.URISupport;

/**
 * Compares the computed address of a dynamic endpoint with the text in the file. A value in the
 * address may come from a user. It must not add a query or an option of the endpoint, nor lead out
 * of its folder in the path. Pure.
 */
final class ComputedAddress {
    private static final List<String> FUNCTIONS = List.of("${", "$simple{");

    /** A path segment {@code .} or {@code ..}, also when it is encoded. */
    private static final Pattern DOTS = Pattern.compile("(?i)(\\.|%2e){1,2}");

    private ComputedAddress() {}

    /**
     * @param written the text in the file, with placeholders replaced by their values
     * @param computed the address, with expressions replaced by their results
     * @param options names of the endpoint's options
     * @throws HttpsFailed when a value changes more than its own place in the address
     */
    static void check(String written, String computed, Set<String> options) {
        var literal = new StringBuilder();
        // values may add parameters only if each value in the query stands for whole parameters;
        // otherwise it is unknown which value has added one
        boolean whole = true;
        for (int at = 0; at < written.length(); ) {
            int begin = next(written, at);
            literal.append(written, at, begin);
            at = end(written, begin);
            if (begin < written.length() && literal.indexOf("?") >= 0) {
                whole &= isBegin(literal) && (at == written.length() || written.charAt(at) == '&');
            }
        }
        var text = literal.toString();
        if (adds('?', text, computed)
                || adds('#', text, computed)
                || adds('&', path(text), path(computed))
                || (!whole && adds('&', text, computed))
                || dots(computed) > dots(text)
                || !options(text, options).equals(options(computed, options))) {
            throw HttpsFailed.of(
                    "nothing was sent: a value in the address contains '?', '#' or '&', sets an option of the endpoint, or leaves its folder. Put such a value into the body or a header");
        }
    }

    /** Whether a parameter begins at the end of the text. */
    private static boolean isBegin(StringBuilder literal) {
        return "?&".indexOf(literal.charAt(literal.length() - 1)) >= 0;
    }

    private static String path(String address) {
        return address.replaceFirst("(?s)\\?.*", "");
    }

    private static int next(String text, int from) {
        return FUNCTIONS.stream()
                .mapToInt(each -> text.indexOf(each, from))
                .filter(at -> at >= 0)
                .min()
                .orElse(text.length());
    }

    /** Index after the bracket that closes the expression. */
    private static int end(String text, int begin) {
        int depth = 0;
        for (int i = begin; i < text.length(); i++) {
            char each = text.charAt(i);
            depth += each == '{' ? 1 : each == '}' ? -1 : 0;
            if (each == '}' && depth == 0) {
                return i + 1;
            }
        }
        return text.length();
    }

    private static boolean adds(char mark, String literal, String computed) {
        return computed.chars().filter(each -> each == mark).count()
                > literal.chars().filter(each -> each == mark).count();
    }

    private static long dots(String address) {
        return Stream.of(address.replaceFirst("(?s)[?#].*", "").split("/", -1))
                .filter(each -> DOTS.matcher(each).matches())
                .count();
    }

    /**
     * How often the address has each option. Parses the address as Camel does, which decodes the
     * names of parameters.
     */
    private static Map<String, Integer> options(String address, Set<String> options) {
        int mark = address.indexOf('?');
        if (mark < 0) {
            return Map.of();
        }
        var found = new HashMap<String, Integer>();
        try {
            URISupport.parseQuery(address.substring(mark + 1), true, true)
                    .forEach(
                            (name, value) -> {
                                if (options.contains(name)) {
                                    found.put(name, value instanceof List<?> all ? all.size() : 1);
                                }
                            });
        } catch (URISyntaxException | IllegalArgumentException unreadable) {
            throw HttpsFailed.of(
                    "nothing was sent: the query of the address cannot be read. Encode the values in it");
        }
        return found;
    }
}
