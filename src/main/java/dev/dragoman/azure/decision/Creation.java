package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ArmResourceKind;
import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates or updates the resource: GET, claim, PUT if different, wait, export, Ready. The claim is
 * written only after Azure has answered a request with the present credential. Otherwise a wrong
 * credential could leave a claim to a resource that never existed.
 */
final class Creation {
    /** Largest number of paths that an Event names. */
    private static final int SHOWN = 5;

    static final String FAILED = "CreateOrUpdateActionError";

    private Creation() {}

    static AzureStep next(AzureFacts facts, AzureProgress done) {
        var operation = facts.state().operation();
        if (operation.filter(each -> each.asks(Form.PROVIDER)).isPresent()) {
            return done.poll().isEmpty()
                    ? Completion.poll(facts, operation.get())
                    : Completion.afterRegistration(facts, done, done.poll().get());
        }
        if (operation.filter(Operation::looksAgain).isPresent() && done.put().isEmpty()) {
            return done.poll().isEmpty()
                    ? Completion.poll(facts, operation.get())
                    : afterGet(facts.idle(), done, facts.state(), done.poll().get());
        }
        if (operation.isPresent() && done.put().isEmpty()) {
            return done.poll().isEmpty()
                    ? Completion.poll(facts, operation.get())
                    : Completion.afterPoll(facts, done, operation.get(), done.poll().get());
        }
        if (done.put().isPresent()) {
            return afterPut(facts, done, done.put().get());
        }
        if (facts.settled() && !facts.timing().resync() && done.get().isEmpty()) {
            return AzureDecision.quiet(facts, Outcome.done());
        }
        if (done.get().isEmpty()) {
            return edited(facts, done, facts.state())
                    ? put(facts, done, facts.state())
                    : new AzureStep.Get();
        }
        return afterGet(facts, done, facts.state(), done.get().get());
    }

    private static AzureStep afterGet(
            AzureFacts facts, AzureProgress done, OwnState state, Answer got) {
        if (AzureDecision.saysNothing(got) || (got.ofUnknownType() && isOfAnyType(facts))) {
            return unread(facts, state, got);
        }
        if (claims(facts, done, got)) {
            return forbidden(facts, state, got)
                    .or(() -> done.judged() ? Optional.empty() : asked(facts, done, got))
                    .orElseGet(() -> claim(facts, done, got));
        }
        if (got.notFound()) {
            return absent(facts, done, state, got);
        }
        if (Registration.demanded(got)) {
            return Registration.next(facts, done, got, "read " + facts.subject().display());
        }
        if (!got.ok()) {
            return unread(facts, state, got);
        }
        if (got.transitional()) {
            return wanted(facts, state)
                    .flatMap(any -> StateChecks.blocked(facts, got.body()))
                    .orElseGet(() -> Completion.waiting(facts, state, got, List.of()));
        }
        var open = LookUps.next(facts, done, false);
        if (open.isPresent()) {
            return open.get();
        }
        var written = written(facts, done, got);
        if (edited(facts, done, state) || got.broken() || mayRepair(facts, state, written)) {
            return put(facts, done, state);
        }
        var accepted = asAsked(facts, done, state, got.body());
        return Exporting.next(
                facts,
                done,
                written.isEmpty()
                        ? accepted.withRepairs(state.repairs().held(facts.timing().now()))
                        : accepted,
                got.body(),
                List.of());
    }

    /** Whether the type is the user's, and may be misspelled: then nothing must be claimed. */
    private static boolean isOfAnyType(AzureFacts facts) {
        return facts.claim().needed() && ArmResourceKind.is(facts.subject().object());
    }

    private static boolean claims(AzureFacts facts, AzureProgress done, Answer got) {
        return facts.claim().needed() && !done.claimed() && (got.ok() || got.notFound());
    }

    /** The end for an object that may only make a resource, and has neither made nor taken one. */
    private static Optional<AzureStep> forbidden(AzureFacts facts, OwnState state, Answer got) {
        var object = facts.subject().object();
        if (!got.ok() || !AsoNames.isOnlyNew(object) || facts.claim().claimedId().isPresent()) {
            return Optional.empty();
        }
        var problem =
                Problem.error(
                        "ResourceExists",
                        ArmResourceKind.isOnlyNew(object)
                                ? "%s is in Azure already, and this object takes no resource that exists. Choose another name; or set spec.adopt: true, with which the resource becomes as spec.body says, and is deleted with the object"
                                        .formatted(facts.subject().display())
                                : "%s is in Azure already, but the annotation %s allows only a new one. Choose another name; or remove the annotation, for the group of a Team by Platform.spec.groups"
                                        .formatted(facts.subject().display(), AsoNames.ONLY_NEW));
        return Optional.of(AzureDecision.failed(facts, state, problem, FAILED));
    }

