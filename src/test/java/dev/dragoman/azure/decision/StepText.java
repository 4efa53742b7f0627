package dev.dragoman.azure.decision;

import dev.dragoman.reconcile.Outcome;
import java.util.Map;
import java.util.TreeMap;

/** A step in the words that the tables of these tests use. */
final class StepText {
    private StepText() {}

    static String of(AzureStep step) {
        if (!(step instanceof AzureStep.Finish finish)) {
            return switch (step) {
                case AzureStep.Release(var childrenStay) ->
                        childrenStay ? "Release, children stay" : "Release";
                case AzureStep.Store(var _, var partial) -> partial ? "Store partial" : "Store";
                case AzureStep.Call(var call, var other) ->
                        "Call "
                                + other.map(id -> id + " ").orElse("")
                                + (call.path().isEmpty() ? call.method() : call.path())
                                + " "
                                + call.apiVersion();
                case AzureStep.Delete(var query, var headers, var _) ->
                        "Delete" + words(query) + words(headers);
                case AzureStep.LookUp look -> "LookUp " + look.path() + " " + look.apiVersion();
                case AzureStep.Post(var path, var apiVersion, var _) ->
                        "Post " + path + " " + apiVersion;
                case AzureStep.Register register -> "Register " + register.provider();
                case AzureStep.Await(var call, var url) -> "Await " + call.path() + " " + url;
                default -> step.getClass().getSimpleName();
            };
        }
        var out = new StringBuilder("Finish");
        finish.condition()
                .ifPresent(
                        c ->
                                out.append(c.ready() ? " Ready " : " " + c.severity().text() + " ")
                                        .append(c.reason()));
        finish.state().acceptedHash().ifPresent(h -> out.append(" accepted=").append(h));
        finish.state().operation().ifPresent(o -> out.append(" operation=").append(operation(o)));
        out.append(' ').append(outcome(finish.outcome()));
        finish.notes().forEach(n -> out.append(" +").append(n.reason()));
        return out.toString();
    }

    private static String operation(OwnState.Operation operation) {
        return switch (operation.form()) {
            case RESOURCE ->
                    operation.accepted()
                            ? "resource"
                            : "PUT".equals(operation.method())
                                    ? "unsure"
                                    : operation.method() + " by resource";
            case PROVIDER -> "provider";
            case UNTOLD, STATUS, RESULT -> operation.method();
        };
    }

    private static String words(Map<String, String> more) {
        return more.isEmpty() ? "" : " " + new TreeMap<>(more);
    }

    private static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "Done";
            case Outcome.RequeueAfter after -> after.toString();
            case Outcome.Pending(var after) -> "Pending[" + after + "]";
            case Outcome.Transient t -> "Transient " + t.pace();
            case Outcome.Fatal _ -> "Fatal";
        };
    }
}
