package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.azure.entra.Tokens;
import dev.dragoman.sandbox.azure.http.Call;

/**
 * A call to a resource that has passed the checks common to all methods.
 *
 * @param self base URL of poll URLs
 */
record Request(
        Call call,
        ArmId id,
        Types.Type type,
        String apiVersion,
        Tokens.Caller caller,
        String self) {}
