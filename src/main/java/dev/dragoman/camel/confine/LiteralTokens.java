package dev.dragoman.camel.confine;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.Expression;
import org.apache.camel.ExpressionIllegalSyntaxException;
import org.apache.camel.language.tokenizer.TokenizeLanguage;

/**
 * The language {@code tokenize}, whose token is a literal text. Camel reads any token as an
 * expression of the language simple, and then as a regular expression, which a malicious text could
 * keep running for ever.
 */
public final class LiteralTokens extends TokenizeLanguage {
    /** Why some options are refused, and what to use instead. */
    public static final String UNBOUNDED =
            "regular expressions of tokenize have no time limit; split with a plain 'token', or with ${body.split('REGEX')} of simple";

    // positions of the options, as in Camel's own class
    private static final int TOKEN = 2;
    private static final int END = 3;
    private static final int DELIMITER = 5;
    private static final int REGEX = 6;
    private static final int XML = 7;

    @Override
    public Expression createExpression(Expression source, String text, Object[] given) {
        var options = given == null ? new Object[0] : given;
        var token = property(String.class, options, TOKEN, text);
        if (property(String.class, options, END, null) != null
                || isSet(options, REGEX)
                || isSet(options, XML)) {
            throw refused(
                    token, "regex, xml and endToken of tokenize are not for routes: " + UNBOUNDED);
        }
        if (token.contains("${") || token.contains("$simple{")) {
            throw refused(token, "the token of tokenize is computed; write a plain text");
        }
        // replaces escapes as the language simple does
        var plain = token.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
        var literal = Arrays.copyOf(options, Math.max(options.length, REGEX + 1));
        literal[TOKEN] = Pattern.quote(plain);
        literal[REGEX] = true;
        // groups are joined by the token
        literal[DELIMITER] =
                Optional.ofNullable(property(String.class, options, DELIMITER, null)).orElse(plain);
        return super.createExpression(source, text, literal);
    }

    private static ExpressionIllegalSyntaxException refused(String token, String why) {
        return new ExpressionIllegalSyntaxException(token, new IllegalArgumentException(why));
    }

    private boolean isSet(Object[] options, int position) {
        return property(Boolean.class, options, position, false);
    }
}
