package dev.dragoman.camel;

import dev.dragoman.kube.Applier;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Map;
import org.apache.camel.Component;
import org.apache.camel.Exchange;

/** Base class of the endpoints that write to Kubernetes. */
public abstract class WriteEndpoint extends ProducerEndpoint {
    /** Prefix of the names of the operator's field managers. */
    public static final String OWN = "dragoman";

    private static final String APPLIER = "applier";
    private static final String STATUS = "statusWriter";
    private static final String EVENTS = "eventWriter";
    private static final String METADATA = "metadataWriter";

    protected WriteEndpoint(String uri, Component component) {
        super(uri, component);
    }

    /** The writers, by the names with which the endpoints look them up in the registry. */
    public static Map<String, Object> beans(
            Applier applier, StatusWriter status, EventWriter events, MetadataWriter metadata) {
        return Map.of(APPLIER, applier, STATUS, status, EVENTS, events, METADATA, metadata);
    }

    /**
     * Refuses the names of the operator's field managers to a team's steps. A line of a capability
     * may use them, because there the operator decides what is written.
     *
     * @param manager name of the field manager, which is the path of the endpoint
     * @throws OutcomeException when a team's step uses such a name
     */
    protected static void own(Exchange exchange, String manager) {
        if (manager.startsWith(OWN) && !ReconciliationExchange.atLine(exchange)) {
            throw refused(
                    "field manager %s is the operator's: an apply would remove the fields that the operator set with it. Use a name that does not begin with '%s'"
                            .formatted(manager, OWN));
        }
    }

    /** The failure of a team's route that would write what only the operator may write. */
    protected static OutcomeException refused(String why) {
        return new OutcomeException(new Outcome.Fatal("NotForRoutes", why));
    }

    protected final Applier applier() {
        return bean(APPLIER, Applier.class);
    }

    protected final StatusWriter statusWriter() {
        return bean(STATUS, StatusWriter.class);
    }

    protected final EventWriter eventWriter() {
        return bean(EVENTS, EventWriter.class);
    }

    protected final MetadataWriter metadataWriter() {
        return bean(METADATA, MetadataWriter.class);
    }
}
