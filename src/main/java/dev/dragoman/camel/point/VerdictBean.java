package dev.dragoman.camel.point;

import dev.dragoman.camel.Redactor;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.settings.GoDuration;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The bean {@code verdict}: gives a verdict, which ends the point. Thread-safe. */
public final class VerdictBean {
    /**
     * Refuses to create, change or delete what the object asks for, until the object, its namespace
     * or the overlay changes. The object shows Ready=False with severity Error.
     *
     * @param reason reason of the condition, CamelCase
     * @param message message of the condition; should say what to do
     */
    public void refuse(String reason, String message, Exchange exchange) {
        judge(new Verdict(reason, Redactor.redact(message), Optional.empty()), exchange);
    }

    /**
     * Delays creation, change or deletion. The object shows Ready=False with severity Info.
     *
     * @param after time until the next reconciliation, such as {@code 5m}; a change of the object
     *     causes a reconciliation at once
     */
    public void hold(String reason, String message, String after, Exchange exchange) {
        if (after == null) {
            throw new IllegalArgumentException(
                    "hold needs a time after which the operator tries again, such as 5m");
        }
        judge(
                new Verdict(reason, Redactor.redact(message), Optional.of(GoDuration.parse(after))),
                exchange);
    }

    private static void judge(Verdict verdict, Exchange exchange) {
        PointRun.of(exchange, "verdict").judge(verdict, exchange);
    }
}
