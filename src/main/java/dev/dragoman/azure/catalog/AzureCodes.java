package dev.dragoman.azure.catalog;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What codes and words of Azure's errors say besides when to try again. Pure. */
public final class AzureCodes {
    /** As Microsoft's own clients have them; one of them has spaces there. */
    private static final Set<String> UNREGISTERED =
            Set.of(
                    "missingsubscriptionregistration",
                    "missingregistrationforresourceprovider",
                    "subscriptionnotregistered");

    private static final Set<String> OF_ACCOUNT =
            Set.of("SubscriptionRequestsThrottled", "TenantRequestsThrottled");

    private static final Pattern COUNTED =
            Pattern.compile(
                    "throttl|too ?many ?requests|number of requests|rate ?limit",
                    Pattern.CASE_INSENSITIVE);

    private static final Set<String> FIXED =
            Set.of(
                    "InvalidResourceGroupLocation",
                    "InvalidResourceLocation",
                    "PropertyChangeNotAllowed",
                    "RoleAssignmentUpdateNotPermitted");

    /** Codes that say next to nothing, so that the message has to. */
    private static final Set<String> VAGUE =
            Set.of("", "BadRequest", "Conflict", "InvalidParameter", "InvalidParameterValue");

    private static final Pattern UNCHANGEABLE =
            Pattern.compile(
                    "\\bnot (?:allowed|permitted) to be (?:updated|changed|modified)\\b"
                            + "|\\b(?:updating|changing|modifying|(?:change|update)s? (?:of|to))\\b(?:[^.;]|\\.(?=\\S)){1,120}"
                            + "\\b(?:is|are) not (?:permitted|allowed|supported)\\b"
                            + "|\\b(?:is|are) (?:an )?immutable\\b"
                            + "|\\b(?:cannot|can not|can't|may not) be (?:updated|changed|modified)\\b",
                    Pattern.CASE_INSENSITIVE);

    /** What is only so at the moment. */
    private static final Pattern PASSING =
            Pattern.compile(
                    "\\b(?:while|until|currently|in progress|at this time|being|try again|retry)\\b",
                    Pattern.CASE_INSENSITIVE);

    private AzureCodes() {}

    /** Whether the subscription lacks the registration of a provider. */
    public static boolean unregistered(String code) {
        return UNREGISTERED.contains(code.replace(" ", "").toLowerCase(Locale.ROOT));
    }

    /** Whether an answer 429 is about the requests of the caller to a subscription or tenant. */
    public static boolean ofAccount(String code) {
        return OF_ACCOUNT.contains(code);
    }

    /**
     * Whether an answer 429 counts requests; others are about the state of a resource.
     *
     * @param code empty when the answer had none
     */
    public static boolean counts(String code, String message) {
        return code.isEmpty() || COUNTED.matcher(code + " " + message).find();
    }

    /** Whether the code has no meaning of its own, so that the message counts. */
    static boolean vague(String code) {
        return VAGUE.contains(code) || !ErrorClass.listed(code);
    }

    /**
     * Whether Azure does not change something in a resource that exists.
     *
     * @param code empty when the answer had none
     * @param message counts where the code is not one that has a meaning of its own
     */
    public static boolean unchangeable(String code, String message) {
        return FIXED.contains(code)
                || code.contains("Immutable")
                || (vague(code)
                        && UNCHANGEABLE.matcher(message).find()
                        && !PASSING.matcher(message).find());
    }
}
