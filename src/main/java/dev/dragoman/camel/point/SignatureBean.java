package dev.dragoman.camel.point;

import dev.dragoman.capability.point.Point;
import java.util.List;
import org.apache.camel.Exchange;

/**
 * The bean {@code signature}: hands over a certificate that another CA has signed, in the point
 * {@code sign}. Thread-safe.
 */
public final class SignatureBean {
    /** Most texts of a chain, and of roots. */
    private static final int MOST = 64;

    /**
     * Hands over the certificate that another CA has signed.
     *
     * @param chain PEM of the certificate, then of the intermediate certificates: one text, or a
     *     list of texts
     * @param roots PEM of the CAs to trust, in the same form; null where the chain ends with one
     * @throws IllegalArgumentException when there is no chain, or an element is not a text
     */
    public void given(Object chain, Object roots, Exchange exchange) {
        var run = PointRun.of(exchange, "signature");
        if (run.step().point() != Point.SIGN) {
            throw new IllegalStateException(
                    "signatures are given in the point sign, and not in " + run.step().id());
        }
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
                            "%s: neither a text nor a list of at most %d texts"
                                    .formatted(name, MOST));
        };
    }
}
