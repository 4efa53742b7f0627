package dev.dragoman.azure.catalog;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What codes and messages of Azure's errors mean. When an error is retried is in {@link
 * ErrorClass}. Pure.
 */
public final class AzureCodes {
    /**
     * Codes by which Microsoft's own clients know a missing registration, in lower case and without
     * spaces.
     */
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
                    "InvalidResourceGroupLocation", "InvalidResourceLocation",
                    "PropertyChangeNotAllowed", "RoleAssignmentUpdateNotPermitted");

    /** Codes without a meaning of their own; the message decides. */
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

    /** Words of a refusal that is temporary. */
    private static final Pattern PASSING =
            Pattern.compile(
                    "\\b(?:while|until|currently|in progress|at this time|being|try again|retry)\\b",
                    Pattern.CASE_INSENSITIVE);

    private AzureCodes() {}

    /** Whether the code says that the subscription is not registered for a provider. */
    public static boolean unregistered(String code) {
        return UNREGISTERED.contains(code.replace(" ", "").toLowerCase(Locale.ROOT));
    }

    /**
     * Whether the code of a 429 means the limit of the caller's requests to a whole subscription or
     * tenant.
     */
    public static boolean ofAccount(String code) {
        return OF_ACCOUNT.contains(code);
    }

    /**
     * Whether a 429 is about the number of requests; any other 429 is about the state of a
     * resource.
     *
     * @param code empty when the answer had none
     */
    public static boolean counts(String code, String message) {
        return code.isEmpty() || COUNTED.matcher(code + " " + message).find();
    }

    /** Whether the code has no meaning of its own, so the message decides. */
    static boolean vague(String code) {
        return VAGUE.contains(code) || !ErrorClass.listed(code);
    }

    /**
     * Whether an error says that Azure does not change a field of a resource that exists.
     *
     * @param code empty when the answer had none
     * @param message text of the error; it decides only if the code is {@link #vague}
     */
    public static boolean unchangeable(String code, String message) {
        return FIXED.contains(code)
                || code.contains("Immutable")
                || (vague(code)
                        && UNCHANGEABLE.matcher(message).find()
                        && !PASSING.matcher(message).find());
    }
}
