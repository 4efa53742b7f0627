package dev.dragoman.namespaces;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.PassExchange;
import dev.dragoman.namespaces.decision.Decision;
import dev.dragoman.namespaces.decision.Step;
import dev.dragoman.reconcile.Outcome;
import org.apache.camel.Exchange;

/** The steps of route {@code namespaces}, as the bean {@code namespaces}. Thread-safe. */
public final class NamespaceProcessors {
    /** Whether the loop of the route goes on. */
    public static final String OPEN = "namespacesOpen";

    private static final String VISIT = "dragoman.namespaces.visit";

    private final NamespaceObserver observer;
    private final NamespaceActor actor;
    private final NamespaceRecorder recorder;
    private final Lifetimes lifetimes;

    NamespaceProcessors(
            NamespaceObserver observer,
            NamespaceActor actor,
            NamespaceRecorder recorder,
            Lifetimes lifetimes) {
        this.observer = observer;
        this.actor = actor;
        this.recorder = recorder;
        this.lifetimes = lifetimes;
    }

    /** Reads the request and the namespace of its name. */
    public void observe(Exchange exchange) {
        Outcomes.begin(exchange);
        var visit = observer.observe(PassExchange.pass(exchange)).orElse(null);
        exchange.setProperty(VISIT, visit);
        exchange.setProperty(OPEN, visit != null);
    }

    /** Decides the one thing to do next. */
    public void decide(Exchange exchange) {
        var visit = exchange.getProperty(VISIT, NamespaceVisit.class);
        visit.step = Decision.next(visit.facts, visit.progress);
        exchange.setProperty(OPEN, !(visit.step instanceof Step.Finish));
    }

    /** Does it. */
    public void act(Exchange exchange) {
        var visit = exchange.getProperty(VISIT, NamespaceVisit.class);
        visit.progress = actor.act(visit);
    }

    /** Writes on the request what came of it, and tells the queue when to come again. */
    public void record(Exchange exchange) {
        var visit = exchange.getProperty(VISIT, NamespaceVisit.class);
        var outcome =
                visit != null && visit.step instanceof Step.Finish finish
                        ? recorder.record(visit, finish)
                        : Outcome.done();
        exchange.setProperty(Outcomes.OUTCOME, outcome);
    }

    /** A step failed in a way that no decision foresaw: a missing right, a broken overlay. */
    public void failed(Exchange exchange) {
        Outcomes.unforeseen(exchange, recorder::failed);
    }

    /** Ends a namespace whose time is over, or that goes with a request that is gone. */
    public void lifetime(Exchange exchange) {
        exchange.setProperty(Outcomes.OUTCOME, lifetimes.look(PassExchange.pass(exchange)));
    }
}
