package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.Fields;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Secrets of the type {@code kubernetes.io/tls}, to and from what the API server has. Pure. */
public final class Secrets {
    /** Names of what is this operator's in a Secret. */
    static final List<String> OURS =
            List.of(
                    TlsSecret.CERTIFICATE,
                    TlsSecret.KEY,
                    TlsSecret.TRUST,
                    OwnSecret.NEXT_CERTIFICATE,
                    OwnSecret.NEXT_KEY);

    private Secrets() {}

    /** What a Secret holds of this operator's; a value that is no Base64 is empty. */
    public static TlsSecret read(Map<String, Object> secret) {
        var data = new HashMap<String, byte[]>();
        var all = Fields.map(secret, "data");
        // whoever may write it may have put thousands beside
        OURS.stream()
                .filter(all::containsKey)
                .forEach(name -> data.put(name, decoded(all.get(name))));
        return new TlsSecret(data);
    }

    /** Whether all that is this operator's is the same in both. */
    static boolean equal(TlsSecret one, TlsSecret other) {
        return OURS.stream()
                .allMatch(each -> Arrays.equals(one.data().get(each), other.data().get(each)));
    }

    private static byte[] decoded(Object value) {
        try {
            return Base64.getDecoder().decode(String.valueOf(value));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    /** The Secret to be applied, all of it that is this operator's. */
    static Map<String, Object> object(CertificateObject owner, OwnSecret secret) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", owner.secretName());
        metadata.put("namespace", owner.namespace());
        if (!secret.annotations().isEmpty()) {
            metadata.put("annotations", new TreeMap<>(secret.annotations()));
        }
        if (!secret.version().isEmpty()) {
            // what somebody else has written meanwhile is looked at first
            metadata.put("resourceVersion", secret.version());
        }
        var data = new TreeMap<String, Object>();
        for (var name : OURS) {
            // what else is there is others'
            var value = secret.data().data().get(name);
            if (value != null) {
                data.put(name, Base64.getEncoder().encodeToString(value));
            }
        }
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", "v1");
        object.put("kind", "Secret");
        object.put("type", "kubernetes.io/tls");
        object.put("metadata", metadata);
        object.put("data", data);
        return object;
    }
}
