package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.azure.Exchange;
import dev.dragoman.sandbox.controlplane.AuditLog;
import java.util.List;

/** What somebody asked of the API server and of Azure. */
record Calls(List<AuditLog.Event> kubernetes, List<Exchange> azure) {
    /** Where counting begins. */
    record Mark(AuditLog.Mark audit) {}

    Calls {
        kubernetes = List.copyOf(kubernetes);
        azure = List.copyOf(azure);
    }

    /** Changes that the API server was asked for, granted or not. */
    long writes() {
        return kubernetes.stream().filter(AuditLog.Event::write).count();
    }

    /** The same without Events, which tell and change nothing. */
    long writesWithoutEvents() {
        return kubernetes.stream()
                .filter(AuditLog.Event::write)
                .filter(each -> !each.resource().equals("events"))
                .count();
    }

    /** Everything else; a watch counts once, however much it delivers. */
    long reads() {
        return kubernetes.size() - writes();
    }

    /** Changes that Azure was asked for, carried out or not. */
    long azureWrites() {
        return azure.size() - azureReads() - azureActions();
    }

    long azureReads() {
        return azure.stream().filter(each -> each.method().equals("GET")).count();
    }

    /** POST, of which listing keys is all that is sent: it changes nothing. */
    long azureActions() {
        return azure.stream().filter(each -> each.method().equals("POST")).count();
    }
}
