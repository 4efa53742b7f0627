package dev.dragoman.azure.arm;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.aad.msal4j.MsalException;
import dev.dragoman.azure.arm.AsyncOperation.Place;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.ErrorBody;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.azure.identity.Credentials;
import dev.dragoman.azure.identity.EntraUnavailable;
import dev.dragoman.azure.identity.GuardedClient;
import dev.dragoman.azure.identity.NodeRefused;
import dev.dragoman.azure.identity.Proof;
import dev.dragoman.azure.identity.TokenMissing;
import dev.dragoman.azure.model.SecretValues;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.turn.Answers.TooLarge;
import dev.dragoman.reconcile.turn.CircuitBreakers.SilentHost;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends single requests to ARM as one identity: no retry, no polling, no waiting. Thread-safe.
 *
 * <p>Every failure is returned as an {@link Answer}, so that the caller decides what follows. Only
 * an interruption is thrown, as an {@link OutcomeException}.
 */
public final class ArmClient {
    private static final Logger LOG = LoggerFactory.getLogger(ArmClient.class);

    /** Deepest nesting of an answer; no schema of Azure comes near it. */
    private static final int DEEPEST = 100;

    private static final ObjectMapper JSON =
            new ObjectMapper(
                    JsonFactory.builder()
                            .streamReadConstraints(
                                    StreamReadConstraints.builder()
                                            .maxNestingDepth(DEEPEST)
                                            .build())
                            .build());
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final int TOO_MANY = 429;
    private static final int UNAUTHORIZED = 401;

    /** Codes of a 401 that no other token of the identity would change. */
    private static final Set<String> NOT_BY_TOKEN =
            Set.of("InvalidAuthenticationTokenTenant", "InvalidAuthenticationTokenAudience");

    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final HttpHeaderName CORRELATION =
            HttpHeaderName.fromString("x-ms-correlation-request-id");

    private final IdentityPipelines pipelines;
    private final TrustedHost trusted;
    private final Throttle throttle;
    private final String caller;
    private final AzureIdentity identity;
    private final String authority;
    private final InstantSource clock;
    private final ArmMetrics metrics;
    private final BooleanSupplier mayWrite;
    private final BooleanSupplier inForce;
    private final SecretValues secrets;

    ArmClient(
            AzureSettings settings,
            GuardedClient http,
            Credentials credentials,
            AzureIdentity identity,
            Throttle throttle,
            InstantSource clock,
            ArmMetrics metrics,
            BooleanSupplier mayWrite) {
        this.mayWrite = mayWrite;
        this.inForce = () -> true;
        this.secrets = SecretValues.NONE;
        var cloud = identity.cloud();
        this.trusted = new TrustedHost(cloud.armEndpoint());
        this.throttle = throttle;
        this.caller =
                "%s %s %s"
                        .formatted(
                                identity.tenantId(),
                                identity.clientId(),
                                cloud.armEndpoint().getAuthority());
        this.identity = identity;
        this.clock = clock;
        this.metrics = metrics;
        this.authority =
                identity.proof() instanceof Proof.FileContent file
                        ? file.authority().getAuthority()
                        : cloud.authorityHost().getAuthority();
        this.pipelines = new IdentityPipelines(settings, http, credentials, identity, clock);
    }

    private ArmClient(ArmClient other, BooleanSupplier inForce, SecretValues secrets) {
        this.pipelines = other.pipelines;
        this.trusted = other.trusted;
        this.throttle = other.throttle;
        this.caller = other.caller;
        this.identity = other.identity;
        this.authority = other.authority;
        this.clock = other.clock;
        this.metrics = other.metrics;
        this.mayWrite = other.mayWrite;
        this.inForce = inForce;
        this.secrets = secrets;
    }

    /**
     * A copy of this client, with the same tokens, that sends a request only while the condition
     * holds.
     *
     * @param inForce whether the credential is still the same; evaluated before each request
     */
    public ArmClient whilst(BooleanSupplier inForce) {
        return new ArmClient(this, inForce, secrets);
    }

