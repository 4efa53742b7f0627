package dev.dragoman.sandbox.azure.servicebus;

import java.util.List;
import java.util.Map;

/** The queue {@code q} of a {@link ClientBus}, for tests of those that read it. */
public final class TrialBus implements AutoCloseable {
    private final ClientBus bus = new ClientBus();

    public String connectionString() {
        return bus.bus.connectionString(ClientBus.NAME, "RootManageSharedAccessKey");
    }

    public void send(String body) {
        bus.bus.send(ClientBus.NAME, "q", body, Map.of());
    }

    public List<ServiceBus.Seen> left() {
        return bus.bus.messages(ClientBus.NAME, "q");
    }

    public int connections() {
        return bus.bus.connections();
    }

    public void away() {
        bus.bus.away();
    }

    public void back() {
        bus.bus.back();
    }

    public void dropConnections() {
        bus.bus.dropConnections();
    }

    public void expireLocks() {
        bus.bus.expireLocks();
    }

    public void deliverTwice(int count) {
        bus.bus.deliverTwice(count);
    }

    @Override
    public void close() {
        bus.close();
    }
}
