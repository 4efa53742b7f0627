package dev.dragoman.azure.trial;

import dev.dragoman.azure.claim.RecordedResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator would do with an object. Immutable.
 *
 * @param plan what it would do
 * @param adopted ARM id of the resource that the object stands for already, by its status or else
 *     its annotation; empty if they have none, or another one than the spec
 * @param reasons reasons for the plan, and further remarks, a sentence each
 * @param changes fields that a PUT would change; none if Azure was not asked
 */
public record Forecast(
        Plan plan, Optional<String> adopted, List<String> reasons, List<Change> changes) {
    /** What would be done. */
    public enum Plan {
        /** Azure has it as asked: nothing is sent. */
        UNCHANGED,
        /** Azure has it, and it is sent. */
        CHANGE,
        /** Azure does not have it, and it is sent. */
        CREATE,
        /** The object is being deleted, and the resource in Azure too. */
        DELETE,
        /** The object is being deleted, and the resource in Azure stays. */
        RELEASE,
        /** Azure works on it; it is compared when that has ended. */
        WAIT,
        /** Azure was not asked, or gave no answer. */
        NOT_COMPARED,
        /** It is another operator's, or in a namespace that this one does not serve. */
        LEFT_ALONE,
        /** Nothing is sent, and the object says why. */
        REFUSED
    }

    /**
     * A field that a PUT would change. Texts are cut. Lists and objects are shown only by their
     * size, because they may contain values from a Secret.
     *
     * @param path path in the resource, as Azure has it
     * @param azure what Azure shows
     * @param wanted what would be sent
     */
    public record Change(String path, String azure, String wanted) {}

    /** Copies the lists. */
    public Forecast {
        reasons = List.copyOf(reasons);
        changes = List.copyOf(changes);
    }

    /** The forecast for an object that the operator could not even read. */
    public static Forecast refused(Map<String, Object> object, List<String> reasons) {
        return new Forecast(Plan.REFUSED, RecordedResource.noted(object), reasons, List.of());
    }
}