    /** A copy of this client whose answers show none of these values in what messages quote. */
    public ArmClient hiding(SecretValues values) {
        return new ArmClient(this, inForce, values);
    }

    /** ARM endpoint of the identity's cloud. */
    public URI endpoint() {
        return identity.cloud().armEndpoint();
    }

    /** The limits that are used up, for requests under any identity. */
    public Throttle throttle() {
        return throttle;
    }

    /** The identity under which this client sends. */
    public AzureIdentity identity() {
        return identity;
    }

    /**
     * A pipeline for requests to another service of Azure under this client's identity. It adds a
     * token of that scope to each request, whatever its host: the caller checks the host. The same
     * scope gives the same pipeline.
     */
    public HttpPipeline pipeline(String scope) {
        return pipelines.of(scope);
    }

    /**
     * Why a request must not be sent now, because the credential has changed or this replica does
     * not hold the Lease; empty if it may be sent. Callers that use {@link #pipeline} ask this
     * before each request.
     *
     * @param reading whether the request changes nothing
     */
    public Optional<Answer> withheld(boolean reading) {
        if (!inForce.getAsBoolean()) {
            return Optional.of(
                    Answer.failure(
                            Answer.CREDENTIAL_CHANGED,
                            "the credential was changed or removed meanwhile; nothing was sent",
                            false));
        }
        return reading || mayWrite.getAsBoolean()
                ? Optional.empty()
                : Optional.of(
                        Answer.failure(
                                "LeaseNotHeld",
                                "this replica may no longer be the leader; nothing was sent",
                                false));
    }

    /**
     * Sends the request at most once.
     *
     * @return Azure's answer, or a failure that says why there is none
     */
    public Answer send(ArmRequest request) {
        if (!trusted.accepts(request.url().toString())) {
            return Answer.failure(
                    "UntrustedHost",
                    "%s is not a host of this cloud; no token was sent to it"
                            .formatted(request.url().getHost()),
                    false);
        }
        var withheld = withheld(READING.contains(request.method()));
        if (withheld.isPresent()) {
            return withheld.get();
        }
        var held = throttle.held(Limit.of(caller, request));
        if (held.isPresent()) {
            metrics.held(request);
            return held.get();
        }
        var began = clock.instant();
        var answer = exchange(request);
        metrics.sent(request, answer, Duration.between(began, clock.instant()));
        return answer;
    }

    private Answer exchange(ArmRequest request) {
        var http = new HttpRequest(HttpMethod.valueOf(request.method()), request.url().toString());
        http.setHeader(HttpHeaderName.ACCEPT, "application/json");
        request.headers()
                .forEach((name, value) -> http.setHeader(HttpHeaderName.fromString(name), value));
        try {
            if (request.body().isPresent()) {
                http.setHeader(HttpHeaderName.CONTENT_TYPE, "application/json");
                http.setBody(JSON.writeValueAsBytes(request.body().get()));
            } else if ("POST".equals(request.method())) {
                http.setHeader(HttpHeaderName.CONTENT_LENGTH, "0");
                http.setBody(new byte[0]);
            }
            try (var response = pipelines.arm().sendSync(http, Context.NONE)) {
                return read(request, response);
            }
        } catch (JsonProcessingException unwritable) {
            return Answer.failure(
                    "InvalidRequestContent",
                    "the body of the request cannot be written as JSON; nothing was sent",
                    false);
        } catch (OutcomeException later) {
            if (READING.contains(request.method())) {
                throw later;
            }
            // Azure has done it, and there was no room for its answer
            return Answer.failure(Answer.UNREACHABLE, later.getMessage(), true);
        } catch (RuntimeException e) {
            return failure(request.toString(), request.url().getAuthority(), e);
        }
    }

