package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.Optional;

/** Sends requests to Azure for routes. Thread-safe. */
public interface ArmSender {
    /** Name of the bean in the Camel registry. */
    String BEAN = "armRequests";

    /**
     * Sends one request under the identity of the object that is reconciled.
     *
     * @param reconciliation the running reconciliation of the object
     * @param method GET, PUT, POST or DELETE
     * @param path absolute, or beginning with <code>{id}</code>, which means the ARM id of the
     *     object's resource
     * @param apiVersion ARM api-version, for example {@code 2020-05-01}
     * @param body JSON object to send; empty for a request without a body
     * @return Azure's answer, or a failure that says why there is none
     * @throws IllegalArgumentException when the path or the apiVersion is malformed
     */
    Answer send(
            Reconciliation reconciliation,
            String method,
            String path,
            String apiVersion,
            Optional<Map<String, Object>> body);

    /**
     * Sends the request of a step.
     *
     * @param call the step that is due
     * @return Azure's answer, also if it is an error; it is the result of the step
     * @throws IllegalStateException when the step sends no request to Azure
     */
    Answer send(StepCall<?> call);
}
