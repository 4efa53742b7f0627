package dev.dragoman.camel.apply;

import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Redactor;
import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.capability.object.Applying;
import dev.dragoman.capability.point.Revealing;
import dev.dragoman.kube.Applied;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.ApplyOptions.Orphans;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.settings.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;

/**
 * Apply Kubernetes objects by server-side apply. The message body is an object as a map, or a list
 * of objects. The endpoint replaces it by the objects as the API server returned them. Existing
 * objects with another owner are not changed.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-apply",
        title = "Kubernetes Apply",
        syntax = "kubernetes-apply:fieldManager",
        producerOnly = true,
        category = {Category.CONTAINER, Category.CLOUD})
public class KubernetesApplyEndpoint extends WriteEndpoint {
    /** Keys of annotations that mean something to nobody but teams. */
    private static final Pattern KEY =
            Pattern.compile(
                    "(?!([a-z0-9.-]+\\.)?(dragoman\\.dev|kubernetes\\.io|k8s\\.io|azure\\.com|3scale\\.net|container\\.training)/)"
                            + "[a-z0-9.-]+\\.[a-z]+/[A-Za-z0-9._-]{1,63}");

    @UriPath
    @Metadata(
            required = true,
            description =
                    "Field manager. Use one for each purpose: two routes that share a manager remove"
                            + " each other's fields. Example: dragoman-certificates.")
    private String fieldManager;

    @UriParam(
            defaultValue = "true",
            description =
                    "Whether the reconciled object owns the applied objects, so that they are deleted"
                            + " with it.")
    private boolean owner = true;

    @UriParam(
            defaultValue = "false",
            description =
                    "Whether to take over fields that another field manager owns; otherwise the"
                            + " reconciliation ends with FieldConflict.")
    private boolean force;

    @UriParam(
            defaultValue = "apply",
            enums = "apply,delete,annotate",
            description =
                    "Delete: deletes objects that the field manager applied. Annotate: sets the"
                            + " map in the body as annotations of the reconciled object.")
    private String action = "apply";

    @UriParam(
            description =
                    "Field managers that no longer write, comma-separated, such as that of a"
                            + " replaced operator. Their fields of the applied objects are taken"
                            + " over, so that a later apply without such a field removes it.")
    private String formerManagers = "";

    public KubernetesApplyEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void send(Exchange exchange) {
        var body = exchange.getMessage().getBody();
        boolean ours = ReconciliationExchange.atLine(exchange);
        var desired = objects(body);
        own(exchange, fieldManager);
        if (action.equals("annotate")) {
            if (desired.size() != 1) {
                throw new IllegalArgumentException(
                        "action=annotate needs one map of annotations as message body");
            }
            annotate(exchange, desired.getFirst());
            return;
        }
        if (!ours) {
            desired.forEach(KubernetesApplyEndpoint::secret);
            desired = desired.stream().map(KubernetesApplyEndpoint::revealed).toList();
        }
        var owned =
                owner
                        ? Optional.of(ReconciliationExchange.object(exchange))
                        : Optional.<Map<String, Object>>empty();
        // only at a line of the operator: its decision knows what the object may be taken for
        var orphans = ours ? Orphans.BY_LABELS : Orphans.UNKNOWN;
        var former = Set.copyOf(SettingValues.entries(formerManagers));
        var options = new ApplyOptions(fieldManager, owned, force, false, former, orphans);
        var seen = ReconciliationExchange.seen(exchange);
        var own = ours ? OwnState.get(exchange, Applying.class) : Optional.<Applying>empty();
        var applier = own.map(Applying::applier).orElseGet(this::applier);
        var present = new ArrayList<Map<String, Object>>();
        for (var object : desired) {
            var of = own.map(each -> each.options().apply(object)).orElse(options);
            boolean deletes = action.equals("delete");
            var done = deletes ? applier.delete(object, of) : applier.apply(object, of, seen);
            var now = result(object, done);
            present.add(ours ? now : shown(now));
        }
        exchange.getMessage().setBody(body instanceof Map<?, ?> ? present.getFirst() : present);
    }

    private void annotate(Exchange exchange, Map<String, Object> body) {
        var object = ReconciliationExchange.object(exchange);
        var values = Json.withoutNulls(body);
        values.replaceAll(KubernetesApplyEndpoint::annotation);
        if (object.isEmpty() || Fields.deleting(object)) {
            return;
        }
        // the domain is the team's own, so a user's value of the key does not stay;
        // with uid and version, neither a new object nor another one of the name is written
        var metadata = Json.with(Fields.map(object, "metadata"), "annotations", values);
        metadata.keySet()
                .retainAll(Set.of("name", "namespace", "uid", "resourceVersion", "annotations"));
        var wanted = Json.with(object, "metadata", metadata);
        wanted.keySet().retainAll(Set.of("apiVersion", "kind", "metadata"));
        var options = new ApplyOptions(fieldManager, Optional.empty(), true, true);
        ReconciliationExchange.object(exchange, result(wanted, applier().apply(wanted, options)));
    }

    /** The text of an annotation that a team may set. */
    private static String annotation(String key, Object value) {
        if (!KEY.matcher(key).matches()) {
            throw refused(
                    "annotation '%s' needs a key under a domain of your own, such as example.com/ticket"
                            .formatted(key));
        }
        return Redactor.redact(String.valueOf(value));
    }

    private static Map<String, Object> revealed(Map<String, Object> object) {
        try {
            return Revealing.of(object);
        } catch (IllegalArgumentException hidden) {
            throw refused(
                    "apply %s %s: %s"
                            .formatted(
                                    object.get("kind"),
                                    Fields.metadata(object, "name"),
                                    hidden.getMessage()));
        }
    }

    /** The object as a team's steps after the apply see it. */
    private static Map<String, Object> shown(Map<String, Object> object) {
        return ReconciliationExchange.shown(Fields.key(object), object);
    }

    /**
     * Refuses a Secret with a name under which the operator reads its own Secrets, in any
     * namespace.
     */
    private static void secret(Map<String, Object> object) {
        var name = Fields.metadata(object, "name");
        if ("Secret".equals(object.get("kind")) && ReservedSecrets.OF_THE_OPERATOR.contains(name)) {
            throw refused(
                    "apply Secret %s: the operator uses a Secret of this name itself; choose another name"
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
                                    "%s exists and belongs to %s, so it is neither changed nor deleted; choose another name, or delete it by hand"
                                            .formatted(Fields.key(desired), whose)));
            case Applied.Conflict(var fields) ->
                    throw new OutcomeException(
                            new Outcome.Fatal(
                                    "FieldConflict",
                                    "apply %s: other field managers own fields (%s); remove these fields from the applied object, or set the option force"
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
                "kubernetes-apply needs an object as a map, or a list of such objects, as message body, not %s"
                        .formatted(body == null ? "nothing" : body.getClass().getName()));
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

    public String getAction() {
        return action;
    }

    public void setAction(String action) {
        this.action = action;
    }

    public String getFormerManagers() {
        return formerManagers;
    }

    public void setFormerManagers(String formerManagers) {
        this.formerManagers = formerManagers;
    }
}
