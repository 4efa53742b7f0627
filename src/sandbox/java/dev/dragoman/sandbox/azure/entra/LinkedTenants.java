package dev.dragoman.sandbox.azure.entra;

import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.http.Call;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Subscriptions of other tenants. A request whose body refers to a resource in one of them must
 * also have a token of that tenant. Thread-safe.
 */
public final class LinkedTenants {
    private static final String HEADER = "x-ms-authorization-auxiliary";
    private static final int MOST = 3;

    private final Tokens tokens;

    /** Tenants by subscription id in lower case. */
    private final Map<String, String> subscriptions = new ConcurrentHashMap<>();

    public LinkedTenants(Tokens tokens) {
        this.tokens = tokens;
    }

    public void add(String subscription, String tenant) {
        subscriptions.put(subscription.toLowerCase(Locale.ROOT), tenant);
    }

    /**
     * Refuses a request that refers to another tenant's subscription without a token of that
     * tenant.
     *
     * @param own the tenant of the sandbox
     */
    public void check(Call call, String own, Instant now) {
        var shown =
                call.header(HEADER).stream()
                        .flatMap(text -> Arrays.stream(text.split(",", -1)))
                        .map(each -> tokens.auxiliary(each.strip(), now))
                        .toList();
        if (shown.size() > MOST) {
            throw ArmError.gateway(
                    400, "TooManyAuxiliaryTokens", "At most 3 auxiliary tokens are supported.");
        }
        check(call, own, Set.copyOf(shown));
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
