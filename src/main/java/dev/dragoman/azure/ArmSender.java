package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Optional;

/** Sends requests to Azure for routes. Thread-safe. */
public interface ArmSender {
    /** Name of the bean. */
    String BEAN = "armRequests";

    /**
     * Sends one request under the identity of the object that is reconciled.
     *
     * @param reconciliation which object is reconciled, as it is now
     * @param method GET, PUT, POST or DELETE
     * @param path absolute, or beginning with <code>{id}</code>, which means the ARM id of the
     *     object's resource
     * @param body JSON object; empty for none
     * @return Azure's answer, or a failure that names what is missing
     * @throws IllegalArgumentException when the path or the apiVersion is malformed
     */
    Answer send(
            Reconciliation reconciliation,
            String method,
            String path,
            String apiVersion,
            Optional<Map<String, Object>> body);

    /**
     * Sends the request that a step stands for.
     *
     * @param call the step that is due
     * @return Azure's answer, also if it is an error: the result of the step
     */
    Answer send(StepCall<?> call);
}
