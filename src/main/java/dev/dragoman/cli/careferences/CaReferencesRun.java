package dev.dragoman.cli.careferences;

import static dev.dragoman.cli.cluster.ClusterRequests.operation;
import static dev.dragoman.kube.object.Json.map;

import dev.dragoman.certificates.decision.CaReference;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateObject;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.PlainText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Lists references to CAs of other namespaces, and allows them. Not thread-safe. */
final class CaReferencesRun {
    private static final String CERTIFICATES =
            "/apis/" + CertificateNames.API_VERSION + "/discoveryservicecertificates";
    private static final String MANAGER = "?fieldManager=dragoman-ca-references";
    private static final String LINE = "%-40s %-40s %s";
    private static final int TRIES = 5;

    private final ClusterRequests cluster;
    private final String caNamespace;
    private final Consumer<String> out;
    private final Map<CertificateObject.CaSecret, Map<String, Object>> secrets = new HashMap<>();

    /**
     * @param caNamespace only CAs of this namespace; empty for CAs of all namespaces
     */
    CaReferencesRun(ClusterRequests cluster, String caNamespace, Consumer<String> out) {
        this.cluster = cluster;
        this.caNamespace = caNamespace;
        this.out = out;
    }

    /**
     * Prints the list.
     *
     * @param consent whether to allow references that are not allowed
     * @return whether all references are allowed at the end
     * @throws Refused when the API server refuses a request or does not answer
     */
    boolean run(boolean consent) {
        var references = references();
        if (references.isEmpty()) {
            out.accept("No certificate names a CA of another namespace.");
            return true;
        }
        var waiting = new TreeMap<String, List<CaReference>>();
        int withoutSecret = 0;
        out.accept(LINE.formatted("CA", "CERTIFICATE", "ALLOWED"));
        for (var each : references) {
            var secret = secret(each);
            if (secret.isEmpty()) {
                withoutSecret++;
                say(each, "no: there is no such Secret");
            } else if (each.allowed(secret)) {
                say(each, "yes");
            } else {
                say(each, "no");
                waiting.computeIfAbsent(each.ca().toString(), _ -> new ArrayList<>()).add(each);
            }
        }
        if (consent) {
            waiting.values().forEach(this::allow);
        } else if (!waiting.isEmpty()) {
            out.accept(
                    "Nothing was changed. With --consent, this command adds the namespaces of these certificates to the annotation dragoman.dev/allow-namespaces of each CA's Secret.");
        }
        return withoutSecret == 0 && (consent || waiting.isEmpty());
    }

    private List<CaReference> references() {
        var certificates = new ArrayList<CertificateObject>();
        cluster.listServed(
                CERTIFICATES,
                "application/json",
                object -> certificates.add(new CertificateObject(object)));
        return CaReference.of(certificates).stream()
                .filter(each -> caNamespace.isEmpty() || caNamespace.equals(each.ca().namespace()))
                .toList();
    }

    private void say(CaReference reference, String allowed) {
        out.accept(
                LINE.formatted(
                        PlainText.oneLine(reference.ca().toString()),
                        reference.certificate().namespace() + "/" + reference.certificate().name(),
                        allowed));
    }

    /** Metadata of the CA's Secret; empty when the Secret does not exist. */
    private Map<String, Object> secret(CaReference reference) {
        return reference.named() ? secrets.computeIfAbsent(reference.ca(), this::read) : Map.of();
    }

    private Map<String, Object> read(CertificateObject.CaSecret ca) {
        var found = new ArrayList<Map<String, Object>>();
        cluster.list(
                "/api/v1/namespaces/%s/secrets?fieldSelector=metadata.name%%3D%s"
                        .formatted(ca.namespace(), ca.name()),
                ClusterRequests.METADATA,
                found::add);
        return found.isEmpty() ? Map.of() : found.getFirst();
    }

    /** Writes into the CA's Secret that these references, which all name that CA, are allowed. */
    private void allow(List<CaReference> references) {
        var ca = references.getFirst().ca();
        var entries = new TreeSet<String>();
        references.forEach(each -> entries.add(each.entry()));
        for (int left = TRIES; ; left--) {
            var secret = read(ca);
            if (secret.isEmpty()) {
                throw new Refused(404, "Secret %s was deleted meanwhile".formatted(ca));
            }
            var value = CaReference.allowing(secret, entries);
            try {
                write(ca, secret, value);
                out.accept(
                        "Secret %s: annotation %s is now '%s'."
                                .formatted(ca, CertificateNames.ALLOW, value));
                return;
            } catch (Refused refused) {
                // 409, and 422 for a failed "test" of the patch, say that the Secret was changed
                // between read and patch: then it is read again
                if ((refused.code != 409 && refused.code != 422) || left == 0) {
                    throw refused;
                }
            }
        }
    }

    private void write(CertificateObject.CaSecret ca, Map<String, Object> secret, String value) {
        var annotations = new LinkedHashMap<>(map(secret, "metadata", "annotations"));
        annotations.put(CertificateNames.ALLOW, value);
        var version = Fields.metadata(secret, "resourceVersion");
        var _ =
                cluster.patch(
                        "/api/v1/namespaces/%s/secrets/%s%s"
                                .formatted(ca.namespace(), ca.name(), MANAGER),
                        List.of(
                                operation("test", "/metadata/resourceVersion", version),
                                operation("add", "/metadata/annotations", annotations)));
    }
}
