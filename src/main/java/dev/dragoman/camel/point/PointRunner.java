package dev.dragoman.camel.point;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.StepsRoute;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.https.OpenRequests;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.reconcile.KubernetesReconcileConstants;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.reconcile.Acting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.support.DefaultExchange;
import org.slf4j.MDC;

/**
 * Runs the files of one point, one after the other, on a separate thread. So steps that do not end
 * delay a reconciliation only up to the time limit. Thread-safe.
 */
final class PointRunner {
    private static final String PREFIX = "CamelKubernetesReconcile";

    /** Headers that steps do not get: only the route may set the outcome. */
    private static final Set<String> NOT_COPIED = Set.of(KubernetesReconcileConstants.OUTCOME);

    private static final Pattern POINT_BEAN =
            Pattern.compile(
                    "bean:(//)?(%s)\\b".formatted(String.join("|", PointBeans.ALL.keySet())));

    private final CamelContext context;
    private final List<Target> targets;
    private final Optional<Duration> limit;
    private final LateRuns late = new LateRuns();

    /**
     * A file of the point.
     *
     * @param file path of the file, for messages
     * @param uri endpoint URI of the route or kamelet that Camel has built from the file
     */
    private record Target(Path file, String uri) {}

    /**
     * @param limit time limit in place of the point's own; empty to use the point's own
     */
    PointRunner(CamelContext context, String point, List<Path> files, Optional<Duration> limit) {
        this.context = context;
        this.limit = limit;
        this.targets =
                files.stream()
                        .map(
                                file ->
                                        new Target(
                                                file,
                                                Overlays.Steps.of(file)
                                                        .map(steps -> "direct:" + steps.id())
                                                        .orElse("kamelet:" + point)))
                        .toList();
    }

    /**
     * Runs the steps and returns their result. At a point with {@link Point#acts}, a failure of the
     * steps is returned as a result too.
     *
     * @throws OverlayFailure naming the file, when the steps of another point fail or leave an
     *     unusable body
     */
    PointResult run(Exchange exchange, PointStep step) {
        var key = ReconciliationExchange.reconciliation(exchange).key();
        var run = new PointRun(step);
        var refusal = late.refusal(key);
        if (refusal.isPresent()) {
            return failed(run, OverlayFailure.of(files(), refusal.get()));
        }
        var logged = MDC.getCopyOfContextMap();
        var task =
                new FutureTask<>(
                        Acting.carrying(
                                () -> {
                                    if (logged != null) {
                                        MDC.setContextMap(logged);
                                    }
                                    return inTurn(exchange, run);
                                }));
        // not a virtual thread: a step that only computes would never release its carrier thread
        var thread = Thread.ofPlatform().daemon().name(step.id()).start(task);
        var most = limit.orElse(step.limit());
        try {
            return task.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            run.expire();
            run.requests().cancel();
            late.add(thread, key);
            return failed(
                    run,
                    OverlayFailure.of(
                            run.begun().map(this::place).orElseGet(this::files),
                            "did not end within %d s".formatted(most.toSeconds())));
        } catch (ExecutionException thrown) {
            var failure =
                    thrown.getCause() instanceof FileFailure known
                            ? known.failure
                            : failing(
                                    run.begun().map(this::place).orElseGet(this::files),
                                    thrown.getCause());
            return failed(run, failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            // the operator stops: this failure is not shown on the object
            throw new IllegalStateException("interrupted in the point " + step.id(), stopped);
        } finally {
            run.end();
            if (!step.point().acts()) {
                run.expire();
            }
            thread.interrupt();
        }
    }

    private static PointResult failed(PointRun run, OverlayFailure failure) {
        if (run.step().point().acts()) {
            return new PointResult.Failed(failure.place() + " " + failure.what(), run.kept());
        }
        throw failure;
    }

    private static OverlayFailure failing(String place, Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            // the cause is the file, not the object
            if (cause instanceof VirtualMachineError) {
                return OverlayFailure.of(place, "needs more memory than there is: " + cause);
            }
        }
        return OverlayFailure.thrown(place, "failed: " + Outcomes.text(failure));
    }

    private String files() {
        return String.join(" with ", targets.stream().map(each -> each.file().toString()).toList());
    }

    /** Carries the failure of a file from its thread to the caller. */
    private static final class FileFailure extends Exception {
        private static final long serialVersionUID = 1L;

        private final OverlayFailure failure;

        FileFailure(OverlayFailure failure) {
            super(failure.getMessage(), null, false, false);
            this.failure = failure;
        }
    }

