package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Set;

/**
 * How an error of Azure is retried. The lists of codes are those of Azure Service Operator, which
 * its users know, with a few more codes. Codes that Azure Service Operator never retries are
 * retried here at the sync period (docs/errors.md).
 */
public enum ErrorClass {
    /** Azure may accept the same request later: backoff up to three minutes. */
    SLOW,
    /** Azure refuses the input, but may accept it after a change in Azure: once per sync period. */
    VERY_SLOW,
    /**
     * Azure refuses the input with a code that is in no list. The error may pass in a minute, or
     * never. After a creation or an edit the retries come with growing pauses, and then once per
     * sync period.
     */
    UNKNOWN,
    /** Only an edit helps; retried once per sync period. Shown with severity Error. */
    FATAL;

    /**
     * HTTP statuses that refuse the content of a request; 0 stands for an operation that has
     * failed.
     */
    private static final Set<Integer> REFUSALS = Set.of(0, 400, 405, 409, 412, 422);

    private static final Set<String> SLOW_CODES =
            Set.of(
                    "AnotherOperationInProgress", "AuthorizationFailed",
                    "AllocationFailed", "Conflict",
                    "FailedIdentityOperation", "InvalidResourceReference",
                    "InvalidSubscriptionRegistrationState", "LinkedAuthorizationFailed",
                    "MissingRegistrationForLocation", "MissingRegistrationForResourceProvider",
                    "MissingSubscriptionRegistration", "NoRegisteredProviderFound",
                    "NotFound", "ParentResourceNotFound",
                    "PrincipalNotFound", "ResourceGroupNotFound",
                    "ResourceNotFound", "ResourceQuotaExceeded",
                    "RequestDisallowedByPolicy", "SubscriptionNotRegistered");
    private static final Set<String> VERY_SLOW_CODES =
            Set.of(
                    "BadRequestFormat",
                    "BadRequest",
                    "InvalidResourceGroupLocation",
                    "InvalidParameter",
                    "InvalidParameterValue",
                    "MethodNotAllowed",
                    "ReservedResourceName",
                    "RegionIsOfferRestricted",
                    "ScopeLocked",
                    "SkuNotAvailable",
                    "SubscriptionNotFound");
    private static final Set<String> FATAL_CODES =
            Set.of(
                    "PublicIpForGatewayIsRequired",
                    "InvalidResourceType",
                    "InvalidRequestContent",
                    "InvalidTemplate",
                    "InvalidValuesForRequestParameters",
                    "InvalidGatewaySkuProvidedForGatewayVpnType",
                    "InvalidGatewaySize",
                    "InvalidResourceLocation",
                    "K8sVersionNotSupported",
                    "LocationRequired",
                    "MissingRequiredParameter",
                    "PasswordTooLong",
                    "PrivateIPAddressInReservedRange",
                    "PrivateIPAddressNotInSubnet",
                    "PropertyChangeNotAllowed",
                    "RoleAssignmentUpdateNotPermitted");

    /**
     * The class of an error: by the rules of the kind, then by the lists for all kinds.
     *
     * @param httpStatus status of the answer, 0 when the failure came from an operation's result
     * @param code ARM error code, empty when the answer had none
     * @param message text of the answer
     * @param rules rules of the kind; the first that fits decides
     */
    public static ErrorClass of(
            int httpStatus, String code, String message, List<ErrorRule> rules) {
        return rules.stream()
                .filter(rule -> rule.fits(code, message))
                .findFirst()
                .map(ErrorRule::as)
                .orElseGet(() -> ofAllKinds(httpStatus, code, message));
    }

    private static ErrorClass ofAllKinds(int httpStatus, String code, String message) {
        boolean unchangeable =
                refusal(httpStatus)
                        && AzureCodes.vague(code)
                        && AzureCodes.unchangeable(code, message);
        if (unchangeable || FATAL_CODES.contains(code)) {
            return FATAL;
        }
        if (VERY_SLOW_CODES.contains(code)) {
            return VERY_SLOW;
        }
        if (code.isEmpty() || SLOW_CODES.contains(code)) {
            return SLOW;
        }
        return httpStatus == 400 ? UNKNOWN : SLOW;
    }

    /**
     * Whether an answer refuses the content of the request. False for an answer that refuses the
     * caller or the number of requests.
     *
     * @param httpStatus status of the answer, 0 when the failure came from an operation's result
     */
    public static boolean refusal(int httpStatus) {
        return REFUSALS.contains(httpStatus);
    }

    /** Whether the code is in one of the lists for all kinds. */
    static boolean listed(String code) {
        return FATAL_CODES.contains(code)
                || VERY_SLOW_CODES.contains(code)
                || SLOW_CODES.contains(code);
    }

    /** The codes that are of this class for every kind, in no order. Immutable. */
    public Set<String> codes() {
        return switch (this) {
            case SLOW -> SLOW_CODES;
            case VERY_SLOW -> VERY_SLOW_CODES;
            case UNKNOWN -> Set.of();
            case FATAL -> FATAL_CODES;
        };
    }
}
