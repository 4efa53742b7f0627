package dev.dragoman.azure.catalog;

import static dev.dragoman.azure.catalog.AppliedVersionPolicy.object;
import static dev.dragoman.azure.catalog.AppliedVersionPolicy.ordered;
import static dev.dragoman.azure.catalog.AppliedVersionPolicy.variable;

import java.util.List;
import java.util.Map;

/**
 * Rules for the objects of every kind, as one ValidatingAdmissionPolicy. An owner is given either
 * by name or by ARM id. Owner and name cannot change once the resource exists in Azure. CEL rules
 * in the schemas would cost the API server half a gigabyte (docs/benchmarks.md), because it
 * compiles each rule for each version of each kind.
 */
public final class ObjectPolicy {
    /** Name of the policy and of its binding. */
    public static final String NAME = "objects.dragoman.dev";

    private static final String FIXED =
            "spec.%s cannot change: the resource exists in Azure %s. Create a second object for a second resource.";

    private ObjectPolicy() {}

    /** The policy for these kinds, and its binding. */
    public static List<Map<String, Object>> of(List<KindName> kinds, Map<String, String> labels) {
        return List.of(
                object(
                        "ValidatingAdmissionPolicy",
                        NAME,
                        labels,
                        ordered(
                                "failurePolicy", "Fail",
                                "matchConstraints",
                                        Map.of(
                                                "resourceRules",
                                                AppliedVersionPolicy.rules(
                                                        kinds, "CREATE", "UPDATE")),
                                "variables", variables(),
                                "validations", validations())),
                object(
                        "ValidatingAdmissionPolicyBinding",
                        NAME,
                        labels,
                        ordered("policyName", NAME, "validationActions", List.of("Deny"))));
    }

    private static List<Object> variables() {
        return List.of(
                variable("exists", "oldObject != null && oldObject.?status.?id.orValue('') != ''"),
                variable("owner", "object.?spec.?owner.orValue({})"),
                variable(
                        "ownerBefore",
                        "oldObject == null ? {} : oldObject.?spec.?owner.orValue({})"),
                // an invalid owner that is already stored must not block the removal of a finalizer
                variable(
                        "ownerStays",
                        "oldObject != null && variables.owner == variables.ownerBefore"));
    }

    private static List<Object> validations() {
        return List.of(
                validation(
                        "variables.ownerStays || !has(object.spec.owner)"
                                + " || (variables.owner.?armId.orValue('') != '')"
                                + " != (variables.owner.?name.orValue('') != '')",
                        "spec.owner: set exactly one of armId and name"),
                validation(
                        "!variables.exists || variables.ownerStays",
                        FIXED.formatted("owner", "below its owner")),
                validation(
                        "!variables.exists || %s == %s"
                                .formatted(name("object"), name("oldObject")),
                        FIXED.formatted("azureName", "under its name")),
                validation(
                        "!variables.exists || request.kind.kind != '%s' || %s == %s"
                                .formatted(
                                        ArmResourceKind.NAME.kind(),
                                        type("object"),
                                        type("oldObject")),
                        FIXED.formatted("type", "as one of it")));
    }

    /**
     * CEL for the name in Azure: azureName or, if azureName is missing or empty, the name of the
     * object.
     */
    private static String name(String object) {
        return "(%1$s.?spec.?azureName.orValue('') == '' ? %1$s.metadata.name : %1$s.spec.azureName)"
                .formatted(object);
    }

    private static String type(String object) {
        return "%s.?spec.?type.orValue('').lowerAscii()".formatted(object);
    }

    private static Map<String, Object> validation(String expression, String message) {
        return ordered("expression", expression, "message", message);
    }
}
