package dev.dragoman.sandbox.azure;

/**
 * A call to a resource that has passed the checks that all have in common.
 *
 * @param self address that poll URLs start with
 */
record Request(
        Call call,
        ArmId id,
        Types.Type type,
        String apiVersion,
        Tokens.Caller caller,
        String self) {}
