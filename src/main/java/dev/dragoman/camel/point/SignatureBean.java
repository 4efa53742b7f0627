package dev.dragoman.camel.point;

import java.util.List;
import org.apache.camel.Exchange;

/**
 * The bean {@code signature}: hands a certificate that another CA has signed to the operator, at
 * the point {@code sign}. Thread-safe.
 */
public final class SignatureBean {
    /** Maximum number of texts in each of the two arguments. */
    private static final int MOST = 64;

    /**
     * Hands the certificate that another CA has signed to the operator.
     *
     * @param chain PEM of the certificate, then of the intermediate certificates: one text, or a
     *     list of texts
     * @param roots PEM of the root certificates to trust, in the same form; null when the chain
     *     ends with the root
     * @throws IllegalArgumentException when there is no chain, or an element is not a text
     */
    public void given(Object chain, Object roots, Exchange exchange) {
        var run = PointRun.of(exchange, "signature");
        var given = texts("chain", chain);
        if (given.isEmpty()) {
            throw new IllegalArgumentException(
                    "the chain is null or empty; name the field of the answer that has the certificate");
        }
        run.sign(given, texts("roots", roots));
    }

    private static List<String> texts(String name, Object value) {
        return switch (value) {
            case null -> List.of();
            case String text -> text.isBlank() ? List.of() : List.of(text);
            case List<?> list
                    when list.size() <= MOST && list.stream().allMatch(String.class::isInstance) ->
                    list.stream().map(String.class::cast).toList();
            default ->
                    throw new IllegalArgumentException(
                            "the argument '%s' is neither a text nor a list of at most %d texts"
                                    .formatted(name, MOST));
        };
    }
}
