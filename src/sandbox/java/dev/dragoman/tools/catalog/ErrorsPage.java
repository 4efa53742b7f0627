package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ErrorClass;
import dev.dragoman.azure.catalog.ErrorRule;
import dev.dragoman.azure.catalog.FixedField;
import dev.dragoman.azure.catalog.StateCheck;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Generates {@code docs/errors.md}: how an error of Azure is shown and handled. */
public final class ErrorsPage {
    private ErrorsPage() {}

    /**
     * The page in Markdown.
     *
     * @param kinds in the order in which the page lists them
     */
    public static String of(List<AzureKind> kinds) {
        var out = new StringBuilder();
        out.append(
                """
                # Errors

                What Azure refuses is shown in the condition Ready of the object, and told in an Event. So is an operation
                that Azure accepted and that failed later, with the code of the operation:

                | field | what it has |
                |---|---|
                | `status` | `False` |
                | `reason` | the code of Azure's error as Azure writes it; `UnknownError` where it has none |
                | `severity` | `Error` where only an edit helps, otherwise `Warning`; `Info` while Azure works on it |
                | `message` | what was tried; Azure's message, and after it the innermost one where there are several; the correlation id, which Azure's support asks for; when it is tried again |
                | `observedGeneration` | the generation of the object that was refused |

                A request id, a time or a pause that differs is no news: the condition is written when anything else changes. What
                fails while an object is being deleted is always a warning, and tried again within three minutes.

                Reasons that are no codes of Azure are [below](#reasons-of-the-operator).

                This page is written by the catalog's generator.

                ## Classes

                The lists of codes are those of Azure Service Operator, with a few more. What it calls fatal it never tries again.

                | class | codes | severity | tried again |
                |---|---|---|---|
                """);
        for (var clazz : ErrorClass.values()) {
            out.append(
                    "| %s | %s | %s | %s |\n"
                            .formatted(
                                    name(clazz),
                                    codes(clazz),
                                    clazz == ErrorClass.FATAL ? "Error" : "Warning",
                                    again(clazz)));
        }
        out.append(
                """

                Where Azure says when to come again (`Retry-After`), a slow or unknown error waits for that. An edit of the object,
                and a change of what it refers to, is tried at once whatever the class. An unknown error of a resource that Azure
                had accepted as it is, is very slow.

                ## Throttled

                An answer 429 has Azure's code as its reason, and is slow whatever its code:

                | what it speaks of | how that is known | what waits |
                |---|---|---|
                | the caller's requests to a subscription or tenant | `SubscriptionRequestsThrottled`, `TenantRequestsThrottled`, or a header of remaining subscription or tenant requests at 0 | the reads, writes or deletes that it counts, of all objects with that identity in that subscription; without `Retry-After` for 10 s |
                | requests to a type | the code or the message counts requests, and there is a `Retry-After` | requests of that method to that type, with that identity in that subscription |
                | anything else, such as a lock of one network | | the object alone |

                What waits for the answer to another object says `TooManyRequests`, and nothing is sent for it. A settled object
                keeps Ready meanwhile.

                ## What Azure does not change

                Some fields of a resource that exists stay as they are, such as the principal of a role assignment. The condition
                says so: write the former value again, or delete the object and apply it again. Azure then deletes the resource,
                with all that it holds, and makes a new one. Known by code are `PropertyChangeNotAllowed`,
                `RoleAssignmentUpdateNotPermitted`, `InvalidResourceLocation`, `InvalidResourceGroupLocation`, and codes with the word
                Immutable. Where the code says nothing, such as `BadRequest`, the message is read. Such an error is fatal. Only
                `InvalidResourceGroupLocation` is very slow: it also says that the name is taken by a group elsewhere, which may go.

                Of these kinds the fields are known, most of them a principal. Whatever Azure answers to a PUT that changes one, the
                resource is looked at, and the condition names the field. What Azure says will pass is waited for as ever.

                | kind | fields | source |
                |---|---|---|
                """);
        for (var kind : kinds) {
            if (!kind.rules().fixed().isEmpty()) {
                out.append(
                        "| %s | %s | %s |\n"
                                .formatted(
                                        kind.id(),
                                        fixed(kind, each -> "`" + each.name() + "`"),
                                        fixed(kind, each -> "[page](" + each.source() + ")")));
            }
        }
        out.append(
                """

                Azure changes those of administrators of SQL and MySQL servers, of access policies of vaults, and of federated
                credentials of identities.

                ## Providers

                Azure wants a subscription to be registered for a provider before it makes the first resource of its types. Then the
                provider that Azure names is registered once, whichever object wants it, and it is asked until that has ended. The
                condition is `Reconciling` meanwhile, with the name of the provider. The identity needs the right
                `*/register/action`; without it the condition says `AuthorizationFailed`.

                ## Kinds

                For these kinds an error means something else than for all others; the first row that fits decides. Azure
                Service Operator has the same rules. What is slow here it calls retryable, and tries most of it once an hour, as
                any other answer 400.

                | kind | code | texts in the message | class |
                |---|---|---|---|
                """);
        for (var kind : kinds) {
            for (var rule : kind.rules().errors()) {
                out.append(
                        "| %s | %s | %s | %s |\n"
                                .formatted(kind.id(), code(rule), texts(rule), name(rule.as())));
            }
        }
        out.append(
                """

                ## States

                Of these kinds Azure is looked at first. A state that is not as it must be is a warning, and looked at again as
                after a slow error. With the reason `ReconciliationBlocked` nothing is sent. With the reason
                `PostReconciliationFailure` all was sent, and something is missing. Azure Service Operator reads each owner and
                resource before each PUT of these kinds; here only what is to be sent makes another GET.

                | kind | whose state, when | path | what it must be | reason |
                |---|---|---|---|---|
                """);
        for (var kind : kinds) {
            for (var check : kind.rules().checks()) {
                out.append(
                        "| %s | %s | `%s` | %s | `%s` |\n"
                                .formatted(
                                        kind.id(),
                                        moment(check),
                                        check.path(),
                                        wanted(check),
                                        check.moment() == StateCheck.Moment.AFTER
                                                ? "PostReconciliationFailure"
                                                : "ReconciliationBlocked"));
            }
        }
        return out.append(OwnReasons.section()).toString();
    }

