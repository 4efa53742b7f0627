package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.capability.Results;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What this reconciliation has done so far. Immutable. Nothing in it survives the reconciliation;
 * {@link OwnState} holds the state that must survive.
 *
 * @param marks steps that were done without an answer of Azure, and a team's verdict
 * @param answers last answers of Azure
 * @param lookUps answers to look-ups, purges and POSTs, by {@link AzureStep.LookUp#key} and by path
 * @param calls last answers to the requests that the exports need
 * @param exported result of the export: empty before the export has run; after it, the problem, or
 *     an empty inner value for success
 * @param without why nothing can be exported at all, or empty
 * @param vault what was done in Key Vaults
 */
public record AzureProgress(
        Set<Mark> marks,
        Map<Request, Answer> answers,
        Map<String, Answer> lookUps,
        Map<ExportCall, Answer> calls,
        Optional<Optional<Problem>> exported,
        Optional<Problem> without,
        InVault vault) {
    public static final AzureProgress NONE =
            new AzureProgress(
                    Set.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    Optional.empty(),
                    InVault.NONE);

    /**
     * What was done in Key Vaults.
     *
     * @param secrets the Secrets of the export, from which entries are made; empty before the
     *     export, and if the export failed before its Secrets were known
     * @param stored result of writing entries; empty before that step
     * @param withdrawn result of deleting entries; empty before that step
     */
    public record InVault(
            Optional<List<Map<String, Object>>> secrets,
            Optional<StoreResult> stored,
            Optional<StoreResult> withdrawn) {
        static final InVault NONE =
                new InVault(Optional.empty(), Optional.empty(), Optional.empty());

        /** Leaves out the Secrets, which hold values. */
        @Override
        public String toString() {
            return "InVault[%s, %s]".formatted(stored, withdrawn);
        }
    }

    /** The progress after all steps whose results are in {@code results}. */
    public static AzureProgress of(Results results) {
        var begin = results.verdict().isPresent() ? NONE.with(Mark.JUDGED) : NONE;
        return results.fold(
                begin, (done, each) -> done.after((AzureStep) each.step(), each.value()));
    }

    private AzureProgress after(AzureStep step, Object result) {
        return switch (step) {
            case AzureStep.Claim _ -> withClaim();
            case AzureStep.Confirm _ -> withConfirmation();
            case AzureStep.Release _ -> withRelease();
            case AzureStep.Get _ -> withGet((Answer) result);
            case AzureStep.LookUp look -> withLookUp(look.key(), (Answer) result);
            case AzureStep.Put _ -> withPut((Answer) result);
            case AzureStep.Poll _ -> withPoll((Answer) result);
            case AzureStep.Post post -> withLookUp(post.path(), (Answer) result);
            case AzureStep.Delete _ -> withDelete((Answer) result);
            case AzureStep.Register _ -> withRegistration((Answer) result);
            case AzureStep.Call call -> withCall(call.call(), (Answer) result);
            case AzureStep.Await await -> withCall(await.call(), (Answer) result);
            case AzureStep.Export _, AzureStep.Store _, AzureStep.Withdraw _ ->
                    afterExport(step, result);
            case AzureStep.Finish _ -> this;
        };
    }

    private AzureProgress afterExport(AzureStep step, Object result) {
        if (step instanceof AzureStep.Export export) {
            return withExport(((Optional<?>) result).map(Problem.class::cast))
                    .exporting(export.secrets());
        }
        var stored = (StoreResult) result;
        return step instanceof AzureStep.Store ? withStore(stored) : withWithdrawal(stored);
    }

    /** Steps without an answer of Azure, and a team's verdict. */
    public enum Mark {
        /** The claim was written. */
        CLAIMED,
        /** The object was read from the API server, and is not being deleted. */
        CONFIRMED,
        /** The finalizer was removed. */
        RELEASED,
        /** A team's verdict forbids creating, changing or deleting anything. */
        JUDGED
    }

    /** Requests about the resource. */
    public enum Request {
        /** GET since the last PUT. */
        GET,
        /** The GET before the PUT; its answer shows why the PUT was sent. */
        GET_BEFORE,
        PUT,
        POLL,
        DELETE,
        REGISTER
    }

    /** Whether the claim was written. */
    public boolean claimed() {
        return marks.contains(Mark.CLAIMED);
    }

    /** Whether the object was read from the API server, and is not being deleted. */
    public boolean confirmed() {
        return marks.contains(Mark.CONFIRMED);
    }

    /** Whether a team's verdict forbids creating, changing or deleting anything. */
    public boolean judged() {
        return marks.contains(Mark.JUDGED);
    }

    /** Whether the finalizer was removed. */
    public boolean released() {
        return marks.contains(Mark.RELEASED);
    }

    /** Answer to GET since the last PUT. */
    public Optional<Answer> get() {
        return answer(Request.GET);
    }

    /** Answer to the GET before the PUT. */
    public Optional<Answer> before() {
        return answer(Request.GET_BEFORE);
    }

    public Optional<Answer> put() {
        return answer(Request.PUT);
    }

    /** Answer to the poll of the operation. */
    public Optional<Answer> poll() {
        return answer(Request.POLL);
    }

    public Optional<Answer> delete() {
        return answer(Request.DELETE);
    }

    /** Answer to the provider registration. */
    public Optional<Answer> registered() {
        return answer(Request.REGISTER);
    }

    public AzureProgress withClaim() {
        return with(Mark.CLAIMED);
    }

    /** Records that the object was read from the API server, and is not being deleted. */
    public AzureProgress withConfirmation() {
        return with(Mark.CONFIRMED);
    }

    public AzureProgress withRelease() {
        return with(Mark.RELEASED);
    }

    public AzureProgress withGet(Answer a) {
        return with(Request.GET, a);
    }

    /**
     * Adds the answer to the PUT. The answer to the last GET becomes {@link Request#GET_BEFORE},
     * because it shows the resource before the PUT.
     */
    public AzureProgress withPut(Answer a) {
        var now = new HashMap<>(answers);
        now.put(Request.PUT, a);
        now.remove(Request.GET_BEFORE);
        get().ifPresent(read -> now.put(Request.GET_BEFORE, read));
        now.remove(Request.GET);
        return with(now);
    }

    public AzureProgress withPoll(Answer a) {
        return with(Request.POLL, a);
    }

    public AzureProgress withDelete(Answer a) {
        return with(Request.DELETE, a);
    }

    public AzureProgress withRegistration(Answer a) {
        return with(Request.REGISTER, a);
    }

    /** Adds the answer to a look-up, purge or POST. */
    public AzureProgress withLookUp(String key, Answer a) {
        return new AzureProgress(
                marks, answers, plus(lookUps, key, a), calls, exported, without, vault);
    }

    public AzureProgress withCall(ExportCall call, Answer a) {
        return new AzureProgress(
                marks, answers, lookUps, plus(calls, call, a), exported, without, vault);
    }

    /**
     * @param problem why the values could not be written, or empty
     */
    public AzureProgress withExport(Optional<Problem> problem) {
        return new AzureProgress(
                marks, answers, lookUps, calls, Optional.of(problem), without, vault);
    }

    /** Adds the Secrets of the export. */
    AzureProgress exporting(List<Map<String, Object>> secrets) {
        return with(new InVault(Optional.of(secrets), vault.stored(), vault.withdrawn()));
    }

    /** Adds the result of writing the entries of Key Vaults. */
    public AzureProgress withStore(StoreResult result) {
        return with(new InVault(vault.secrets(), Optional.of(result), vault.withdrawn()));
    }

    /** Adds the result of deleting the entries of Key Vaults. */
    public AzureProgress withWithdrawal(StoreResult result) {
        return with(new InVault(vault.secrets(), vault.stored(), Optional.of(result)));
    }

    private AzureProgress with(InVault now) {
        return new AzureProgress(marks, answers, lookUps, calls, exported, without, now);
    }

    /** Records why nothing can be exported. */
    AzureProgress withoutExport(Problem why) {
        return new AzureProgress(marks, answers, lookUps, calls, exported, Optional.of(why), vault);
    }

    private Optional<Answer> answer(Request request) {
        return Optional.ofNullable(answers.get(request));
    }

    private AzureProgress with(Mark mark) {
        var more = new HashSet<>(marks);
        more.add(mark);
        return new AzureProgress(
                Set.copyOf(more), answers, lookUps, calls, exported, without, vault);
    }

    private AzureProgress with(Request request, Answer a) {
        return with(plus(answers, request, a));
    }

    private AzureProgress with(Map<Request, Answer> all) {
        return new AzureProgress(marks, Map.copyOf(all), lookUps, calls, exported, without, vault);
    }

    private static <K> Map<K, Answer> plus(Map<K, Answer> before, K key, Answer a) {
        var more = new HashMap<>(before);
        more.put(key, a);
        return Map.copyOf(more);
    }
}
