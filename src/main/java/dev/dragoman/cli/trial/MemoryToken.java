package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/** Tokens of service accounts. They have no signature, so no other API server takes them. */
final class MemoryToken {
    private MemoryToken() {}

    /**
     * A token.
     *
     * @param account the ServiceAccount
     * @param request the TokenRequest
     */
    static String of(
            ObjectKey key, Map<String, Object> account, Map<String, Object> request, Instant now) {
        var spec = Fields.map(request, "spec");
        long issued = now.getEpochSecond();
        var names =
                Json.object(
                        "namespace",
                        key.namespace(),
                        "serviceaccount",
                        Json.object("name", key.name(), "uid", Fields.metadata(account, "uid")),
                        "secret",
                        Json.object("uid", Json.text(Fields.map(spec, "boundObjectRef"), "uid")));
        var claims =
                Json.object(
                        "sub",
                        "system:serviceaccount:%s:%s".formatted(key.namespace(), key.name()),
                        "iat",
                        issued,
                        "exp",
                        issued + ((Number) spec.get("expirationSeconds")).longValue(),
                        "kubernetes.io",
                        names);
        var payload = Json.write(claims).getBytes(StandardCharsets.UTF_8);
        return "dry.%s.run"
                .formatted(Base64.getUrlEncoder().withoutPadding().encodeToString(payload));
    }

    /** The user whose token a header has; an empty text for none. */
    static String bearer(String header) {
        var parts = header.split("\\.", -1);
        if (parts.length != 3) {
            return "";
        }
        var payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return Json.text(Json.literal(payload), "sub");
    }
}
