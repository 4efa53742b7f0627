package dev.dragoman.azure.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The MutatingAdmissionPolicy that records in an annotation which API version a user applied. No
 * other field of an object tells that version reliably.
 *
 * <p>The version of a request is written when the request
 *
 * <ul>
 *   <li>creates the object, unless the object already has the annotation, as in a restored backup;
 *   <li>changes the spec;
 *   <li>changes what client-side apply recorded, even if the spec stays equal;
 *   <li>is a server-side apply that owns spec fields, even if the spec stays equal.
 * </ul>
 *
 * <p>Other requests, such as those of {@code kubectl annotate}, use the version that the client
 * prefers. They do not change the annotation. If such a request replaces the object without the
 * annotation, the policy adds it again with its former value.
 */
public final class AppliedVersionPolicy {
    /** Name of the annotation with the applied version. */
    public static final String ANNOTATION = "dragoman.dev/applied-version";

    /** Name of the policy and of its binding. */
    public static final String NAME = "applied-version.dragoman.dev";

    private static final String API = "admissionregistration.k8s.io/v1";
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private AppliedVersionPolicy() {}

    /**
     * The policy for these kinds, and its binding.
     *
     * @param operators {@code NAMESPACE:NAME} of each operator's service account
     */
    public static List<Map<String, Object>> of(
            List<KindName> kinds, List<String> operators, Map<String, String> labels) {
        return List.of(
                object(
                        "MutatingAdmissionPolicy",
                        NAME,
                        labels,
                        ordered(
                                "failurePolicy", "Fail",
                                "reinvocationPolicy", "Never",
                                "matchConstraints",
                                        Map.of("resourceRules", rules(kinds, "CREATE", "UPDATE")),
                                "matchConditions", List.of(notTheOperator(operators)),
                                "variables", variables(),
                                "mutations", List.of(mutation()))),
                object("MutatingAdmissionPolicyBinding", NAME, labels, Map.of("policyName", NAME)));
    }

    /** An object of the API of admission policies. */
    static Map<String, Object> object(
            String kind, String name, Map<String, String> labels, Map<String, Object> spec) {
        return ordered(
                "apiVersion", API,
                "kind", kind,
                "metadata", ordered("name", name, "labels", labels),
                "spec", spec);
    }

    /**
     * Rules that match every version: with a rule for one version, the API server would convert
     * requests of other versions to it.
     */
    static List<Object> rules(List<KindName> kinds, String... operations) {
        Map<String, List<String>> plurals = new TreeMap<>();
        kinds.forEach(
                kind ->
                        plurals.computeIfAbsent(kind.group(), group -> new ArrayList<>())
                                .add(kind.plural()));
        List<Object> out = new ArrayList<>();
        plurals.forEach(
                (group, resources) ->
                        out.add(
                                ordered(
                                        "apiGroups", List.of(group),
                                        "apiVersions", List.of("*"),
                                        "operations", List.of(operations),
                                        "resources", resources)));
        return out;
    }

    private static Map<String, Object> notTheOperator(List<String> operators) {
        return ordered(
                "name",
                "not-the-operator",
                "expression",
                operators.stream()
                        .sorted()
                        .map("request.userInfo.username != 'system:serviceaccount:%s'"::formatted)
                        .collect(Collectors.joining(" && ")));
    }

    private static List<Object> variables() {
        String annotation = ".metadata.?annotations[?'%s'].orValue('')";
        String stamp = annotation.formatted(ANNOTATION);
        String lastApplied = annotation.formatted(LAST_APPLIED);
        return List.of(
                variable("present", "object" + stamp),
                variable("before", "oldObject == null ? '' : oldObject" + stamp),
                variable("created", "oldObject == null && variables.present == ''"),
                variable(
                        "specChanged",
                        "oldObject != null && object.?spec.orValue({}) != oldObject.?spec.orValue({})"),
                variable(
                        "appliedByClient",
                        "oldObject != null && object%s != oldObject%s"
                                .formatted(lastApplied, lastApplied)),
                variable(
                        "appliedByServer",
                        """
                        object.metadata.?managedFields.orValue([]).exists(m, m.operation == 'Apply'
                          && m.?subresource.orValue('') == ''
                          && m.?manager.orValue('') == request.options.?fieldManager.orValue('')
                          && m.apiVersion == request.requestKind.group + '/' + request.requestKind.version
                          && 'f:spec' in m.?fieldsV1.orValue({}))"""),
                variable(
                        "wanted",
                        """
                        variables.created || variables.specChanged || variables.appliedByClient
                          || variables.appliedByServer ? request.requestKind.version
                          : (variables.present != '' ? variables.present : variables.before)"""));
    }

    private static Map<String, Object> mutation() {
        String expression =
                """
                variables.wanted == variables.present ? [] : (has(object.metadata.annotations)
                  ? [JSONPatch{op: 'add', path: '/metadata/annotations/' + jsonpatch.escapeKey('%1$s'),
                      value: variables.wanted}]
                  : [JSONPatch{op: 'add', path: '/metadata/annotations',
                      value: {'%1$s': variables.wanted}}])"""
                        .formatted(ANNOTATION);
        return ordered("patchType", "JSONPatch", "jsonPatch", Map.of("expression", expression));
    }

    static Map<String, Object> variable(String name, String expression) {
        return ordered("name", name, "expression", expression);
    }

    /** A map in the order of the arguments, which are keys and values in turn. */
    static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> out = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            out.put((String) pairs[i], pairs[i + 1]);
        }
        return out;
    }
}
