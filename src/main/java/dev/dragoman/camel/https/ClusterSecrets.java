package dev.dragoman.camel.https;

import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.reconcile.ObjectKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads Secrets of the operator's namespace from the API server. Refuses the operator's own
 * Secrets, because a route could send their values to a host. Thread-safe.
 *
 * @param namespace namespace of the operator
 */
public record ClusterSecrets(Reader reader, String namespace) implements SecretReader {
    /** Secrets with the operator's credentials and with the key for its hashes. */
    private static final Set<String> OWN =
            Set.of(
                    ReservedSecrets.SETTINGS,
                    ReservedSecrets.CREDENTIAL,
                    ReservedSecrets.STATUS_KEY);

    @Override
    public String read(SecretReference reference) throws Unreadable {
        var name = reference.name();
        var own = refused(reference);
        if (own.isPresent()) {
            throw new Unreadable(own.get());
        }
        Map<String, Object> secret;
        try {
            secret =
                    reader.get("v1", new ObjectKey("", "Secret", namespace, name))
                            .orElseThrow(
                                    () ->
                                            new Unreadable(
                                                    "there is no Secret %s in namespace %s; create it, or correct the name, and restart the operator"
                                                            .formatted(name, namespace)));
        } catch (WriteRefused refused) {
            throw new Unreadable(refused.rights() ? right(name) : refused.getMessage());
        } catch (KubeException unanswered) {
            throw new Unreadable(unanswered.getMessage());
        }
        return value(secret, reference);
    }

    /** Why overlays may not use the Secret; empty when they may. */
    static Optional<String> refused(SecretReference reference) {
        return reference.ofCluster() && OWN.contains(reference.name())
                ? Optional.of(
                        "Secret %s is the operator's own and not for overlays; put the value into another Secret"
                                .formatted(reference.name()))
                : Optional.empty();
    }

    private String right(String name) {
        return "the operator may not read Secret %1$s in namespace %2$s. Allow it: kubectl create role dragoman-%1$s -n %2$s --verb=get --resource=secrets --resource-name=%1$s, and bind it to the operator's account (docs/overlays.md)"
                .formatted(name, namespace);
    }

    private String value(Map<String, Object> secret, SecretReference reference) throws Unreadable {
        var data = secret.get("data") instanceof Map<?, ?> map ? map : Map.of();
        if (!(data.get(reference.key()) instanceof String encoded)) {
            var keys = new TreeSet<String>();
            data.keySet().forEach(key -> keys.add(String.valueOf(key)));
            throw new Unreadable(
                    "Secret %s in namespace %s has no key %s%s; add the key, or correct its name, and restart the operator"
                            .formatted(
                                    reference.name(),
                                    namespace,
                                    reference.key(),
                                    keys.isEmpty()
                                            ? ""
                                            : " (it has " + String.join(", ", keys) + ")"));
        }
        return text(encoded);
    }

    /** The decoded value; empty when it is not Base64 or not UTF-8. */
    private static String text(String encoded) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
                    .toString();
        } catch (CharacterCodingException | IllegalArgumentException noText) {
            return "";
        }
    }
}
