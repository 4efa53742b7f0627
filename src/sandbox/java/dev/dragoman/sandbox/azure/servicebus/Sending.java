package dev.dragoman.sandbox.azure.servicebus;

import java.util.List;

/** Whether an entity takes and gives messages, as its status says. */
final class Sending {
    private Sending() {}

    /**
     * @param right Send or Listen
     * @throws BusError entity-disabled
     */
    static void requireOpen(Entities.Entity entity, String path, String right) {
        var closed = right.equals("Send") ? "SendDisabled" : "ReceiveDisabled";
        var status = entity.properties().path("status").asText("Active");
        if (List.of("Disabled", closed).contains(status)) {
            throw BusError.disabled(path);
        }
    }
}