    private Answer read(ArmRequest request, HttpResponse response) {
        int status = response.getStatusCode();
        Function<String, String> header =
                name -> response.getHeaderValue(HttpHeaderName.fromString(name));
        metrics.quota(identity.subscriptionId(), header::apply);
        var parsed = parse(response.getBodyAsByteArray().block());
        if (parsed.isEmpty() && status < 300) {
            return Answer.failure(
                    Answer.UNREACHABLE,
                    "%s answered %s with status %d and no JSON, or JSON that is nested too deep; a proxy may have answered in its place"
                            .formatted(request.url().getAuthority(), request.method(), status),
                    true);
        }
        var read = parsed.orElse(Map.of());
        var body = status >= 300 || read.containsKey("error") ? secrets.hidden(read) : read;
        var retryAfter = retryAfter(header);
        var correlation = Optional.ofNullable(response.getHeaderValue(CORRELATION)).orElse("");
        var error =
                // ARM does not redirect, so a redirect is a failure too
                status >= 300
                        ? Optional.of(ErrorBody.of(status, body))
                        : Optional.<Answer.Failure>empty();
        error.filter(any -> status == TOO_MANY)
                .ifPresent(failure -> closeLimits(request, failure, retryAfter, header));
        var operation = operation(request, status, header);
        var answer =
                new Answer(
                        status,
                        body,
                        operation.map(Place::url),
                        operation.filter(Place::document).isPresent(),
                        retryAfter,
                        error,
                        correlation);
        return error.filter(each -> NOT_BY_TOKEN.contains(each.code())).isPresent()
                ? answer
                : unlessRefused("Azure", identity.cloud().scope(), response, answer);
    }

    /**
     * The answer; in place of a 401 a failure that says nothing of the object, unless several new
     * tokens were refused too. The next request has a new token.
     *
     * @param host what answered, for the message
     * @param scope scope of the token that was sent
     */
    public Answer unlessRefused(String host, String scope, HttpResponse response, Answer answer) {
        var header =
                String.valueOf(
                        response.getRequest().getHeaders().getValue(HttpHeaderName.AUTHORIZATION));
        if (answer.status() != UNAUTHORIZED
                || !pipelines.tokens().refused(scope, header.replaceFirst("^Bearer ", ""))) {
            return answer;
        }
        var error = answer.error().orElseThrow();
        return Answer.failure(
                Answer.UNREACHABLE,
                "%s refused the token of client %s with 401 %s: %s; the operator requests a new token"
                        .formatted(host, identity.clientId(), error.code(), error.message()),
                false);
    }

    /**
     * The time in the header {@code Retry-After} of an answer; empty when it is absent or
     * unreadable. At least a second, and an hour at most.
     *
     * @param header gives the value of a header, or null
     */
    public Optional<Duration> retryAfter(Function<String, String> header) {
        return AsyncOperation.retryAfter(header, clock.instant());
    }

    private void closeLimits(
            ArmRequest request,
            Answer.Failure failure,
            Optional<Duration> retryAfter,
            Function<String, String> header) {
        var limits = Limit.usedUp(caller, request, failure, retryAfter.isPresent(), header);
        limits.forEach(limit -> throttle.close(limit, retryAfter, failure.code()));
        LOG.info(
                "Azure answered {} with 429 {}; {}",
                request,
                failure.code(),
                limits.isEmpty()
                        ? "no other request is held back"
                        : "requests that count against the same limit are held back");
    }

    private Optional<Place> operation(
            ArmRequest request, int status, Function<String, String> header) {
        var place = AsyncOperation.place(request.method(), status, header);
        if (place.isEmpty()) {
            return place;
        }
        var url = place.get().url();
        if (!trusted.accepts(url) || url.length() > AsyncOperation.MAX_URL) {
            // without a URL to poll, the resource is read until Azure has finished the operation
            LOG.warn(
                    "Azure answered {} with an operation URL that is on another host or too long; the resource is read instead",
                    request);
            return Optional.empty();
        }
        return place;
    }

