package dev.dragoman.camel.point;

import dev.dragoman.capability.Point;
import java.util.List;
import org.apache.camel.Exchange;

/**
 * The bean {@code signature}: hands over what somebody else has signed, in the point {@code sign}.
 * Thread-safe.
 */
public final class SignatureBean {
    /** Texts that are handed over at most, of chain and of roots. */
    private static final int MOST = 64;

    /**
     * Another CA has signed what it was asked for.
     *
     * @param chain PEM of the certificate, then of those between it and the root: one text, or a
     *     list of texts
     * @param roots PEM of the CAs to trust, in the same form; null where the chain ends with one
     * @throws IllegalArgumentException when there is no chain, or something is no text
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
