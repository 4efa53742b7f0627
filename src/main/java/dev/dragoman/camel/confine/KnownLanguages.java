package dev.dragoman.camel.confine;

import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.NoSuchLanguageException;
import org.apache.camel.impl.engine.DefaultLanguageResolver;
import org.apache.camel.spi.Language;

/**
 * Resolves the languages that routes may use. None of these runs code, reads files, or searches
 * without a time limit. Immutable.
 */
public final class KnownLanguages extends DefaultLanguageResolver {
    /** Names of the languages. */
    public static final Set<String> NAMES =
            Set.of(
                    "constant",
                    "exchangeProperty",
                    "header",
                    "jsonpath",
                    "simple",
                    "tokenize",
                    "variable",
                    "bean");

    @Override
    public Language resolveLanguage(String name, CamelContext context) {
        if (!NAMES.contains(name)) {
            throw new NoSuchLanguageException(name);
        }
        return switch (name) {
            case "bean" -> new ValueLanguage();
            case "simple" -> new ValueSimple();
            case "jsonpath" -> new BoundedJsonPath();
            case "tokenize" -> new LiteralTokens();
            default -> super.resolveLanguage(name, context);
        };
    }
}