    private static AzureStep absent(
            AzureFacts facts, AzureProgress done, OwnState state, Answer got) {
        if (known(facts) && !got.gone()) {
            return unread(facts, state, got);
        }
        return known(facts) && state.operation().isEmpty()
                ? lookAgain(facts)
                : put(facts, done, state.idle());
    }

    /** Whether Azure has had the resource. */
    private static boolean known(AzureFacts facts) {
        return facts.state().acceptedHash().isPresent();
    }

    /**
     * Asks again after a pause. A PUT after one wrong 404 would replace what others have added to
     * the resource.
     */
    private static AzureStep lookAgain(AzureFacts facts) {
        return AzureDecision.quiet(
                facts.state().running(Operation.ofLook()),
                new Outcome.Pending(AzureDecision.AGAIN));
    }

    /** Ends after a failed read; what is Ready stays so where the failure says nothing of it. */
    static AzureStep unread(AzureFacts facts, OwnState state, Answer got) {
        var name = facts.subject().display();
        return AzureDecision.keepsReady(facts, got)
                ? AzureDecision.quiet(
                        facts, AzureDecision.problem(facts, got, "compare " + name).outcome())
                : AzureDecision.failed(
                        facts, state, AzureDecision.problem(facts, got, "read " + name), FAILED);
    }

    /** Paths that somebody else has changed in Azure since Azure accepted the body. */
    private static List<String> written(AzureFacts facts, AzureProgress done, Answer got) {
        return drift(facts, done, got.body()).stream()
                .filter(path -> !facts.state().notEchoed().contains(path))
                .toList();
    }

    /**
     * Whether the object was edited since Azure accepted it; false before. One that was handed over
     * to a composition counts as edited only where Azure shows something else.
     */
    private static boolean edited(AzureFacts facts, AzureProgress done, OwnState state) {
        boolean edited = state.acceptedHash().isPresent() && wanted(facts, state).isPresent();
        var annotation = Fields.annotation(facts.subject().object(), AsoNames.ADOPT);
        return edited
                && (!annotation.equals("true")
                        || done.get()
                                .or(done::poll)
                                .filter(got -> !isShown(facts, done, got.body()))
                                .isPresent());
    }

    /** Whether Azure shows all that is asked for, and nothing that is no longer asked for. */
    private static boolean isShown(
            AzureFacts facts, AzureProgress done, Map<String, Object> shown) {
        var body = LookUps.complete(facts, done);
        var against = facts.desired().orElseThrow().against();
        return !against.hasSecrets()
                && against.drift(body, shown).isEmpty()
                && against.left(body, shown).isEmpty();
    }

    /**
     * Whether a PUT may correct these differences now. Before Azure has accepted a body, such a PUT
     * is no repair, so the pauses between repairs do not apply.
     */
    private static boolean mayRepair(AzureFacts facts, OwnState state, List<String> written) {
        return !written.isEmpty()
                && (state.acceptedHash().isEmpty()
                        || state.repairs().may(written, facts.timing().now()));
    }

    /**
     * The state after an accepted PUT, with its repairs counted. After an edit, the count starts
     * again at zero.
     */
    private static OwnState repaired(AzureFacts facts, AzureProgress done) {
        var state = facts.state();
        if (!state.acceptedHash().equals(facts.desired().map(AzureFacts.Desired::hash))) {
            return state.withRepairs(Repairs.NONE);
        }
        var written =
                done.before()
                        .filter(Answer::ok)
                        .map(got -> written(facts, done, got))
                        .orElse(List.of());
        return written.isEmpty()
                ? state
                : state.withRepairs(state.repairs().repaired(written, facts.timing().now()));
    }

    /**
     * The state to remember when the resource is as asked. The mark of the sent fields is normally
     * made after the PUT. If it was not, for example because the answer to the PUT was lost, this
     * method makes it.
     */
    static OwnState asAsked(
            AzureFacts facts, AzureProgress done, OwnState state, Map<String, Object> shown) {
        var hash = facts.desired().orElseThrow().hash();
        boolean known = state.acceptedHash().filter(hash::equals).isPresent();
        var accepted = moved(facts, done, state.accepted(hash), shown);
        return known ? accepted : marked(facts, done, accepted, shown);
    }

    /** Remembers the user's values of fields that others may change in Azure. */
    private static OwnState moved(
            AzureFacts facts, AzureProgress done, OwnState state, Map<String, Object> shown) {
        var against = facts.desired().orElseThrow().against();
        return state.withMoved(against.moved(LookUps.complete(facts, done), shown));
    }

