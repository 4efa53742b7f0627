package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Answer;
import dev.dragoman.sandbox.azure.http.Call;
import dev.dragoman.sandbox.azure.http.Faults;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** Carries out and answers requests that are authorised. */
final class SecretOperations {
    private final KeyVaults vaults;
    private final Faults faults;

    SecretOperations(KeyVaults vaults, Faults faults) {
        this.vaults = vaults;
        this.faults = faults;
    }

    /**
     * @param base {@code https://HOST} of the request
     */
    Answer answer(SecretRequest request, Call call, Vault vault, String base) {
        var secrets = vaults.secrets(vault);
        var json = new SecretJson(vault, base);
        var name = request.name();
        return switch (request.action()) {
            case SET -> ok(json.withValue(secrets.set(name, SecretFields.body(call.body()))));
            case GET -> ok(json.withValue(secrets.get(name, request.version())));
            case UPDATE ->
                    ok(
                            json.version(
                                    secrets.update(
                                            name,
                                            request.version(),
                                            SecretFields.body(call.body()))));
            case DELETE -> ok(json.deleted(secrets.delete(name)));
            case GET_DELETED -> ok(json.deleted(secrets.deleted(name)));
            case RECOVER -> ok(json.version(secrets.recover(name)));
            case PURGE -> purged(secrets, name, vault);
            case LIST -> page(secrets.list(), json::listed, call, base);
            case LIST_VERSIONS -> page(secrets.versions(name), json::version, call, base);
            case LIST_DELETED -> page(secrets.deleted(), json::deletedListed, call, base);
        };
    }

    private static Answer purged(Secrets secrets, String name, Vault vault) {
        if (vault.purgeProtected()) {
            throw VaultError.of(
                    403,
                    "Forbidden",
                    ("Operation \"purge\" is not allowed because purge protection is enabled for this"
                     + " vault. Key Vault service will automatically purge it after the retention"
                     + " period has passed.\r\nVault: %s")
                            .formatted(vault.place()));
        }
        secrets.purge(name);
        return Answer.empty(204);
    }

    /** A page of the list. It is sorted by ids, so versions are not in the order of their age. */
    private Answer page(
            List<Secrets.Found> found,
            Function<Secrets.Found, ObjectNode> shown,
            Call call,
            String base) {
        var all = new TreeMap<String, ObjectNode>();
        found.forEach(
                each -> {
                    var element = shown.apply(each);
                    all.put(element.path("id").asText(), element);
                });
        return ok(VaultPages.cut(all, call, faults.pageSize(), base));
    }

    private static Answer ok(ObjectNode body) {
        return Answer.of(200, body);
    }
}
