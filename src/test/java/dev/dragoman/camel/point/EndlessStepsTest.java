package dev.dragoman.camel.point;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of routes that would never end. */
class EndlessStepsTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final String LOOP =
            "- loop: {doWhile: true, simple: \"true == true\", steps: [%s]}";

    /** Runs the steps of a route; the interrupt comes when a loop has gone round. */
    private static Exchange run(String before, String route, Duration deadline, boolean interrupt)
            throws Exception {
        try (var camel = new DefaultCamelContext()) {
            CamelRuntime.quietErrors(camel);
            camel.getCamelContextExtension().addInterceptStrategy(new EndlessSteps());
            // as the client of the API server, which was waiting
            Processor interrupted =
                    exchange -> {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted");
                    };
            camel.getRegistry().bind("interrupted", interrupted);
            var steps = new AtomicLong();
            camel.getCamelContextExtension()
                    .addInterceptStrategy(
                            (context, definition, target, next) ->
                                    exchange -> {
                                        steps.incrementAndGet();
                                        target.process(exchange);
                                    });
            var text =
                    "- route:\n    from:\n      uri: direct:it\n      steps:\n" + route.indent(8);
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(ResourceHelper.fromString("it.camel.yaml", before + text));
            camel.start();
            var ended = new AtomicReference<Exchange>();
            var worker =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        var exchange = new DefaultExchange(camel);
                                        Deadline.set(exchange, deadline);
                                        var sent =
                                                camel.createProducerTemplate()
                                                        .send("direct:it", exchange);
                                        ended.set(sent);
                                    });
            if (interrupt) {
                // by then the loop has gone round
                await().until(() -> steps.get() > 100);
                worker.interrupt();
            }
            worker.join(LONG);
            assertThat(ended.get()).as(route).isNotNull();
            return ended.get();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setHeader: {name: x, constant: y}",
                "setBody: {simple: \"${uppercase('a')}\"}"
            })
    void anInterruptEndsALoop(String step) throws Exception {
        assertThat(run("", LOOP.formatted("{" + step + "}"), LONG.multipliedBy(2), true))
                .satisfies(
                        ended ->
                                assertThat(ended.getException())
                                        .isInstanceOf(InterruptedException.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{setHeader: {name: x, constant: y}}",
                "{doTry: {steps: [{setHeader: {name: x, constant: y}}], doCatch: [{exception: [java.lang.Exception], steps: [{setHeader: {name: x, constant: z}}]}]}}",
                "{removeProperties: {pattern: \"*\"}}",
                "{split: {parallelProcessing: true, simple: \"${list(1,2)}\", steps: [{setHeader: {name: x, constant: y}}]}}"
            })
    void aLoopEndsAtTheDeadline(String step) throws Exception {
        var ended = run("", LOOP.formatted(step), Duration.ofMillis(500), false);
        assertThat(ended.getException()).isNotNull();
    }

    /** Camel would count down the rounds that are left, which takes long. */
    @ParameterizedTest
    @ValueSource(strings = {"constant: 2000000000", "simple: \"${header.rounds}\""})
    void aLoopWithTooManyRoundsDoesNotBegin(String count) throws Exception {
        var route =
                "- setHeader: {name: rounds, constant: 2000000000}\n"
                        + "- loop: {%s, steps: [{setHeader: {name: x, constant: y}}]}\n"
                                .formatted(count);
        var ended = run("", route, Duration.ofMillis(500), false);
        assertThat(ended.getException())
                .hasMessage(
                        "'loop' has 2000000000 rounds, more than the 1000000 that are allowed; choose fewer");
        assertThat(ended.getMessage().getHeader("x")).isNull();
    }

    /** A handler that goes on as if nothing was. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandlerThatGoesOnDoesNotKeepTheLoopAlive(boolean interrupt) throws Exception {
        var handler =
                """
                - onException:
                    exception: [java.lang.Exception]
                    continued: { constant: "true" }
                """;
        var ended =
                run(
                        handler,
                        LOOP.formatted("{setHeader: {name: x, constant: y}}"),
                        Duration.ofSeconds(1),
                        interrupt);
        assertThat(ended.isRouteStop()).isTrue();
    }

    /** The interrupt comes while a step waits, which sets it again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandlerRunsAfterAnInterruptOfAStepThatWaits(boolean inRoute) throws Exception {
        var handler =
                """
                - onException:
                    exception: [java.lang.Exception]
                    handled: { constant: "true" }
                    steps: [ { setHeader: { name: handled, constant: "yes" } } ]
                """;
        var step = "process: { ref: interrupted }";
        var ended =
                inRoute
                        ? run(
                                "",
                                "- doTry: { steps: [ { %s } ], doCatch: [ { exception: [java.lang.Exception], steps: [ { setHeader: { name: handled, constant: \"yes\" } } ] } ] }"
                                        .formatted(step),
                                LONG,
                                false)
                        : run(handler, "- " + step, LONG, false);
        assertThat(ended.getException()).isNull();
        assertThat(ended.getMessage().getHeader("handled")).isEqualTo("yes");
    }
}
