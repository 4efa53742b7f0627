package dev.dragoman.azure.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dragoman.azure.decision.Answer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which other requests wait after an answer 429. */
class LimitTest {
    private static final String CDN =
            "GET /subscriptions/s/resourceGroups/g/providers/Microsoft.Cdn/profiles/a";

    /** One request of each sort that an answer to {@link #CDN} might concern. */
    private static final Map<String, String> OTHERS =
            Map.of(
                    "same", CDN.replace("/a", "/b").replace("/g/", "/other/"),
                    "head", CDN.replace("GET", "HEAD"),
                    "put", CDN.replace("GET", "PUT"),
                    "delete", CDN.replace("GET", "DELETE"),
                    "type", CDN.replace("profiles", "policies"),
                    "group", "GET /subscriptions/S/resourceGroups/g",
                    "groupPut", "PUT /subscriptions/s/resourceGroups/g",
                    "subscription", CDN.replace("/s/", "/t/"),
                    "tenant", "GET /providers/Microsoft.Subscription/aliases/a");

    private static final List<String> READS = List.of("group", "head", "same", "type");
    private static final List<String> TYPE = List.of("same");

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void closes(String why, String code, Map<String, String> headers, List<String> expected) {
        assertThat(closed("caller", CDN, code, headers)).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        var asked = Map.of("Retry-After", "60");
        return Stream.of(
                arguments(
                        "a provider that counts -> its type and method",
                        "ResourceRequestsThrottled",
                        asked,
                        TYPE),
                arguments("the same without a code", "", asked, TYPE),
                arguments("the same in other words", "TooManyRequests", asked, TYPE),
                arguments(
                        "a provider that counts, and does not say when -> nothing",
                        "TooManyRequests",
                        Map.of(),
                        List.of()),
                arguments(
                        "the state of one resource -> nothing", "RetryableError", asked, List.of()),
                arguments(
                        "the state of one resource, without a time -> nothing",
                        "RetryableErrorDueToAnotherOperation",
                        Map.of(),
                        List.of()),
                arguments(
                        "the subscription's own limit -> its reads",
                        "SubscriptionRequestsThrottled",
                        asked,
                        READS),
                arguments(
                        "the same without a time -> its reads",
                        "SubscriptionRequestsThrottled",
                        Map.of(),
                        READS),
                arguments(
                        "the tenant's own limit -> its reads",
                        "TenantRequestsThrottled",
                        asked,
                        READS),
                arguments(
                        "no reads are left -> its reads",
                        "TooManyRequests",
                        left("subscription-reads", "0"),
                        READS),
                arguments(
                        "no reads of all callers are left -> its reads",
                        "TooManyRequests",
                        left("subscription-global-reads", "0"),
                        READS),
                arguments(
                        "no reads of the tenant are left -> its reads",
                        "TooManyRequests",
                        left("tenant-reads", "0"),
                        READS),
                arguments(
                        "no deletes are left -> its deletes",
                        "TooManyRequests",
                        left("subscription-deletes", "0"),
                        List.of("delete")),
                arguments(
                        "no writes are left -> its writes",
                        "TooManyRequests",
                        left("subscription-global-writes", "0"),
                        List.of("groupPut", "put")),
                arguments(
                        "some reads are left -> type and method",
                        "TooManyRequests",
                        left("subscription-reads", "10"),
                        TYPE),
                arguments(
                        "requests of the provider -> type and method",
                        "TooManyRequests",
                        left("resource", "Microsoft.Cdn/GetProfiles3Min;0"),
                        TYPE),
                arguments(
                        "requests of the provider in the subscription -> type and method",
                        "TooManyRequests",
                        left("subscription-resource-requests", "0"),
                        TYPE));
    }

    private static Map<String, String> left(String counted, String value) {
        return Map.of("Retry-After", "60", "x-ms-ratelimit-remaining-" + counted, value);
    }

    @Test
    void anotherCallerIsNotConcerned() {
        var request = request(CDN);
        var closed =
                Limit.usedUp(
                        "caller",
                        request,
                        new Answer.Failure("SubscriptionRequestsThrottled", "no", true),
                        true,
                        any -> null);
        assertThat(closed).doesNotContainAnyElementsOf(Limit.of("other", request));
    }

    @Test
    void aTenantsRequestsAreCountedByThemselves() {
        var alias = OTHERS.get("tenant");
        var failure = new Answer.Failure("TenantRequestsThrottled", "no", true);
        var closed = Limit.usedUp("caller", request(alias), failure, true, any -> null);
        assertThat(closed).containsAnyElementsOf(Limit.of("caller", request(alias)));
        assertThat(closed).doesNotContainAnyElementsOf(Limit.of("caller", request(CDN)));
    }

    private static List<String> closed(
            String caller, String text, String code, Map<String, String> headers) {
        var failure = new Answer.Failure(code, "wait", true);
        boolean asked = headers.containsKey("Retry-After");
        var closed = Limit.usedUp(caller, request(text), failure, asked, headers::get);
        return OTHERS.entrySet().stream()
                .filter(
                        each ->
                                Limit.of(caller, request(each.getValue())).stream()
                                        .anyMatch(closed::contains))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static ArmRequest request(String text) {
        var words = text.split(" ", 2);
        return new ArmRequest(
                words[0],
                URI.create("https://arm" + words[1] + "?api-version=v"),
                Optional.empty());
    }
}
