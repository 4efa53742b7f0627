package dev.dragoman.camel.confine;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Functions of Camel's language simple that overlays may use: those that look at the message, and
 * those that make a value of values. Camel has more, which read files, the environment, or what
 * else is in the process, and each version brings new ones; so what is not here is refused. Names
 * are those of Camel's catalog.
 */
public final class SimpleFunctions {
    private static final Set<String> ALLOWED =
            new TreeSet<>(
                    Set.of(
                            ("body bodyAs bodyOneLine bodyType mandatoryBodyAs prettyBody header headerAs headers"
                                            + " in variable variableAs variables exchangeProperty exception exchangeId"
                                            + " id messageTimestamp routeId routeGroup fromRouteId stepId bean"
                                            + " setHeader setVariable"
                                            + " abs assert average base64Decode base64Encode capitalize ceil collate"
                                            + " concat contains convertTo date date-with-timezone distinct empty"
                                            + " filter floor forEach hash iif isAlpha isAlphaNumeric isEmpty"
                                            + " isNumeric join kindOfType length list lowercase map max min newEmpty"
                                            + " normalizeWhitespace not null pad pretty quote random range replace"
                                            + " reverse safeQuote shuffle size skip split substring"
                                            + " substringAfter substringBefore substringBetween sum trim unquote"
                                            + " uppercase uuid")
                                    .split(" ")));

    private static final Set<String> FOLDED =
            Set.copyOf(ALLOWED.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());

    private static final Pattern NAME = Pattern.compile("[\\s?!]*([A-Za-z][A-Za-z-]*)");

    private SimpleFunctions() {}

    /** Their names, in order. */
    public static Set<String> names() {
        return ALLOWED;
    }

    /**
     * Whether a function may be used.
     *
     * @param function what stands between the braces
     */
    public static boolean isAllowed(String function) {
        var name = NAME.matcher(function);
        return name.lookingAt() && FOLDED.contains(name.group(1).toLowerCase(Locale.ROOT));
    }
}
