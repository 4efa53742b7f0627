package dev.dragoman.camel.apply;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Category;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/**
 * Apply Kubernetes objects by server-side apply. The body is one object as a map, or a list of
 * them; afterwards it holds the objects as they are in the cluster. Objects that belong to others
 * are never overwritten.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-apply",
        title = "Kubernetes Apply",
        syntax = "kubernetes-apply:fieldManager",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesApplyEndpoint extends WriteEndpoint {
    @UriPath
    @Metadata(
            required = true,
            description =
                    "Field manager, one for each concern: two concerns that share a manager erase"
                            + " each other's fields. Example: dragoman-certificates.")
    private String fieldManager;

    @UriParam(
            defaultValue = "true",
            description =
                    "Whether the reconciled object owns the applied ones, so that they are deleted"
                            + " with it.")
    private boolean owner = true;

    @UriParam(
            defaultValue = "false",
            description =
                    "Whether fields that another manager owns are taken over; otherwise the"
                            + " reconciliation ends with FieldConflict.")
    private boolean force;

    @UriParam(
            description =
                    "Field managers that do not write any more, comma-separated, such as that of a"
                            + " replaced operator. Their fields below the applied ones are taken"
                            + " over, so that a later apply without such a field removes it.")
    private String formerManagers = "";

    public KubernetesApplyEndpoint(String uri, KubernetesApplyComponent component) {
        super(uri, component);
    }

    @Override
    protected void write(Exchange exchange) {
        var body = exchange.getMessage().getBody();
        var desired = objects(body);
        own(exchange, fieldManager);
        if (!ReconciliationExchange.atLine(exchange)) {
            desired.forEach(KubernetesApplyEndpoint::secret);
        }
        var owned =
                owner
                        ? Optional.of(ReconciliationExchange.object(exchange))
                        : Optional.<Map<String, Object>>empty();
        var options = new ApplyOptions(fieldManager, owned, force, false, former());
        var seen = ReconciliationExchange.seen(exchange);
        var applier = applier();
        var present = new ArrayList<Map<String, Object>>();
        for (var object : desired) {
            present.add(result(object, applier.apply(object, options, seen)));
        }
        exchange.getMessage().setBody(body instanceof Map<?, ?> ? present.getFirst() : present);
    }

    /** Refuses Secrets that mean something to the operator, in any namespace. */
    private static void secret(Map<String, Object> object) {
        var name = Fields.metadata(object, "name");
        if ("Secret".equals(object.get("kind")) && ReservedSecrets.OF_THE_OPERATOR.contains(name)) {
            throw refused(
                    "apply Secret %s: the operator takes a Secret of this name for its own; choose another name"
                            .formatted(name));
        }
    }

    private static Map<String, Object> result(Map<String, Object> desired, Applied applied) {
        return switch (applied) {
            case Applied.Written(var object) -> object;
            case Applied.Unchanged(var object) -> object;
            case Applied.Foreign(var whose) ->
                    throw new OutcomeException(
                            new Outcome.Fatal(
                                    "NotOurs",
                                    "apply %s: it exists and belongs to %s; delete it or choose another name"
                                            .formatted(Fields.key(desired), whose)));
            case Applied.Conflict(var fields) ->
                    throw new OutcomeException(
                            new Outcome.Fatal(
                                    "FieldConflict",
                                    "apply %s: others manage %s; remove the fields there, or set force"
                                            .formatted(
                                                    Fields.key(desired),
                                                    String.join(", ", fields))));
        };
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Object body) {
        if (body instanceof Map<?, ?> map) {
            return List.of((Map<String, Object>) map);
        }
        if (body instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
            return (List<Map<String, Object>>) list;
        }
        throw new IllegalArgumentException(
                "kubernetes-apply needs an object or a list of objects as maps in the body, not %s"
                        .formatted(body == null ? "nothing" : body.getClass().getName()));
    }

    private Set<String> former() {
        return Arrays.stream(formerManagers.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    public String getFieldManager() {
        return fieldManager;
    }

    public void setFieldManager(String fieldManager) {
        this.fieldManager = fieldManager;
    }

    public boolean isOwner() {
        return owner;
    }

    public void setOwner(boolean owner) {
        this.owner = owner;
    }

    public boolean isForce() {
        return force;
    }

    public void setForce(boolean force) {
        this.force = force;
    }

    public String getFormerManagers() {
        return formerManagers;
    }

    public void setFormerManagers(String formerManagers) {
        this.formerManagers = formerManagers;
    }
}
