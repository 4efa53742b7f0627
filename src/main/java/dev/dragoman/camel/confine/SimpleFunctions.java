package dev.dragoman.camel.confine;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.util.OgnlHelper;

/**
 * The functions of Camel's language simple that overlays may use: functions that read the message,
 * and functions that compute a value from values. All other functions are refused, because some
 * read files, the environment or other parts of the process, and each version of Camel has new
 * ones. The names are those of Camel's catalog.
 */
public final class SimpleFunctions {
    private static final String MESSAGE =
            "body bodyAs bodyOneLine bodyType mandatoryBodyAs prettyBody header headerAs headers"
                    + " variable variableAs variables exchangeProperty exception setHeader setVariable bean";
    private static final String EXCHANGE =
            "in exchangeId id messageTimestamp routeId routeGroup fromRouteId stepId";
    private static final String TEXTS =
            "capitalize lowercase uppercase normalizeWhitespace"
                    + " pad quote safeQuote unquote replace reverse substring substringAfter"
                    + " substringBefore substringBetween trim concat hash pretty uuid";
    private static final String NUMBERS =
            "abs average ceil floor max min random range sum date date-with-timezone";
    private static final String LISTS =
            "collate distinct filter forEach join length list map newEmpty shuffle size skip split";
    private static final String CONDITIONS =
            "assert contains empty iif isAlpha isAlphaNumeric isEmpty isNumeric not null kindOfType convertTo";

    private static final Set<String> ALLOWED =
            Stream.of(MESSAGE, EXCHANGE, TEXTS, NUMBERS, LISTS, CONDITIONS)
                    .flatMap(names -> Stream.of(names.split(" ")))
                    .collect(
                            Collectors.collectingAndThen(
                                    Collectors.toCollection(TreeSet::new),
                                    Collections::unmodifiableSet));

    private static final Set<String> ALLOWED_LOWER_CASE =
            Set.copyOf(ALLOWED.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());

    private static final Pattern NAME = Pattern.compile("[\\s?!]*([A-Za-z][A-Za-z0-9-]*)");

    private static final Pattern PATH =
            Pattern.compile("(?s)(?:in\\.)?(?:body|(?:headers?|variable)[.:]\\w+)([.?\\[].*)");

    private SimpleFunctions() {}

    /** Names of the functions, sorted. */
    public static Set<String> names() {
        return ALLOWED;
    }

    /** The part of a path that no value has: {@code location} in {@code body.location}. */
    public static Optional<String> unreadable(String function) {
        var path = PATH.matcher(function);
        return !path.matches() || function.contains("${")
                ? Optional.empty()
                : OgnlHelper.splitOgnl(path.group(1)).stream()
                        .flatMap(part -> ValueLanguage.method(part).stream())
                        .filter(name -> name.matches("\\w+") && !ValueReading.isKnown(name))
                        .findFirst();
    }

    /**
     * Whether overlays may use a function.
     *
     * @param function the text between the braces
     */
    public static boolean isAllowed(String function) {
        var name = NAME.matcher(function);
        return name.lookingAt()
                && ALLOWED_LOWER_CASE.contains(name.group(1).toLowerCase(Locale.ROOT));
    }
}
