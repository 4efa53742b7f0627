package dev.dragoman.azure.vault;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpResponse;
import dev.dragoman.azure.arm.Challenge;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.identity.VaultAddress;
import dev.dragoman.azure.identity.VaultSettings;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Json;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Translates failures of requests to a Key Vault into answers. Pure. */
final class VaultError {
    private static final String BY_POLICY =
            "give the identity the rights get, set, delete and recover of secrets in the vault's access policies";

    private static final Map<String, String> ADVICE =
            Map.of(
                    "ForbiddenByRbac",
                    "give the identity the role Key Vault Secrets Officer for the vault, or Key Vault Secrets User if it only reads",
                    "ForbiddenByPolicy",
                    BY_POLICY,
                    "AccessDenied",
                    BY_POLICY,
                    "ForbiddenByFirewall",
                    "let the operator's address through the vault's firewall",
                    "ForbiddenByConnection",
                    "the vault has no public access; let the operator reach it by a private endpoint");

    /** Advice for a refusal whose code is none of the known ones. */
    private static final String FORBIDDEN =
            "give the identity rights to secrets by a role or by the vault's access policies, and let the operator through the vault's firewall";

    /** Beginnings of the lines of a refusal that say what its reader has to allow. */
    private static final List<String> DETAILS = List.of("Caller: ", "Client address: ", "Action: ");

    private VaultError() {}

    /**
     * The answer that an exception of Microsoft's client contains.
     *
     * @param wrong what to do about a token that the vault never takes, or empty
     * @param retryAfter time in the answer's {@code Retry-After}, or empty
     */
    static Answer answer(
            HttpResponseException refused, Optional<String> wrong, Optional<Duration> retryAfter) {
        var response = refused.getResponse();
        var error = object(object(refused.getValue()).get("error"));
        var inner = Json.text(object(error.get("innererror")), "code");
        var code = inner.isEmpty() ? Json.text(error, "code") : inner;
        int status = response.getStatusCode();
        var told = Json.text(error, "message");
        var message = told.isEmpty() ? "HTTP " + status : shortened(told);
        var usual = status == 403 && !code.equals("SecretDisabled") ? FORBIDDEN : null;
        var advice = wrong.orElse(ADVICE.getOrDefault(code, usual));
        return new Answer(
                status,
                Map.of(),
                Optional.empty(),
                retryAfter,
                Optional.of(
                        new Answer.Failure(
                                code.isEmpty() ? "HTTP" + status : code,
                                advice == null ? message : message + "; " + advice,
                                true)),
                "");
    }

    /**
     * What to do about a token that the vault refused, because it is for another resource or of
     * another tenant than the vault's challenge names; empty if both are right.
     */
    static Optional<String> challenged(
            HttpResponse response, VaultAddress vault, AzureIdentity identity) {
        if (response.getStatusCode() != 401) {
            return Optional.empty();
        }
        var other =
                Challenge.resource(response)
                        .filter(each -> !each.equalsIgnoreCase(vault.resource()))
                        .map(Excerpt::value);
        if (other.isPresent()) {
            return Optional.of(
                    "the vault takes tokens for %1$s, and the operator requested one for %2$s; if both are right, write %3$s=%1$s to %4$s of the operator"
                            .formatted(
                                    other.get(),
                                    vault.resource(),
                                    vault.suffix(),
                                    VaultSettings.SUFFIXES));
        }
        var tenant = Challenge.tenant(response).filter(each -> !identity.mayUse(each));
        return tenant.map(
                each ->
                        "the vault belongs to tenant %s, and the identity to tenant %s; use a credential of the vault's tenant. If the application exists in both, add the tenant to %s of the credential"
                                .formatted(each, identity.tenantId(), AzureIdentity.ADDITIONAL));
    }

    /**
     * The first line of a vault's message, and from the others who asked, from where, and for what.
     * The caller's issuer is left out.
     */
    private static String shortened(String told) {
        var lines = told.lines().map(String::strip).toList();
        var details =
                lines.stream()
                        .skip(1)
                        .filter(line -> DETAILS.stream().anyMatch(line::startsWith))
                        .map(line -> line.split(";iss=", 2)[0])
                        .toList();
        return details.isEmpty()
                ? lines.getFirst()
                : "%s %s".formatted(lines.getFirst(), String.join(", ", details));
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
                return Optional.of(odd(vault, "with a body that is no JSON"));
            }
        }
        return Optional.empty();
    }

    /** The failure of an answer that no Key Vault gives, so that it says nothing of an entry. */
    static Answer odd(VaultAddress vault, String how) {
        return Answer.failure(Answer.UNREACHABLE, vault + " answered " + how, true);
    }

    /**
     * Whether a proxy says that it cannot reach the host. Statuses 503 and 504 do not count,
     * because they may mean that the proxy is overloaded.
     */
    private static boolean proxied(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).matches("Tunnel failed, got: 502");
    }

    private static Map<?, ?> object(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
