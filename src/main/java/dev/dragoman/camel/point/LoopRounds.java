package dev.dragoman.camel.point;

import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.NamedNode;
import org.apache.camel.model.LoopDefinition;

/**
 * Limits the rounds of a step {@code loop} that is not {@code doWhile}. When such a loop ends
 * early, Camel counts down the remaining rounds one by one, and nothing can stop that. Two billion
 * rounds take many seconds, and more when other threads compute too. Thread-safe.
 */
public final class LoopRounds {
    /** Maximum number of rounds. No run does as many within its time limit. */
    public static final int MOST = 1_000_000;

    private final Expression count;

    private LoopRounds(Expression count) {
        this.count = count;
    }

    /** The rounds of a step; empty when the step is not such a loop. */
    static Optional<LoopRounds> of(CamelContext context, NamedNode step) {
        if (!(step instanceof LoopDefinition loop)
                || Boolean.parseBoolean(loop.getDoWhile())
                || loop.getExpression() == null) {
            return Optional.empty();
        }
        var count = loop.getExpression().createExpression(context);
        count.init(context);
        return Optional.of(new LoopRounds(count));
    }

    /** Why the loop may not begin; empty when it may. */
    Optional<String> refusal(Exchange exchange) {
        return rounds(exchange).filter(rounds -> rounds > MOST).map(LoopRounds::tooMany);
    }

    /** The message for a loop of so many rounds. */
    public static String tooMany(Number rounds) {
        return "'loop' has %s rounds, more than the %d that are allowed; choose fewer"
                .formatted(rounds, MOST);
    }

    private Optional<Integer> rounds(Exchange exchange) {
        try {
            return Optional.ofNullable(
                    exchange.getContext()
                            .getTypeConverter()
                            .tryConvertTo(
                                    Integer.class,
                                    exchange,
                                    count.evaluate(exchange, String.class)));
        } catch (RuntimeException unknown) {
            // the loop itself fails too, and Camel reports that
            return Optional.empty();
        }
    }
}
