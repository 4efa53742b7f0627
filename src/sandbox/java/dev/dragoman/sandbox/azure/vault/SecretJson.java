package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;

/**
 * Secrets as JSON, as in answers of Key Vault.
 *
 * @param base {@code https://HOST} of the request, with which ids begin
 */
record SecretJson(Vault vault, String base) {
    /** A version with its value. */
    ObjectNode withValue(Secrets.Found found) {
        var out = Json.object().put("value", found.version().value());
        return filled(out, found, true);
    }

    /** A version without its value. */
    ObjectNode version(Secrets.Found found) {
        return filled(Json.object(), found, true);
    }

    /** A secret in a list: the latest version, under an id without the version. */
    ObjectNode listed(Secrets.Found found) {
        return filled(Json.object(), found, false);
    }

    ObjectNode deleted(Secrets.Found found) {
        return filled(deletion(found), found, true);
    }

    ObjectNode deletedListed(Secrets.Found found) {
        return filled(deletion(found), found, false);
    }

    private ObjectNode deletion(Secrets.Found found) {
        var at = found.secret().deleted();
        return Json.object()
                .put("recoveryId", base + "/deletedsecrets/" + found.secret().name)
                .put("deletedDate", at.getEpochSecond())
                .put("scheduledPurgeDate", at.plus(vault.retention()).getEpochSecond());
    }

    private ObjectNode filled(ObjectNode out, Secrets.Found found, boolean withVersion) {
        var fields = found.version().fields();
        if (fields.contentType() != null) {
            out.put("contentType", fields.contentType());
        }
        var id = base + "/secrets/" + found.secret().name;
        out.put("id", withVersion ? id + "/" + found.version().id() : id);
        var attributes = out.putObject("attributes").put("enabled", fields.enabled());
        if (fields.notBefore() != null) {
            attributes.put("nbf", fields.notBefore());
        }
        if (fields.expires() != null) {
            attributes.put("exp", fields.expires());
        }
        attributes
                .put("created", found.version().created())
                .put("updated", found.version().updated())
                .put("recoveryLevel", vault.recoveryLevel())
                .put("recoverableDays", vault.retention().toDays());
        if (fields.tags() != null) {
            var tags = out.putObject("tags");
            fields.tags().forEach(tags::put);
        }
        return out;
    }
}
