package dev.dragoman.sandbox.azure.vault;

import dev.dragoman.sandbox.azure.ArmError;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** The REST API of secrets: checks the caller, applies faults and limits, and carries out calls. */
final class VaultApi {
    private static final List<String> VERSIONS = 
            List.of("7.0", "7.3", "7.4", "7.5", "7.6", "2025-07-01");

    private final KeyVaults vaults;
    private final SecretOperations operations;
    private final VaultTokens tokens;
    private final Faults faults;
    private final Clock clock;

    VaultApi(KeyVaults vaults, VaultTokens tokens, Faults faults, Clock clock) {
        this.vaults = vaults;
        this.operations = new SecretOperations(vaults, faults);
        this.tokens = tokens;
        this.faults = faults;
        this.clock = clock;
    }

    /**
     * @param authority the URL of the tenant at Entra
     */
    Answer answer(Call call, String authority) {
        var host = call.header("Host").orElse("");
        var vault = KeyVaults.name(host).flatMap(vaults::find);
        if (vault.isEmpty()) {
            // this happens only on a connection that was opened before the vault was deleted
            return VaultError.of(404, "VaultNotFound", "There is no vault at " + host + ".")
                    .answer();
        }
        int slash = authority.lastIndexOf('/');
        var accepted = vaults.accepted(vault.get(), authority.substring(slash + 1));
        Answer answer;
        try {
            answer = checked(call, vault.get(), accepted, "https://" + host.toLowerCase(Locale.ROOT).replaceAll(":443$", ""));
        } catch (VaultError e) {
            answer = e.answer();
        }
        if (answer.status() == 401) {
            answer =
                    answer.with(
                            "WWW-Authenticate",
                            "Bearer authorization=\"%s\", resource=\"%s\""
                                    .formatted(
                                            authority.substring(0, slash + 1) + accepted.tenant(),
                                            accepted.resource()));
        }
        return answer.with(envelope(call, vault.get()));
    }

    private Answer checked(
            Call call, Vault vault, VaultTokens.Accepted accepted, String base) {
        var caller = tokens.verify(call.header("Authorization"), clock.instant(), accepted);
        var named = vaults.named(call);
        faults.before(named).ifPresent(Runnable::run);
        var fault = faults.answer(named);
        if (fault.isPresent()) {
            return inOwnWords(fault.get());
        }
        checkVersion(call);
        var request = SecretRequest.of(call);
        long wait =
                vaults.limits()
                        .take(vault.id(), request.action() == SecretAction.SET, clock.instant());
        if (wait > 0) {
            return throttled().with("Retry-After", Long.toString(wait));
        }
        VaultFirewall.check(vault, vaults.rights().named(caller));
        var assignment = vaults.rights().check(request, vault, caller);
        var answer = operations.answer(request, call, vault, base);
        return assignment
                .map(id -> answer.with("x-ms-keyvault-rbac-assignment-id", id))
                .orElse(answer);
    }

    /** The answer of a fault. A planned 429 with Resource Manager's body gets Key Vault's body. */
    private static Answer inOwnWords(Answer fault) {
        var code = fault.body() == null ? "" : fault.body().at("/error/code").asText();
        return fault.status() == 429 && code.equals("TooManyRequests")
                ? throttled().with(fault.headers())
                : fault;
    }

    private static Answer throttled() {
        return Answer.of(
                429,
                ArmError.body(
                        "Throttled",
                        "Request was not processed because too many requests were received. Reason:"
                                + " VaultRequestTypeLimitReached"));
    }

    private static void checkVersion(Call call) {
        var version =
                call.parameter("api-version")
                        .orElseThrow(
                                () -> VaultError.badParameter("api-version must be specified"));
        if (!VERSIONS.contains(version)) {
            throw VaultError.badParameter(
                    "The specified version (%s) is not recognized. Consider using the latest supported version (%s)."
                            .formatted(version, VERSIONS.getLast()));
        }
    }

    private static Map<String, String> envelope(Call call, Vault vault) {
        var all = new TreeMap<String, String>();
        all.put("Cache-Control", "no-cache");
        all.put("Pragma", "no-cache");
        all.put("Expires", "-1");
        all.put("Strict-Transport-Security", "max-age=31536000;includeSubDomains");
        all.put("X-Content-Type-Options", "nosniff");
        all.put("x-ms-keyvault-region", vault.location());
        all.put("x-ms-keyvault-service-version", "1.9.2784.1");
        all.put(
                "x-ms-keyvault-network-info",
                "conn_type=Ipv4;addr=127.0.0.1;act_addr_fam=InterNetwork;");
        all.put("x-ms-request-id", UUID.randomUUID().toString());
        call.header("x-ms-client-request-id")
                .ifPresent(id -> all.put("x-ms-client-request-id", id));
        return all;
    }
}
