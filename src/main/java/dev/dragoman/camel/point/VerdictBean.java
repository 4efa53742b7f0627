package dev.dragoman.camel.point;

import dev.dragoman.camel.Redactor;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.settings.GoDuration;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The bean {@code verdict}: stops the reconciliation, and so ends the point. Thread-safe. */
public final class VerdictBean {
    /**
     * Refuses to create, change or delete what the object asks for, until the object, its namespace
     * or the overlay changes. The object shows Ready=False with severity Error.
     *
     * @param reason reason of the condition, CamelCase
     * @param message message of the condition; says what to do
     */
    public void refuse(String reason, String message, Exchange exchange) {
        judge(new Verdict(reason, Redactor.redact(message), Optional.empty()), exchange);
    }

    /**
     * Delays creation, change or deletion. The object shows Ready=False with severity Info.
     *
     * @param after time until the next try, such as {@code 5m}; a change of the object is tried at
     *     once
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