    private static OwnState marked(
            AzureFacts facts, AzureProgress done, OwnState state, Map<String, Object> shown) {
        var against = facts.desired().orElseThrow().against();
        return state.withFields(against.fields(LookUps.complete(facts, done), shown));
    }

    /** A read that must come before the claim, because a PUT may follow the claim. */
    private static Optional<AzureStep> asked(AzureFacts facts, AzureProgress done, Answer got) {
        return LookUps.asked(facts, done, got.notFound())
                .or(
                        () ->
                                got.notFound() || changes(facts, done, got)
                                        ? StateChecks.asked(facts, done)
                                        : Optional.empty());
    }

    /**
     * Claims the resource. No extension point runs before the claim if the resource exists and will
     * not be changed.
     */
    private static AzureStep claim(AzureFacts facts, AzureProgress done, Answer got) {
        if (got.notFound()) {
            return new AzureStep.Claim(Optional.of(Before.create()));
        }
        return new AzureStep.Claim(
                changes(facts, done, got) ? before(facts, done) : Optional.empty());
    }

    private static boolean changes(AzureFacts facts, AzureProgress done, Answer got) {
        return facts.desired().orElseThrow().look()
                && !facts.state().notEchoed().containsAll(drift(facts, done, got.body()));
    }

    /** The body, if Azure has not accepted it yet. */
    private static Optional<AzureFacts.Desired> wanted(AzureFacts facts, OwnState state) {
        return facts.desired().filter(d -> !state.acceptedHash().equals(Optional.of(d.hash())));
    }

