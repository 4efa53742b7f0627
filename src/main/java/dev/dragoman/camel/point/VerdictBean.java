package dev.dragoman.camel.point;

import dev.dragoman.camel.Redactor;
import dev.dragoman.capability.Verdict;
import dev.dragoman.settings.GoDuration;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The bean {@code verdict}: does not let the reconciliation go on. Ends the point. Thread-safe. */
public final class VerdictBean {
    /**
     * What is asked for is not made, changed or deleted, until the object, its namespace or the
     * overlay is another. The object shows Ready=False with severity Error.
     *
     * @param reason of the condition, CamelCase
     * @param message what to do
     */
    public void refuse(String reason, String message, Exchange exchange) {
        judge(new Verdict(reason, Redactor.redact(message), Optional.empty()), exchange);
    }

    /**
     * It is not made, changed or deleted yet. The object shows Ready=False with severity Info.
     *
     * @param after when it is looked at again, such as {@code 5m}; a change counts at once
     */
    public void hold(String reason, String message, String after, Exchange exchange) {
        if (after == null) {
            throw new IllegalArgumentException(
                    "hold needs a time after which to look again, such as 5m");
        }
        judge(
                new Verdict(reason, Redactor.redact(message), Optional.of(GoDuration.parse(after))),
                exchange);
    }

    private static void judge(Verdict verdict, Exchange exchange) {
        var run = PointRun.of(exchange, "verdict");
        if (!run.step().point().judges()) {
            throw new IllegalStateException(
                    "there is nothing to judge at %s; refuse or hold in desired, before-create, before-change or before-delete"
                            .formatted(run.step().id()));
        }
        run.judge(verdict, exchange);
    }
}