    /** The texts of the kind's fixed fields, without duplicates. */
    private static String fixed(AzureKind kind, Function<FixedField, String> text) {
        return kind.rules().fixed().stream()
                .map(text)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String moment(StateCheck check) {
        return switch (check.moment()) {
            case BEFORE -> "its own, before a PUT";
            case OWNER_BEFORE -> "the owner's, before a PUT";
            case AFTER -> "its own, before Ready";
        };
    }

    private static String wanted(StateCheck check) {
        var values = String.join(", ", check.named().toList());
        return (check.allowed().isEmpty() ? "anything but " + values : values)
                + (check.required() ? "" : ", or nothing");
    }

    private static String name(ErrorClass clazz) {
        return switch (clazz) {
            case SLOW -> "slow";
            case VERY_SLOW -> "very slow";
            case UNKNOWN -> "unknown";
            case FATAL -> "fatal";
        };
    }

    private static String codes(ErrorClass clazz) {
        var listed =
                clazz.codes().stream()
                        .sorted()
                        .map(code -> "`" + code + "`")
                        .collect(Collectors.joining(", "));
        return switch (clazz) {
            case SLOW -> listed + "; no code; any code that this table does not list, in an answer with another status than 400";
            case VERY_SLOW -> listed;
            case UNKNOWN -> "any code that this table does not list, in an answer with status 400";
            case FATAL -> listed + "; [what Azure does not change](#what-azure-does-not-change)";
        };
    }

    private static String again(ErrorClass clazz) {
        return switch (clazz) {
            case SLOW -> "after 1 s, then twice as long each time, at most 3 minutes";
            case UNKNOWN ->
                    "after 1 s, then twice as long each time, at most the sync period; an object that was accepted as it is: once per sync period";
            case VERY_SLOW, FATAL -> "once per sync period (`AZURE_SYNC_PERIOD`)";
        };
    }

    private static String code(ErrorRule rule) {
        return rule.code().map(code -> "`" + code + "`").orElse("any");
    }

    private static String texts(ErrorRule rule) {
        return rule.texts().isEmpty() ? "any" : String.join("; ", rule.texts());
    }
}