    /**
     * The next step on the way to the PUT. Before the PUT, either the claim is written, or the
     * object is read from the API server.
     */
    static AzureStep put(AzureFacts facts, AzureProgress done, OwnState state) {
        var desired = facts.desired().orElseThrow();
        if ((desired.against().mustLook()
                        || desired.look()
                        || done.judged()
                        || StateChecks.look(facts))
                && done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        if (done.judged()) {
            return unsent(facts, done, state, done.get().orElseThrow());
        }
        var blocked = StateChecks.before(facts, done);
        if (blocked.isPresent()) {
            return blocked.get();
        }
        var asked = LookUps.asked(facts, done, true);
        if (asked.isPresent()) {
            return asked.get();
        }
        if (!done.claimed()
                && facts.claim().reconciledGeneration() != facts.subject().generation()) {
            return new AzureStep.Claim(before(facts, done));
        }
        // a claim that this reconciliation wrote proves that the object exists; without such a
        // claim, the object is read
        if (!done.claimed() && !done.confirmed()) {
            return new AzureStep.Confirm(before(facts, done));
        }
        return LookUps.next(facts, done, true)
                .orElseGet(
                        () -> {
                            var body = LookUps.complete(facts, done);
                            var shown = done.get().filter(Answer::ok);
                            return new AzureStep.Put(
                                    shown.map(got -> desired.against().toSend(body, got.body()))
                                            .orElse(body),
                                    shown.filter(any -> desired.against().mustLook())
                                            .flatMap(Answer::etag)
                                            .map(AzureStep.Expected::state)
                                            .orElse(expected(facts, done)),
                                    before(facts, done));
                        });
    }

    /**
     * What is not found must not be there for the PUT either, if Azure can check that: it has shown
     * an entity tag, or the body holds children, of types that all have tags.
     */
    private static AzureStep.Expected expected(AzureFacts facts, AzureProgress done) {
        boolean tagged = Fields.map(facts.subject().object(), "status").get("etag") != null;
        boolean gone = done.get().or(done::poll).filter(Answer::notFound).isPresent();
        boolean keeps = facts.desired().orElseThrow().against().keeps();
        return gone && (keeps || (known(facts) && tagged))
                ? AzureStep.Expected.ABSENT
                : AzureStep.Expected.ANY;
    }

    /**
     * The extension point before the PUT. Empty if no GET was sent, because then no team has a step
     * at this point.
     */
    private static Optional<Before> before(AzureFacts facts, AzureProgress done) {
        return done.get()
                .map(
                        got ->
                                got.ok()
                                        ? Before.change(
                                                facts.desired().orElseThrow().look()
                                                        ? drift(facts, done, got.body())
                                                        : List.of())
                                        : Before.create());
    }

    /**
     * Ends without a PUT, because a team's verdict forbids the PUT. Values of a resource that
     * exists are still exported.
     */
    private static AzureStep unsent(
            AzureFacts facts, AzureProgress done, OwnState state, Answer got) {
        return got.ok()
                ? Exporting.next(facts, done, state, got.body(), List.of())
                : AzureDecision.quiet(facts, Outcome.done());
    }

    static List<String> drift(AzureFacts facts, AzureProgress done, Map<String, Object> shown) {
        return facts.desired().orElseThrow().against().drift(LookUps.complete(facts, done), shown);
    }

    private static AzureStep afterPut(AzureFacts facts, AzureProgress done, Answer sent) {
        var doing = "create or update " + facts.subject().display();
        if (sent.outdated()) {
            // nothing is found, and yet something is there
            return facts.state().operation().filter(Operation::looksAgain).isEmpty()
                    ? AzureDecision.outdated(facts, doing)
                    : AzureDecision.failed(
                            facts,
                            facts.state().idle(),
                            AzureDecision.problem(facts, sent, doing),
                            FAILED);
        }
        if (!sent.ok()) {
            return refused(facts, done, sent, doing);
        }
        return afterTaken(facts.remembering(repaired(facts, done)), done, sent, begun(facts, done));
    }

    private static AzureStep afterTaken(
            AzureFacts facts, AzureProgress done, Answer sent, AzureEvent begun) {
        var desired = facts.desired().orElseThrow();
        // Azure may have ignored the rest of such a body, so the body does not count as accepted
        boolean copied =
                done.before().filter(Answer::ok).isEmpty()
                        && desired.against().creates(LookUps.complete(facts, done));
        var hash = copied ? "" : desired.hash();
        if (sent.operation().isPresent() && !Completion.finished(sent)) {
            var operation =
                    new Operation(sent.operation().get(), "PUT", hash, Completion.form(sent));
            return Completion.waiting(
                    facts, facts.state().running(operation), sent, List.of(begun));
        }
        var operation = Operation.ofResource(hash);
        if (copied || sent.transitional() || sent.status() == 202) {
            return Completion.waiting(
                    facts, facts.state().running(operation), sent, List.of(begun));
        }
        if (sent.hasResource()) {
            return Completion.afterEnd(facts, done, operation, sent, List.of(begun));
        }
        return done.get().isEmpty()
                ? new AzureStep.Get()
                : Completion.afterEnd(facts, done, operation, done.get().get(), List.of(begun));
    }

    /** Continues after Azure refused a PUT, or after the operation of an accepted PUT failed. */
    static AzureStep refused(AzureFacts facts, AzureProgress done, Answer answer, String doing) {
        if (Registration.demanded(answer)) {
            return Registration.next(facts, done, answer, doing);
        }
        if (FixedFields.mayTell(facts, answer) && done.get().isEmpty()) {
            return new AzureStep.Get();
        }
        var fixed = FixedFields.differing(facts, done, answer);
        boolean absent = done.get().or(done::before).filter(Answer::notFound).isPresent();
        return AzureDecision.failed(
                facts,
                facts.state().idle(),
                AzureDecision.problem(facts, answer, doing, fixed, absent),
                FAILED);
    }

    /**
     * The Event for an accepted PUT. If nobody edited the object, the Event says why the PUT was
     * sent.
     */
    private static AzureEvent begun(AzureFacts facts, AzureProgress done) {
        var id = facts.claim().resourceId().orElse(facts.subject().display());
        var known = facts.state().acceptedHash().isPresent();
        if (known && done.before().or(done::poll).filter(Answer::notFound).isPresent()) {
            return begun("created %s again: it was gone from Azure".formatted(id), true);
        }
        var paths =
                done
                        .before()
                        .filter(Answer::ok)
                        .map(got -> drift(facts, done, got.body()))
                        .orElse(List.of())
                        .stream()
                        .filter(path -> !facts.state().notEchoed().contains(path))
                        .sorted()
                        .limit(SHOWN)
                        .toList();
        var hash = facts.desired().map(AzureFacts.Desired::hash);
        boolean edited = !facts.state().acceptedHash().equals(hash);
        return edited || paths.isEmpty()
                ? begun("Azure accepted " + id, false)
                : begun(
                        "sent %s again: Azure had other values in %s"
                                .formatted(id, String.join(", ", paths)),
                        true);
    }

    private static AzureEvent begun(String text, boolean repair) {
        return new AzureEvent(false, "BeginCreateOrUpdate", text, repair);
    }

    /**
     * Continues once Azure shows the final state after a PUT. If Azure shows another value than was
     * sent, this is Azure's spelling of the value, not drift. The state remembers these paths.
     */
    static AzureStep ready(
            AzureFacts facts,
            AzureProgress done,
            OwnState accepted,
            Map<String, Object> resource,
            List<AzureEvent> notes) {
        var open = LookUps.next(facts, done, false);
        if (open.isPresent()) {
            return open.get();
        }
        var differing = drift(facts, done, resource);
        var state = marked(facts, done, accepted.echoed(differing), resource);
        return Exporting.next(facts, done, moved(facts, done, state, resource), resource, notes);
    }
}
