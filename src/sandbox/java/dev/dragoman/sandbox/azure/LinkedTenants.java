package dev.dragoman.sandbox.azure;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Subscriptions of other tenants. Who makes a resource that refers to something in one of them has to
 * show a token of that tenant too. Thread-safe.
 */
final class LinkedTenants {
    private static final String HEADER = "x-ms-authorization-auxiliary";
    private static final int MOST = 3;

    private final Tokens tokens;

    /** Tenant by subscription. */
    private final Map<String, String> subscriptions = new ConcurrentHashMap<>();

    LinkedTenants(Tokens tokens) {
        this.tokens = tokens;
    }

    void add(String subscription, String tenant) {
        subscriptions.put(subscription.toLowerCase(Locale.ROOT), tenant);
    }

    /** Refuses what refers to another tenant without a token of it. */
    void check(Call call, String own, Instant now) {
        var shown =
                call.header(HEADER).stream()
                        .flatMap(text -> Arrays.stream(text.split(",", -1)))
                        .map(each -> tokens.auxiliary(each.strip(), now))
                        .collect(Collectors.toSet());
        if (shown.size() > MOST) {
            throw ArmError.gateway(
                    400, "TooManyAuxiliaryTokens", "At most 3 auxiliary tokens are supported.");
        }
        check(call, own, shown);
    }

    private void check(Call call, String own, Set<String> shown) {
        var body = call.body().toLowerCase(Locale.ROOT);
        subscriptions.forEach(
                (subscription, tenant) -> {
                    if (body.contains("/subscriptions/" + subscription) && !shown.contains(tenant)) {
                        throw ArmError.gateway(
                                403,
                                "LinkedAuthorizationFailed",
                                ("The client has permission to perform action 'write' on scope"
                                     + " '%s', however the current tenant '%s' is not authorized to"
                                     + " access linked subscription '%s'.")
                                        .formatted(call.path(), own, subscription));
                    }
                });
    }
}
