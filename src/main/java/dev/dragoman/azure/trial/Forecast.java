package dev.dragoman.azure.trial;

import dev.dragoman.azure.claim.RecordedResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator would do with an object. Immutable.
 *
 * @param plan what the operator would do
 * @param adopted ARM id of the resource that the object already stands for, from its status or else
 *     its annotation. Empty if there is no such id, or if the spec has another id
 * @param reasons reasons for the plan, and further remarks, one sentence each
 * @param changes fields that a PUT would change; none if Azure was not asked
 */
public record Forecast(
        Plan plan, Optional<String> adopted, List<String> reasons, List<Change> changes) {
    /** What would be done. */
    public enum Plan {
        /** The resource in Azure is as asked: nothing is sent. */
        UNCHANGED,
        /** The resource exists in Azure, and a PUT is sent. */
        CHANGE,
        /** The resource does not exist in Azure, and a PUT is sent. */
        CREATE,
        /** The object is being deleted, and the operator deletes the resource in Azure. */
        DELETE,
        /** The object is being deleted, and the operator does not delete the resource in Azure. */
        RELEASE,
        /** Azure is working on the resource; it is compared when Azure has finished. */
        WAIT,
        /** Azure was not asked, or gave no answer. */
        NOT_COMPARED,
        /**
         * The object belongs to another operator, or is in a namespace that this operator does not
         * serve.
         */
        LEFT_ALONE,
        /** Nothing is sent, and the object's condition says why. */
        REFUSED
    }

    /**
     * A field that a PUT would change. Texts are cut. Lists and objects are shown only by their
     * size, because they may contain values from a Secret.
     *
     * @param path ARM path of the field
     * @param azure what Azure shows
     * @param wanted what would be sent
     */
    public record Change(String path, String azure, String wanted) {}

    public Forecast {
        reasons = List.copyOf(reasons);
        changes = List.copyOf(changes);
    }

    /** The forecast for an object that cannot be converted, or whose kind is not served. */
    public static Forecast refused(Map<String, Object> object, List<String> reasons) {
        return new Forecast(Plan.REFUSED, RecordedResource.noted(object), reasons, List.of());
    }
}
