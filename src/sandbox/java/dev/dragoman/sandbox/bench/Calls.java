package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.controlplane.AuditLog;
import java.util.List;

/** The requests of one client to the API server and to Azure. */
record Calls(List<AuditLog.Event> kubernetes, List<Exchange> azure) {
    /** The start of counting. */
    record Mark(AuditLog.Mark audit) {}

    Calls {
        kubernetes = List.copyOf(kubernetes);
        azure = List.copyOf(azure);
    }

    /** The number of write requests to the API server, including refused ones. */
    long writes() {
        return kubernetes.stream().filter(AuditLog.Event::write).count();
    }

    /** The number of write requests without those of Events, which change no state. */
    long writesWithoutEvents() {
        return kubernetes.stream()
                .filter(AuditLog.Event::write)
                .filter(each -> !each.resource().equals("events"))
                .count();
    }

    /** The number of read requests to the API server. A watch counts once. */
    long reads() {
        return kubernetes.size() - writes();
    }

    /** The number of write requests to Azure, including refused ones. */
    long azureWrites() {
        return azure.size() - azureReads() - azureActions();
    }

    long azureReads() {
        return azure.stream().filter(each -> each.method().equals("GET")).count();
    }

    /**
     * The number of POST requests. The operator sends them only to list keys, so they change
     * nothing.
     */
    long azureActions() {
        return azure.stream().filter(each -> each.method().equals("POST")).count();
    }
}
