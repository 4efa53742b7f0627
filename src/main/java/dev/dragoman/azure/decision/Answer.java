package dev.dragoman.azure.decision;

import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Azure's answer to one request, or why there is none. Immutable; carries no credential.
 *
 * @param status HTTP status; 0 when there was no answer, and then {@code error} says why
 * @param body JSON object of the answer, empty when there was none
 * @param operation URL to poll, or empty; its host was checked and may receive the operator's token
 * @param document whether {@code operation} answers with the status of the operation; otherwise it
 *     answers with the result
 * @param retryAfter Azure's Retry-After, or empty
 * @param error code and message; empty for success
 * @param correlationId id that Azure's support asks for; empty when unknown
 */
public record Answer(
        int status,
        Map<String, Object> body,
        Optional<String> operation,
        boolean document,
        Optional<Duration> retryAfter,
        Optional<Failure> error,
        String correlationId) {
    private static final List<String> NOT_THE_RESOURCE =
            List.of("Subscription", "Tenant", "ResourceType", "ResourceNamespace", "Provider");

    /** States that mean failure, in lower case. Azure writes both "canceled" and "cancelled". */
    static final List<String> BROKEN = List.of("failed", "canceled", "cancelled");

    private static final List<String> WHOLE = List.of("succeeded", "ready", "");

    private static final int TOO_MANY = 429;

    /**
     * An answer whose {@code document} is false: it has no operation, or the operation's URL
     * answers with the result.
     */
    public Answer(
            int status,
            Map<String, Object> body,
            Optional<String> operation,
            Optional<Duration> retryAfter,
            Optional<Failure> error,
            String correlationId) {
        this(status, body, operation, false, retryAfter, error, correlationId);
    }

    /**
     * Why a request failed.
     *
     * @param code code of ARM or Entra, or a code of this class if Azure gave none
     * @param message without secrets
     * @param sent whether the request may have reached Azure
     */
    public record Failure(String code, String message, boolean sent) {}

    /** Code used when Azure could not be reached. */
    public static final String UNREACHABLE = "AzureUnreachable";

    /** Code used when nobody answers at the address of a Key Vault. */
    public static final String NO_VAULT = "KeyVaultNotFound";

    /** Code used when the credential is missing or was refused. */
    public static final String AUTHENTICATION = "AuthenticationFailed";

    /**
     * Code used when the credential was changed during the reconciliation: nothing is sent with the
     * former credential.
     */
    public static final String CREDENTIAL_CHANGED = "CredentialChanged";

    /**
     * Code used when Azure throttles without a code, or when nothing was sent because Azure
     * throttled an earlier request.
     */
    public static final String THROTTLED = "TooManyRequests";

    /** Leaves out the body, which may hold keys, and URLs, which may be signed. */
    @Override
    public String toString() {
        return "Answer[%d%s]".formatted(status, error.map(e -> " " + e.code()).orElse(""));
    }

    /** A failure without an HTTP answer. */
    public static Answer failure(String code, String message, boolean sent) {
        return new Answer(
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Failure(code, message, sent)),
                "");
    }

    /** A failure of a request that is held back for a while; nothing was sent. */
    public static Answer held(String code, String message, Duration left) {
        return new Answer(
                0,
                Map.of(),
                Optional.empty(),
                Optional.of(left),
                Optional.of(new Failure(code, message, false)),
                "");
    }

    /**
     * Whether Azure throttled this request. Also true if this request was not sent because Azure
     * throttled an earlier one.
     */
    public boolean throttled() {
        return status == TOO_MANY || error.map(Failure::code).filter(THROTTLED::equals).isPresent();
    }

    /** Whether the request was held back until a known time. */
    public boolean held() {
        return status == 0
                && retryAfter.isPresent()
                && error.filter(each -> !each.sent()).isPresent();
    }

    /** Whether the request may have reached Azure. */
    public boolean sent() {
        return status > 0 || lost();
    }

    /** Whether nobody answers at the address of the Key Vault. */
    public boolean noVault() {
        return error.map(Failure::code).filter(NO_VAULT::equals).isPresent();
    }

    public boolean ok() {
        return error.isEmpty() && status >= 200 && status < 300;
    }

    /** Whether the request may have reached Azure, but no answer was read. */
    public boolean lost() {
        return status == 0 && error.filter(Failure::sent).isPresent();
    }

    public boolean notFound() {
        return status == 404;
    }

    /**
     * Whether Azure itself says that the resource is not there. A 404 about the subscription, the
     * tenant or the type says nothing about the resource. Neither does a 404 that does not come
     * from ARM.
     */
    public boolean gone() {
        var code = error.map(Failure::code).orElse("");
        return notFound()
                && NOT_THE_RESOURCE.stream().noneMatch(code::contains)
                && !(code.isEmpty() && correlationId.isEmpty());
    }

    /** Whether Azure knows no provider or type of that name. */
    public boolean ofUnknownType() {
        var code = error.map(Failure::code).orElse("");
        return notFound() && (code.contains("ResourceType") || code.contains("ResourceNamespace"));
    }

    /** {@code properties.provisioningState} as Azure spells it, or empty. */
    public String provisioningState() {
        return body.get("properties") instanceof Map<?, ?> properties
                ? String.valueOf(requireNonNullElse(properties.get("provisioningState"), ""))
                : "";
    }

    /** The entity tag in the body. A write with it fails if the resource has changed since. */
    public Optional<String> etag() {
        return etag(body).or(() -> etag(body.get("properties")));
    }

    private static Optional<String> etag(Object object) {
        return object instanceof Map<?, ?> fields
                ? fields.entrySet().stream()
                        .filter(field -> "etag".equalsIgnoreCase(String.valueOf(field.getKey())))
                        .map(field -> String.valueOf(field.getValue()))
                        .filter(tag -> !tag.isBlank())
                        .findFirst()
                : Optional.empty();
    }

    /** Whether Azure refused a write because the resource has changed since it was read. */
    public boolean outdated() {
        return status == 412;
    }

    /** Whether the resource in the body is still being changed by Azure. */
    public boolean transitional() {
        return !WHOLE.contains(state()) && !BROKEN.contains(state());
    }

    /** Whether Azure has stopped working on the resource and shows it as failed or canceled. */
    public boolean broken() {
        return BROKEN.contains(state());
    }

    /** State of a running operation or of the resource, as Azure spells it; empty for none. */
    String progress() {
        return body.get("status") instanceof String status && !hasProperties()
                ? status
                : provisioningState();
    }

    private String state() {
        return provisioningState().toLowerCase(Locale.ROOT);
    }

    /** Whether the body has ARM's {@code properties}, which only a resource has. */
    boolean hasProperties() {
        return body.get("properties") instanceof Map<?, ?>;
    }

    /** Whether the body is the resource itself. */
    public boolean hasResource() {
        return body.get("id") instanceof String;
    }
}
