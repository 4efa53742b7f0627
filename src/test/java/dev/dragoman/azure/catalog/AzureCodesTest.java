package dev.dragoman.azure.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What codes and words of Azure say besides when to try again. */
class AzureCodesTest {
    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    RoleAssignmentUpdateNotPermitted | no | true
                    PropertyChangeNotAllowed         | no | true
                    InvalidResourceGroupLocation     | no | true
                    InvalidResourceLocation          | no | true
                    MergeNamespaceFailedWithImmutablePropertyUpdate | no | true
                    BadRequest | Updating SQL Role Assignment Principal ID is not permitted. You may only update the associated Role Definition. | true
                    BadRequest | Tenant ID, application ID, principal ID, and scope are not allowed to be updated. | true
                    BadRequest | ZoneRedundant is an immutable property. | true
                    Odd        | Changing property 'properties.vmSize' is not allowed. | true
                    Odd        | The property 'x' was specified in the input, but it cannot be updated as it is read-only. | true
                    ``         | Change of the principal is not supported | true
                    Conflict   | The account cannot be changed while another operation is in progress. | false
                    Conflict   | The server cannot be updated until it is ready. | false
                    BadRequest | The principal was not found. | false
                    BadRequest | Creating an account is not allowed in this region. | false
                    AnotherOperationInProgress | It cannot be updated. | false
                    AuthorizationFailed | Updating it is not permitted. | false
                    """)
    void whatDoesNotChangeInAResourceThatExists(String code, String message, boolean expected) {
        assertThat(AzureCodes.unchangeable(code, message)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "MissingSubscriptionRegistration, true",
        "MissingRegistrationForResourceProvider, true",
        "Subscription Not Registered, true",
        "SubscriptionNotRegistered, true",
        "MissingRegistrationForLocation, false",
        "NoRegisteredProviderFound, false",
        "'', false",
    })
    void threeCodesSayThatAProviderIsNotRegistered(String code, boolean expected) {
        assertThat(AzureCodes.unregistered(code)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "SubscriptionRequestsThrottled, true",
        "TenantRequestsThrottled, true",
        "ResourceRequestsThrottled, false",
        "'', false",
    })
    void twoCodesAreAboutAllRequestsOfTheCaller(String code, boolean expected) {
        assertThat(AzureCodes.ofAccount(code)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "TooManyRequests, wait, true",
        "ResourceRequestsThrottled, wait, true",
        "OperationNotAllowed, The server rejected it because too many requests have been received, true",
        "'', wait, true",
        "RetryableError, A retryable error occurred., false",
        "AnotherOperationInProgress, busy, false",
    })
    void whichAnswersCountRequests(String code, String message, boolean expected) {
        assertThat(AzureCodes.counts(code, message)).isEqualTo(expected);
    }
}
