package dev.dragoman.camel.check;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.HttpsFailed;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.point.DragomanPointEndpoint;
import dev.dragoman.camel.point.EndlessSteps;
import dev.dragoman.camel.reconcile.ReconciliationMessage;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;

/**
 * Runs the steps of extension points without a cluster, in the same way as the operator. Only for
 * files in which {@link OverlayCheck} finds no error. Steps that send a request to Azure fail. Not
 * thread-safe.
 */
public final class PointTrial implements AutoCloseable {
    /**
     * Time limit of a point's steps. Shorter than the operator's, because a person waits for the
     * trial.
     */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final TrialContext trial;

    /**
     * @param settings values of the placeholders that routes use
     * @param beans classes of the operator's beans, by name
     * @param bound beans that the steps call, by name; other beans are stand-ins that do nothing
     */
    PointTrial(
            Overlays overlays,
            String builtInRoutes,
            Map<String, String> settings,
            Map<String, Class<?>> beans,
            Map<String, Object> bound,
            HttpsAccess https,
            OverlaySecrets secrets,
            List<YamlFile> files) {
        trial = new TrialContext(overlays, settings, beans, https, secrets);
        var camel = trial.camel();
        bound.forEach(camel.getRegistry()::bind);
        CamelRuntime.quietErrors(camel);
        camel.getCamelContextExtension().addInterceptStrategy(new EndlessSteps());
        TrialProgress.install(camel, overlays);
        camel.getRegistry().bind(Overlays.BEAN, overlays);
        camel.getRegistry().bind(DragomanPointEndpoint.LIMIT, LIMIT);
        // does not wait, at the end, for steps that are in a delay
        camel.getShutdownStrategy().setTimeout(1);
        files.forEach(trial::standIns);
        try {
            for (var resource : trial.resources(builtInRoutes)) {
                trial.load(resource);
            }
            // routes that begin with a subscription or a timer are not started
            for (var route : camel.getRouteDefinitions()) {
                if (!route.getInput().getEndpointUri().startsWith("direct:")) {
                    route.setAutoStartup("false");
                }
            }
            camel.setAutoStartup(true);
            camel.start();
        } catch (Exception e) {
            trial.close();
            throw new IllegalArgumentException(
                    "the files cannot run together: " + Outcomes.text(e), e);
        }
    }

    /**
     * Runs the steps of a point. The result is {@link PointResult.Failed} when the steps would send
     * an https request, because a trial sends none.
     *
     * @throws OverlayFailure naming file and line, when steps fail or break their contract
     */
    public PointResult run(Reconciliation reconciliation, PointStep step) {
        var exchange = new DefaultExchange(trial.camel());
        ReconciliationMessage.fill(exchange, reconciliation);
        OwnState.set(exchange, PointStep.class, step);
        var _ =
                trial.camel()
                        .createProducerTemplate()
                        .send("dragoman-point:" + step.id(), (Exchange) exchange);
        if (exchange.getException() instanceof OverlayFailure failure) {
            int asked = failure.what().indexOf(HttpsFailed.NOT_ASKED);
            if (step.point().asks() && asked >= 0) {
                return new PointResult.Failed(failure.what().substring(asked));
            }
            throw failure;
        }
        if (exchange.getException() != null) {
            throw new IllegalStateException(
                    "running %s: %s".formatted(step.id(), exchange.getException().getMessage()),
                    exchange.getException());
        }
        return exchange.getMessage().getBody(PointResult.class);
    }

    @Override
    public void close() {
        trial.close();
    }
}
