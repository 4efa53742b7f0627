package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ErrorClass;
import dev.dragoman.azure.catalog.FixedField;
import java.util.List;
import java.util.Map;

/**
 * Finds fields that Azure never changes in a resource that exists. Azure's errors for such a change
 * differ in wording, or do not name the field. So the body is compared with the answer to a GET.
 * Pure.
 */
final class FixedFields {
    private FixedFields() {}

    /** Whether a GET of the resource may tell why Azure refused the PUT. */
    static boolean mayTell(AzureFacts facts, Answer refused) {
        var code = refused.error().map(Answer.Failure::code).orElse("");
        return !facts.type().rules().fixed().isEmpty()
                && ErrorClass.refusal(refused.status())
                && !List.of(Answer.UNREACHABLE, Answer.AUTHENTICATION, Answer.CREDENTIAL_CHANGED)
                        .contains(code);
    }

    /**
     * Names of the fixed fields whose value in Azure differs from the body's. Empty when they
     * cannot be the reason why Azure refused the PUT.
     */
    static List<String> differing(AzureFacts facts, AzureProgress done, Answer refused) {
        if (!mayTell(facts, refused)) {
            return List.of();
        }
        return done.get()
                .filter(Answer::ok)
                .map(got -> differing(facts, Creation.drift(facts, done, got.body()), got.body()))
                .orElse(List.of());
    }

    private static List<String> differing(
            AzureFacts facts, List<String> drift, Map<String, Object> shown) {
        return facts.type().rules().fixed().stream()
                .filter(
                        each ->
                                drift.stream()
                                        .filter(path -> !facts.state().notEchoed().contains(path))
                                        .anyMatch(each::has))
                .filter(each -> each.in(shown))
                .map(FixedField::name)
                .toList();
    }
}