    /**
     * Whether the failed step calls one of the {@link PointBeans}: then the cause is the file, not
     * the object.
     */
    private static boolean isCall(Optional<NamedNode> node) {
        return node.map(NamedNode::getLabel)
                .filter(uri -> POINT_BEAN.matcher(uri).lookingAt())
                .isPresent();
    }

    private String at(Target target, Optional<NamedNode> node) {
        return node.map(this::place).orElse(target.file().toString());
    }

    /** The file and line of a step, as text for messages. */
    private String place(NamedNode node) {
        var location = String.valueOf(node.getLocation());
        for (var target : targets) {
            var steps = Overlays.Steps.of(target.file());
            if (steps.isPresent() && location.equals(StepsRoute.location(steps.get()))) {
                return target.file() + ":" + StepLine.of(target.file(), node, StepsRoute.LINES);
            }
            if (location.endsWith("/" + target.file().getFileName())) {
                return target.file() + ":" + StepLine.of(target.file(), node, 0);
            }
        }
        // the step belongs to another route, which a step of the file has called
        var other = Path.of(location.replaceFirst("^file:", ""));
        return files() + ", in " + other + ":" + StepLine.of(other, node, 0);
    }

    private PointResult inTurn(Exchange exchange, PointRun run) throws Exception {
        var step = run.step();
        var body = step.input();
        var adding = new HashSet<String>();
        for (var target : targets) {
            int before = run.added().size();
            var worked = work(copy(exchange, run, body), target, run);
            if (run.contradicted()) {
                throw new FileFailure(
                        OverlayFailure.of(
                                at(target, run.begun()),
                                "gives two verdicts; a point may give only one"));
            }
            if (run.verdict().isPresent()) {
                return new PointResult.Judged(run.verdict().get());
            }
            run.keep();
            body = worked.getMessage().getBody();
            try {
                if (step.point() == Point.OBJECTS) {
                    var all = run.added();
                    var name = target.file().getFileName().toString();
                    if (all.size() > before) {
                        adding.add(name);
                    }
                    var _ = step.added(all, adding);
                    step.check(name, all.subList(before, all.size()));
                    body = step.input();
                    continue;
                }
                step.check(body, run.changed());
            } catch (UnfitWanted unfit) {
                throw new FileFailure(
                        OverlayFailure.of(at(target, run.left()), unfit.getMessage()));
            }
            if (!step.point().changes()) {
                body = step.input();
            }
        }
        return switch (step.point()) {
            case OBJECTS -> step.added(run.added(), adding);
            case SIGN -> step.signed(run.signed());
            case AFTER_CREATE, TRANSITION -> new PointResult.Acted(run.kept());
            default -> step.passed(body, run.changed());
        };
    }

    private Exchange work(Exchange copy, Target target, PointRun run) throws FileFailure {
        try (var producer = OverlaySecrets.endpoint(context, target.uri()).createAsyncProducer()) {
            producer.start();
            producer.process(copy);
        } catch (Exception e) {
            copy.setException(e);
        }
        var failure = failure(copy);
        if (failure != null) {
            throw new FileFailure(
                    isCall(run.failed())
                            ? OverlayFailure.of(
                                    at(target, run.failed()), "failed: " + Outcomes.text(failure))
                            : failing(at(target, run.failed()), failure));
        }
        return copy;
    }

    private Exchange copy(Exchange exchange, PointRun run, Object body) {
        var copy = new DefaultExchange(context);
        var message = copy.getMessage();
        exchange.getMessage()
                .getHeaders()
                .forEach(
                        (name, value) -> {
                            if (name.startsWith(PREFIX) && !NOT_COPIED.contains(name)) {
                                message.setHeader(name, value);
                            }
                        });
        run.step().headers().forEach(message::setHeader);
        message.setHeader(CapabilityProcessors.STEP, run.step().name());
        message.setBody(body);
        OwnState.set(copy, PointRun.class, run);
        OwnState.set(copy, OpenRequests.class, run.requests());
        ReconciliationExchange.share(exchange, copy);
        return copy;
    }

    /**
     * The failure of the steps; null when they did not fail. A failure that an error handler has
     * marked as handled counts too, because the steps after it did not run.
     */
    private static Throwable failure(Exchange worked) {
        if (worked.getException() != null) {
            return worked.getException();
        }
        var extension = worked.getExchangeExtension();
        boolean handled = extension.isErrorHandlerHandledSet() && extension.isErrorHandlerHandled();
        if (handled && worked.getProperty(Exchange.EXCEPTION_CAUGHT) instanceof Throwable caught) {
            return caught;
        }
        return handled || worked.isRollbackOnly() || worked.isRollbackOnlyLast()
                ? new IllegalStateException(
                        "the steps ended early, by an error handler or rollback")
                : null;
    }
}
