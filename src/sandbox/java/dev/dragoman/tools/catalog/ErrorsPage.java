package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.ErrorClass;
import dev.dragoman.azure.catalog.ErrorRule;
import dev.dragoman.azure.catalog.FixedField;
import dev.dragoman.azure.catalog.KindRules;
import dev.dragoman.azure.catalog.StateCheck;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

                When Azure refuses a request, the condition Ready of the object and an Event show the error. The same holds when Azure
                accepts a request and its operation fails later:

                | field of Ready | content |
                |---|---|
                | `status` | `False` |
                | `reason` | the code of Azure's error as Azure writes it; `UnknownError` if the error has no code |
                | `severity` | `Error` if only an edit of the object helps, otherwise `Warning`; `Info` while Azure works on a request |
                | `message` | what the operator tried; Azure's message, followed by the innermost one if messages are nested; the correlation id, which Azure's support asks for; when the operator tries again |
                | `observedGeneration` | the generation of the object that was refused |

                The condition is not written again if only a request id, a time or a pause has changed. An error while an object is
                being deleted is always a warning, and the operator tries again within three minutes.

                The operator's own reasons are [below](#reasons-of-the-operator).

                This page is written by the catalog's generator.

                ## Classes

                The lists of codes are those of Azure Service Operator, with a few more. Azure Service Operator never tries again
                after a fatal error.

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

                If the answer has the header `Retry-After`, the operator waits for that time after a slow or unknown error. After an
                edit of the object, or a change of an object that it refers to, the operator tries at once, whatever the class. An
                unknown error is very slow if Azure had accepted the same body before.

                ## Throttled

                After an answer 429, the reason is Azure's code, and the class is slow, whatever the code. What has to wait depends on
                the limit that was reached:

                | limit | how the operator recognizes it | what waits |
                |---|---|---|
                | the caller's requests to a subscription or tenant | `SubscriptionRequestsThrottled`, `TenantRequestsThrottled`, or a header of remaining subscription or tenant requests at 0 | the reads, writes or deletes that it counts, of all objects with that identity in that subscription; without `Retry-After` for 10 s |
                | requests to a type | the code or the message counts requests, and there is a `Retry-After` | requests of that method to that type, with that identity in that subscription |
                | anything else, such as a lock of one network | | the object alone |

                An object that waits because of an answer to another object has the reason `TooManyRequests`, and nothing is sent for
                it. A settled object keeps Ready meanwhile. When the limit opens, each waiting namespace sends one request before any
                sends a second.

                ## What Azure does not change

                Azure does not change some fields of an existing resource, such as the principal of a role assignment. The condition
                then tells you to write the former value again, or to delete the object and apply it again. The second way deletes the
                resource in Azure, with all its content, and creates a new one. The operator recognizes `PropertyChangeNotAllowed`,
                `RoleAssignmentUpdateNotPermitted`, `InvalidResourceLocation`, `InvalidResourceGroupLocation`, and codes with the word
                Immutable. If the code is a general one, such as `BadRequest`, the message decides. Such an error is fatal. Only
                `InvalidResourceGroupLocation` is very slow: Azure also uses it when a group in another location has the name, and
                that group may be deleted.

                For these kinds the operator knows the fields; most of them identify a principal. If Azure refuses a PUT that changes
                one of them, the operator reads the resource, and the condition names the field. The error is then fatal, unless its
                class is slow.

                | kind | fields | source |
                |---|---|---|
                """);
        fields(kinds, KindRules::fixed, out);
        out.append(
                """

                Azure does change such fields of administrators of SQL and MySQL servers, of access policies of vaults, and of
                federated credentials of identities.

                If Azure says such a thing of a resource that it does not have at this place, its name is taken elsewhere. The
                condition then asks for another `azureName`, or for a random one.

                ## What counts at the creation alone

                These fields say of what a resource is made: a copy, a restored backup, a deleted resource. Azure refuses them for a
                resource that exists, so they are left out of later requests and are no difference. So the tags of a replica can be edited. In the request that makes the
                resource, Azure may ignore the other fields. Then a second request without these fields follows, and the object is
                Ready after that. A value such as `Default` or `false` is sent as it is.

                | kind | fields | source |
                |---|---|---|
                """);
        fields(kinds, KindRules::creation, out);
        out.append(
                """

                ## One wrong answer

                A proxy or a replica of Azure may answer 404 for a resource that is there. The operator asks again after three seconds
                before it creates a resource again that Azure has had. If Azure has shown an entity tag of it, the PUT has
                `If-None-Match: *`, so that Azure refuses to replace it. A DELETE that is answered with 404 is confirmed by a
                GET. If Azure has forgotten a deletion, the resource is read after 30 seconds before the DELETE is sent again.

                Exported values are written one by one. If one request for keys fails, the other values are written, and the
                present value of the failed one stays. The condition names its field. A failure that says nothing about the
                value, such as 429 or 503, leaves Ready as it is.

                ## Providers

                Azure creates resources of a provider only in subscriptions that are registered for this provider. If Azure refuses a
                request because of that, the operator registers the provider that Azure names, once for all objects. It polls until
                the registration has ended. The reason is `Reconciling` meanwhile, and the message names the provider. The identity
                needs the right `*/register/action`; without it the reason is `AuthorizationFailed`.

                ## Kinds

                For these kinds some errors have another class than for all other kinds; the first row that fits decides. Azure
                Service Operator has the same rules. It calls the slow errors retryable, and tries again once an hour after most of
                them, as after any other answer 400.

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

                For these kinds the operator checks a state in Azure. A state that is not as required is a warning, and the operator
                reads it again as after a slow error. With the reason `ReconciliationBlocked` nothing is sent. With the reason
                `PostReconciliationFailure` everything was sent, and something is still missing. Azure Service Operator reads each
                owner and resource before each PUT of these kinds. This operator makes the additional GET only if it has something to
                send.

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

    private static void fields(
            Iterable<AzureKind> kinds,
            Function<KindRules, List<FixedField>> rules,
            StringBuilder out) {
        for (var kind : kinds) {
            var fields = rules.apply(kind.rules());
            if (!fields.isEmpty()) {
                out.append(
                        "| %s | %s | %s |\n"
                                .formatted(
                                        kind.id(),
                                        texts(fields, each -> "`" + each.name() + "`"),
                                        texts(fields, each -> "[page](" + each.source() + ")")));
            }
        }
    }

    /** The texts without duplicates. */
    private static String texts(List<FixedField> fields, Function<FixedField, String> text) {
        return fields.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    private static String moment(StateCheck check) {
        return switch (check.moment()) {
            case BEFORE -> "its own, before a PUT";
            case OWNER_BEFORE -> "the owner's, before a PUT";
            case AFTER -> "its own, before Ready";
        };
    }

    private static String wanted(StateCheck check) {
        var values =
                Stream.concat(check.allowed().stream(), check.refused().stream())
                        .collect(Collectors.joining(", "));
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
                    "after 1 s, then twice as long each time, at most the sync period; once per sync period if Azure had accepted the same body before";
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