    /**
     * Reads the body of an answer as a JSON object.
     *
     * @return the object; an empty map for an empty body and for JSON that is no object; {@link
     *     Optional#empty} when the body is no JSON, or is nested too deep
     */
    static Optional<Map<String, Object>> parse(byte[] body) {
        try (var parser = JSON.createParser(body)) {
            return Optional.of(
                    parser.nextToken() == JsonToken.START_OBJECT
                            ? JSON.readValue(parser, OBJECT)
                            : Map.of());
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    /**
     * Translates an exception of a pipeline into a failure.
     *
     * @param request the request, for messages
     * @param host the host to which it was sent
     * @throws OutcomeException when the thread was interrupted
     */
    public Answer failure(String request, String host, RuntimeException e) {
        Throwable refused = null;
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof InterruptedException) {
                // the process stops, or the reconciliation took too long: this is no failure of
                // Azure
                Thread.currentThread().interrupt();
                throw OutcomeException.soon("Interrupted", request + " was interrupted");
            }
            if (t instanceof OutcomeException later) {
                throw later;
            }
            if (t instanceof EntraUnavailable away) {
                return Answer.held(Answer.UNREACHABLE, away.getMessage(), away.pause());
            }
            if (t instanceof TokenMissing missing) {
                return Answer.failure(
                        missing.refused() ? Answer.AUTHENTICATION : Answer.UNREACHABLE,
                        missing.getMessage(),
                        false);
            }
            if (t instanceof NodeRefused node) {
                return Answer.failure(
                        Answer.AUTHENTICATION, node.getMessage() + "; " + identity.remedy(), false);
            }
            if (t instanceof ClientAuthenticationException || t instanceof MsalException) {
                refused = refused == null ? t : refused;
            }
            if (t instanceof IOException io && isNetwork(io)) {
                return refused == null
                        ? unreachable(host, io, !(io instanceof SilentHost))
                        : withoutToken(io);
            }
        }
        if (refused != null) {
            return Answer.failure(Answer.AUTHENTICATION, authentication(refused), false);
        }
        LOG.warn("{}: the answer of {} cannot be read: {}", request, host, e.getClass().getName());
        return Answer.failure(
                Answer.UNREACHABLE,
                "%s answered %s with something that is no such answer; a proxy or a gateway may have answered"
                        .formatted(host, request),
                true);
    }

    /**
     * Whether the network failed. A token file that cannot be read is the credential's fault, and
     * the library wraps what it cannot read in an answer.
     */
    private static boolean isNetwork(IOException e) {
        return !(e instanceof FileSystemException) && !(e.getCause() instanceof RuntimeException);
    }

    /**
     * The failure of a request for a token that got no answer from Entra. The credential was not
     * refused.
     */
    private Answer withoutToken(IOException cause) {
        return unreachable(authority, cause, false);
    }

    private static Answer unreachable(String host, IOException cause, boolean sent) {
        return Answer.failure(
                Answer.UNREACHABLE,
                "%s %s: %s"
                        .formatted(
                                cause instanceof TooLarge ? "no use of" : "cannot reach",
                                host,
                                cause.getMessage() == null
                                        ? cause.getClass().getSimpleName()
                                        : cause.getMessage()),
                sent);
    }

    /**
     * The message about a refused credential: Entra's text from the AADSTS code up to the trace
     * ids, and what the user can do.
     */
    private String authentication(Throwable refused) {
        var text = String.valueOf(refused.getMessage());
        int at = text.indexOf("AADSTS");
        var found = at < 0 ? text : text.substring(at);
        int end = found.indexOf(" Trace ID");
        found = end < 0 ? found : found.substring(0, end);
        int line = found.indexOf('\n');
        found = line < 0 ? found : found.substring(0, line);
        return "Entra refuses the credential: %s; %s"
                .formatted(
                        found.length() > 500 ? found.substring(0, 500) : found.strip(),
                        identity.remedy());
    }
}
