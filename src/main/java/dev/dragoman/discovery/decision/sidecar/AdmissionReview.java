package dev.dragoman.discovery.decision.sidecar;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A question of the API server.
 *
 * @param uid repeated in the answer
 * @param namespace namespace of the pod, which the pod itself may lack
 * @param pod the pod as it is to be made
 */
public record AdmissionReview(String uid, String namespace, Map<String, Object> pod) {
    private static final String VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";

    /**
     * Reads a question.
     *
     * @throws IllegalArgumentException when it is no question about a pod
     */
    public static AdmissionReview of(Map<String, Object> review) {
        var request = Json.map(review, "request");
        var question =
                new AdmissionReview(
                        Json.text(request, "uid"),
                        Json.text(request, "namespace"),
                        Json.map(request, "object"));
        if (!VERSION.equals(review.get("apiVersion"))
                || !KIND.equals(review.get("kind"))
                || question.uid.isEmpty()
                || question.namespace.isEmpty()
                || !"Pod".equals(question.pod.get("kind"))) {
            throw new IllegalArgumentException(
                    "this is no %s of %s about a Pod that is created".formatted(KIND, VERSION));
        }
        return question;
    }

    /** The answer as JSON. */
    public byte[] answer(Injection.Answer answer) {
        var response = object("uid", uid);
        switch (answer) {
            case Injection.Allowed allowed -> {
                response.put("allowed", true);
                if (!allowed.patch().isEmpty()) {
                    response.put("patchType", "JSONPatch");
                    response.put("patch", base64(allowed.patch()));
                }
                if (!allowed.warnings().isEmpty()) {
                    response.put("warnings", allowed.warnings());
                }
            }
            case Injection.Denied denied -> {
                response.put("allowed", false);
                response.put(
                        "status",
                        object("code", 400, "reason", "BadRequest", "message", denied.message()));
            }
        }
        return bytes(object("apiVersion", VERSION, "kind", KIND, "response", response));
    }

    private static String base64(List<Map<String, Object>> patch) {
        return Base64.getEncoder().encodeToString(bytes(patch));
    }

    private static byte[] bytes(Object value) {
        return Json.write(value).getBytes(StandardCharsets.UTF_8);
    }
}
