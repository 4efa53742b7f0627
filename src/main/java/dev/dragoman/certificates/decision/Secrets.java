package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.kube.object.Fields;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts Secrets of the type {@code kubernetes.io/tls} from and to objects of the API. Pure. */
public final class Secrets {
    /** Keys of the data that this operator reads and writes. */
    static final List<String> OURS =
            List.of(
                    TlsSecret.CERTIFICATE,
                    TlsSecret.KEY,
                    TlsSecret.TRUST,
                    OwnSecret.NEXT_CERTIFICATE,
                    OwnSecret.NEXT_KEY);

    private Secrets() {}

    /**
     * Reads the keys of a Secret's data that this operator uses. A value that is no base64 becomes
     * empty.
     */
    public static TlsSecret read(Map<String, Object> secret) {
        var data = new HashMap<String, byte[]>();
        var all = Fields.map(secret, "data");
        // reads only this operator's keys: somebody may have put thousands of keys into the Secret
        OURS.stream()
                .filter(all::containsKey)
                .filter(name -> !(name.startsWith("next.") && "".equals(all.get(name))))
                .forEach(name -> data.put(name, decoded(all.get(name))));
        return new TlsSecret(data);
    }

    /** Whether this operator's data is equal in both. */
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

    /** The object to apply, with all fields of this operator. */
    static Map<String, Object> object(CertificateObject owner, OwnSecret secret) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", owner.secretName());
        metadata.put("namespace", owner.namespace());
        var annotations = new TreeMap<String, Object>(secret.annotations());
        // an empty value takes the annotation from its other owner, and counts as none
        secret.foreign().forEach(each -> annotations.put(each, ""));
        if (!annotations.isEmpty()) {
            metadata.put("annotations", annotations);
        }
        if (!secret.version().isEmpty()) {
            // the write fails if somebody else has written meanwhile
            metadata.put("resourceVersion", secret.version());
        }
        var data = new TreeMap<String, Object>();
        for (var name : OURS) {
            var value = secret.data().data().get(name);
            if (value != null) {
                data.put(name, Base64.getEncoder().encodeToString(value));
            }
        }
        // an empty value takes the key from its other owner, and counts as none
        secret.foreignNext().forEach(each -> data.put(each, ""));
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", "v1");
        object.put("kind", "Secret");
        object.put("type", "kubernetes.io/tls");
        object.put("metadata", metadata);
        object.put("data", data);
        return object;
    }
}
