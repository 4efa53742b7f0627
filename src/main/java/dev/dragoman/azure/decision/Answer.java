package dev.dragoman.azure.decision;

import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What Azure answered to one request. Immutable; carries no credential.
 *
 * @param status HTTP status; 0 when there was no answer, and then {@code error} says why
 * @param body JSON object of the answer, empty when there was none
 * @param operation URL to poll, already checked to be a host that may receive our token
 * @param document whether a document with the status of the operation is there, and not its result
 * @param retryAfter what Azure asked for
 * @param error code and message; empty for success
 * @param correlationId what Azure's support asks for; empty when unknown
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

    /** As Azure spells them, in lower case. */
    static final List<String> BROKEN = List.of("failed", "canceled", "cancelled");

    private static final List<String> WHOLE = List.of("succeeded", "ready", "");

    private static final int TOO_MANY = 429;

    /** An answer that names no operation, or one whose result is where it says. */
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
     * @param code ARM or Entra code, or one of ours when Azure gave none
     * @param message without secrets
     * @param sent whether the request may have reached Azure
     */
    public record Failure(String code, String message, boolean sent) {}

    /** Code of a failure to reach Azure at all. */
    public static final String UNREACHABLE = "AzureUnreachable";

    /** Code of a refused or missing credential. */
    public static final String AUTHENTICATION = "AuthenticationFailed";

    /**
     * Code used when the credential was changed during the reconciliation: nothing is sent with the
     * former.
     */
    public static final String CREDENTIAL_CHANGED = "CredentialChanged";

    /**
     * Code used when Azure throttles without a code, or when an earlier throttling still counts.
     */
    public static final String THROTTLED = "TooManyRequests";

    /** Without the body, which may hold keys, and without addresses, which may be signed. */
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

    /** Whether Azure throttles, or did so before and is not asked yet. */
    public boolean throttled() {
        return status == TOO_MANY || error.map(Failure::code).filter(THROTTLED::equals).isPresent();
    }

    public boolean ok() {
        return error.isEmpty() && status >= 200 && status < 300;
    }

    /** Whether Azure may have got what was sent, and nobody has read an answer. */
    public boolean lost() {
        return status == 0 && error.filter(Failure::sent).isPresent();
    }

    public boolean notFound() {
        return status == 404;
    }

    /**
     * Whether Azure itself says that the resource is not there. A 404 about the subscription, the
     * tenant or the type, or one that is not from ARM at all, says nothing about the resource.
     */
    public boolean gone() {
        var code = error.map(Failure::code).orElse("");
        return notFound()
                && NOT_THE_RESOURCE.stream().noneMatch(code::contains)
                && !(code.isEmpty() && correlationId.isEmpty());
    }

    /** {@code properties.provisioningState} as Azure spells it, or empty. */
    public String provisioningState() {
        return body.get("properties") instanceof Map<?, ?> properties
                ? String.valueOf(requireNonNullElse(properties.get("provisioningState"), ""))
                : "";
    }

    /** The entity tag that the body shows, with which a write can be bound to this state. */
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

    /**
     * Whether Azure refused a write because the resource is not as it was when that was decided.
     */
    public boolean outdated() {
        return status == 412;
    }

    /** Whether the resource in the body is still being changed by Azure. */
    public boolean transitional() {
        return !WHOLE.contains(state()) && !BROKEN.contains(state());
    }

    /** Whether Azure has ended, and says that the resource is not what it is to be. */
    public boolean broken() {
        return BROKEN.contains(state());
    }

    private String state() {
        return provisioningState().toLowerCase(Locale.ROOT);
    }

    /** Whether the body has ARM's {@code properties}, so that it is a resource. */
    boolean hasProperties() {
        return body.get("properties") instanceof Map<?, ?>;
    }

    /** Whether the body is the resource itself. */
    public boolean hasResource() {
        return body.get("id") instanceof String;
    }
}
