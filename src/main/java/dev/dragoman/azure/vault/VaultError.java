package dev.dragoman.azure.vault;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.VaultAddress;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Translates failures of requests to a Key Vault into answers. Pure. */
final class VaultError {
    private static final Map<String, String> ADVICE =
            Map.of(
                    "ForbiddenByRbac",
                    "give the identity the role Key Vault Secrets Officer for the vault, or Key Vault Secrets User if it only reads",
                    "ForbiddenByPolicy",
                    "give the identity the rights get, set, delete and recover of secrets in the vault's access policies",
                    "ForbiddenByFirewall",
                    "let the operator's address through the vault's firewall",
                    "ForbiddenByConnection",
                    "the vault has no public access; let the operator reach it by a private endpoint");

    private VaultError() {}

    /** The answer that an exception of Microsoft's client contains. */
    static Answer answer(HttpResponseException refused) {
        var response = refused.getResponse();
        var error = object(object(refused.getValue()).get("error"));
        var inner = text(object(error.get("innererror")).get("code"));
        var code = inner.isEmpty() ? text(error.get("code")) : inner;
        int status = response.getStatusCode();
        var told = text(error.get("message"));
        var message =
                told.isEmpty() ? "HTTP " + status : told.lines().findFirst().orElse("").strip();
        var advice = ADVICE.get(code);
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                retryAfter(response.getHeaderValue(HttpHeaderName.RETRY_AFTER)),
                Optional.of(
                        new Answer.Failure(
                                code.isEmpty() ? "HTTP" + status : code,
                                advice == null ? message : message + "; " + advice,
                                true)),
                "");
    }

    /**
     * The failure of a request to a host that no name server knows, or that the proxy cannot reach;
     * empty for other failures.
     */
    static Optional<Answer> unresolved(VaultAddress vault, Throwable thrown) {
        for (var each = thrown; each != null; each = each.getCause()) {
            boolean unknown =
                    each instanceof UnknownHostException
                            || each instanceof UnresolvedAddressException
                            || (each instanceof ConnectException
                                    && each.getCause() instanceof UnresolvedAddressException)
                            || proxied(each);
            if (unknown) {
                return Optional.of(
                        Answer.failure(
                                Answer.NO_VAULT,
                                "no Key Vault answers at %s; create it, or correct its name"
                                        .formatted(vault),
                                false));
            }
        }
        return Optional.empty();
    }

    /**
     * The failure of an answer whose body is no JSON, for example because it is cut off; empty for
     * other failures. The text of the exception may quote the value, so it is not repeated.
     */
    static Optional<Answer> unreadable(VaultAddress vault, Throwable thrown) {
        for (var each = thrown; each != null; each = each.getCause()) {
            if (each.getClass().getName().startsWith("com.azure.json.")) {
                return Optional.of(
                        Answer.failure(
                                Answer.UNREACHABLE,
                                "%s answered with a body that is no JSON".formatted(vault),
                                true));
            }
        }
        return Optional.empty();
    }

    /**
     * Whether a proxy says that it cannot reach the host. Statuses 503 and 504 do not count,
     * because they may mean that the proxy is overloaded.
     */
    private static boolean proxied(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).matches("Tunnel failed, got: 502");
    }

    private static Optional<Duration> retryAfter(String seconds) {
        return seconds != null && seconds.matches("\\d{1,6}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
                : Optional.empty();
    }

    private static Map<?, ?> object(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }
}
