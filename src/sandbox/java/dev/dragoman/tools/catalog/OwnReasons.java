package dev.dragoman.tools.catalog;

import dev.dragoman.cli.explain.Reasons;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The section of {@code docs/errors.md} on reasons that are not codes of Azure but the operator's
 * own.
 */
final class OwnReasons {
    private static final Map<String, String> CONDITIONS = conditions();
    private static final Map<String, String> EVENTS = events();

    private OwnReasons() {}

    /** The section in Markdown. */
    static String section() {
        var out = new StringBuilder();
        out.append(
                """

                ## Reasons of the operator

                These reasons of the condition Ready are no codes of Azure. The message names the field or the object.

                | reason | what it means, and what to do |
                |---|---|
                """);
        CONDITIONS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        out.append(
                """

                The condition `FieldsNotSent` is a warning that does not change Ready. Its reason is `NotInAppliedVersion` if the
                applied version does not have a field or does not allow a value. Its reason is `UnknownAnnotation` if only an
                annotation has no effect.

                The condition `ValuesKept` is no warning. It names values in Azure that differ from the spec and are kept. Its reason
                is the first row of this table that applies to one of the values:

                | reason of `ValuesKept` | when |
                |---|---|
                | `NoLongerAskedFor` | A field was removed from the spec, and Azure keeps its value. To turn the setting off in Azure, write the value that turns it off into the spec, and remove the field afterwards. To delete a child that was removed from a list, delete it in Azure, or by its own object. |
                | `NotMadeSmaller` | An autoscaler or a similar setting may no longer change the value. The value in Azure has grown, and stays. |
                | `MovedByOthers` | An autoscaler or a similar setting may change the value ([kinds](kinds.md#values-that-others-move)). |

                The condition `StatusShortened` (reason `TooLarge`) is no warning. It names fields of Azure's answer that would make
                the status larger than 256 KiB. The status has ten entries of each of their lists, or lacks the fields.

                The condition `RepairsDoNotHold` (reason `WrittenAgain`) names fields, or entries of a Key Vault, that another client changes again after each
                repair. The first three repairs of a field are made at once, the next after ten minutes. Each pause is twice the one
                before, up to a day. An edit of the spec is sent at once. Ready does not change. Write the other client's value into
                the spec, or stop that client. With the reason `ChangedAgain` it says that the object
                [rests](operations.md#objects-that-rest): something is changed for it again and again, though its spec stays the same.

                The condition `AppliedValuesChanged` (reason `ChangedByAdmission`) names fields in which
                the API server keeps other values than the operator has applied. An admission webhook or a MutatingAdmissionPolicy changes
                them. The same is applied again after ten minutes at the earliest. Ready does not change. What is only added, such as
                labels and sidecars, is not named. A NetworkPolicy that opens more than was applied is an error: `PolicyWidened`
                ([what to do](cdtargets.md#conditions)).

                The condition `SecretsInSpec` (reason `LooksLikeSecret`) is a warning that does not change Ready. It names fields in the body of an
                `ArmResource` that look like secrets. Write each into a Secret ([arm-resource.md](arm-resource.md#secrets)).

                These six conditions have the status `True`, and exist only while they apply.

                The reason of an Event names what began or failed; its text has the reason of the condition:

                | reason of the Event | what happened |
                |---|---|
                """);
        EVENTS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        return out.toString();
    }

    private static Map<String, String> conditions() {
        var all = new LinkedHashMap<String, String>();
        Reasons.section(Reasons.AZURE).forEach((reason, row) -> all.put(reason, row.text()));
        return all;
    }

    private static Map<String, String> events() {
        var all = new LinkedHashMap<String, String>();
        all.put("BeginCreateOrUpdate", "The resource is sent to Azure.");
        all.put("BeginDelete", "Azure is deleting the resource.");
        all.put("Detached", "The object was released, and the resource stays in Azure.");
        all.put(
                "Overlap",
                "Another operator reconciles the object. This operator does nothing for the object until its annotation `serviceoperator.azure.com/operator-namespace` is removed or changed.");
        all.put(
                "CreateOrUpdateActionError",
                "Azure refused the resource, or could not be reached.");
        all.put(
                "DetermineCreateOrUpdateActionError",
                "The resource could not be sent; the text says why.");
        all.put("DeleteActionError", "Azure refused the deletion, or could not be reached.");
        all.put(
                "DetermineDeleteActionError",
                "The resource could not be deleted; the text says why.");
        all.put(
                "NotPossibleInAzure",
                "Azure cannot delete the resource separately from its owner.");
        return all;
    }
}
