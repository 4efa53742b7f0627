package dev.dragoman.kube;

import dev.dragoman.kube.failure.NamespaceMissing;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.OwnedFields;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.reconcile.cache.OwnWrites;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Brings objects to their desired state by server-side apply. Never changes an object that is not
 * ours, as {@link ApplyOptions} defines it, unless {@code takeOver} is set. Never creates an object
 * again that was deleted during a change. Writes nothing when the object is as desired.
 */
public final class Applier {
    private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]*)\"");

    /** A resourceVersion that no object has: objects get revisions of etcd from 2 on. */
    private static final String NO_VERSION = "1";

    private final ApiServer api;
    private final ApiServer owners;
    private final Kinds kinds;
    private final OwnWrites ownWrites;

    public Applier(KubernetesClient client, Kinds kinds, OwnWrites ownWrites) {
        this(client, kinds, ownWrites, client);
    }

    /**
     * @param owners reads owners, where {@code client} has rights to what they own alone
     */
    public Applier(
            KubernetesClient client, Kinds kinds, OwnWrites ownWrites, KubernetesClient owners) {
        this.api = new ApiServer(client);
        this.owners = new ApiServer(owners);
        this.kinds = kinds;
        this.ownWrites = ownWrites;
    }

    /**
     * Applies one object.
     *
     * @param desired apiVersion, kind, metadata.name and the desired fields. Values must be written
     *     as the API server stores them ({@code data}, not {@code stringData}); otherwise every
     *     reconciliation sends a request. A metadata.resourceVersion restricts the apply to that
     *     version of the object
     * @throws WriteConflict when somebody else created, changed or deleted the object meanwhile;
     *     try again
     */
    public Applied apply(Map<String, Object> desired, ApplyOptions options) {
        return apply(desired, options, Seen.NOTHING);
    }

    /**
     * Applies one object as {@link #apply(Map, ApplyOptions)} does, but does not read an object
     * that the caller has read.
     *
     * @param seen objects that the caller has just read; such an object is written only if it has
     *     not changed since
     */
    public Applied apply(Map<String, Object> desired, ApplyOptions options, Seen seen) {
        var wanted = Json.copyMap(desired);
        var target = Target.of(wanted, kinds);
        options.ownedBy()
                .ifPresent(owner -> Ownership.mark(wanted, owner, target.key().namespace()));
        var known = seen.objects().get(target.key());
        var existing = known == null ? api.get(target.path(), "read " + target.key()) : known;
        if (existing.isEmpty()) {
            var created = create(target, wanted, options);
            answered(wanted, created, options);
            return new Applied.Written(created);
        }
        var present = existing.get();
        if (known != null) {
            // the desired state depends on what the caller read: the API server must refuse the
            // write if the object has changed since
            Json.map(wanted, "metadata").put("resourceVersion", Versions.of(present));
        }
        if (!options.takeOver() && !ours(wanted, present, options)) {
            return new Applied.Foreign(Ownership.describe(present));
        }
        if (Json.map(present, "metadata").containsKey("deletionTimestamp")) {
            throw new WriteConflict(
                    "apply " + target.key() + ": the object is being deleted; retrying");
        }
        if (options.ownedBy().filter(each -> Ownership.lost(each, existing.get())).isPresent()) {
            requireOwner(target, options.ownedBy().get());
        }
        present = withoutFormer(target, wanted, present, options);
        if (upToDate(wanted, present, options.fieldManager())
                || Admission.knows(options.fieldManager(), wanted, present)) {
            return new Applied.Unchanged(present);
        }
        return change(target, wanted, present, options);
    }

    /**
     * Deletes an object, if it exists, that the field manager has applied and, where the options
     * name an owner, that the owner owns.
     *
     * @throws WriteConflict when the object changed meanwhile; try again
     */
    public Applied delete(Map<String, Object> object, ApplyOptions options) {
        var target = Target.of(object, kinds);
        var there = api.get(target.path(), "read " + target.key()).orElse(Map.of());
        if (there.isEmpty()) {
            return new Applied.Unchanged(object);
        }
        if (!Ownership.managed(there, options.fieldManager())
                || options.ownedBy().filter(each -> !Ownership.owns(each, there)).isPresent()) {
            return new Applied.Foreign(Ownership.describe(there));
        }
        Remover.delete(api, Target.of(there, kinds), Versions.of(there));
        return new Applied.Written(object);
    }

    /**
     * Reads the owner anew before an object becomes its own again: the object may have lost it
     * because the owner is being deleted without its objects, and would be deleted as well.
     */
    private void requireOwner(Target target, Map<String, Object> owner) {
        var its = Target.of(owner, kinds);
        var live =
                owners.get(its.path(), "read " + its.key() + ", the owner of " + target.key())
                        .map(each -> Json.map(each, "metadata"))
                        .filter(each -> !each.containsKey("deletionTimestamp"))
                        .filter(each -> its.uid().equals(each.get("uid")));
        if (live.isEmpty()) {
            throw new WriteConflict(
                    "apply %s: its owner %s is being deleted".formatted(target.key(), its.key()));
        }
    }

    /**
     * Whether an apply would write nothing, because the object is ours and is as desired, or as
     * admission has left it a short while ago. Reports what admission has changed.
     *
     * @param present the object as it was read, with its managedFields
     * @throws dev.dragoman.kube.failure.WriteRefused when a NetworkPolicy opens more than was
     *     applied
     */
    public static boolean upToDate(
            Map<String, Object> desired, Map<String, Object> present, ApplyOptions options) {
        var wanted = Json.copyMap(desired);
        var namespace = Json.text(Json.map(desired, "metadata"), "namespace");
        options.ownedBy().ifPresent(owner -> Ownership.mark(wanted, owner, namespace));
        return ours(Map.of(), present, options)
                && FormerManagers.transferred(
                                wanted, present, options.fieldManager(), options.former())
                        .isEmpty()
                && (upToDate(wanted, present, options.fieldManager())
                        || Admission.knows(options.fieldManager(), wanted, present));
    }

    /**
     * Transfers the applied fields of former managers to our manager, and replaces owners of a
     * former cluster, in one write: the API server refuses two owners that control an object.
     * Writes nothing if there are no such fields and owners.
     *
     * @return the object after the write
     */
    private Map<String, Object> withoutFormer(
            Target target,
            Map<String, Object> wanted,
            Map<String, Object> present,
            ApplyOptions options) {
        var patch = new ArrayList<Map<String, Object>>();
        FormerManagers.transferred(wanted, present, options.fieldManager(), options.former())
                .ifPresent(managed -> patch.add(operation("replace", "managedFields", managed)));
        if (!Fields.owners(present).isEmpty()
                && options.ownedBy().filter(o -> Ownership.lost(o, present)).isPresent()) {
            patch.add(operation("replace", "ownerReferences", Fields.owners(wanted)));
        }
        if (patch.isEmpty()) {
            return present;
        }
        patch.addFirst(operation("test", "resourceVersion", Versions.of(present)));
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of("fieldManager", options.fieldManager()),
                        ApiServer.JSON_PATCH,
                        patch,
                        "take over the fields of " + target.key());
        var written = Failures.orThrow(api.send(request), request, target.secret()).body();
        wrote(target, request, written);
        var now = Json.map(wanted, "metadata");
        if (Versions.of(present).equals(now.get("resourceVersion"))) {
            now.put("resourceVersion", Versions.of(written));
        }
        return written;
    }

    static Map<String, Object> operation(String op, String field, Object value) {
        return Map.of("op", op, "path", "/metadata/" + field, "value", value);
    }

    private void wrote(Target target, ApiServer.Request request, Map<String, Object> written) {
        ownWrites.wrote(target.key(), Versions.of(written));
        Effects.made(request.doing());
    }

    private static boolean ours(
            Map<String, Object> wanted, Map<String, Object> present, ApplyOptions options) {
        return options.ownedBy()
                .map(
                        owner ->
                                Ownership.owns(owner, present)
                                        || (Ownership.lost(owner, present)
                                                && known(wanted, present, options)))
                .orElseGet(() -> Ownership.managed(present, options.fieldManager()));
    }

    private static boolean known(
            Map<String, Object> wanted, Map<String, Object> present, ApplyOptions options) {
        boolean left = Ownership.left(present, options.fieldManager());
        return switch (options.orphans()) {
            case UNKNOWN -> false;
            case BY_MANAGER -> left;
            case BY_LABELS ->
                    left || Ownership.labelled(Fields.map(wanted, "metadata", "labels"), present);
        };
    }

    private static boolean upToDate(
            Map<String, Object> wanted, Map<String, Object> present, String manager) {
        var content = content(wanted);
        return OwnedFields.entry(present, manager, "Apply", "")
                        .map(entry -> Json.map(entry, "fieldsV1"))
                        .map(owned -> OwnedFields.upToDate(content, present, owned))
                        .orElse(false)
                // a direction that was not applied is nobody's, and opens the policy all the same
                && !Admission.opens(wanted, present);
    }

    private static void answered(
            Map<String, Object> wanted, Map<String, Object> answer, ApplyOptions options) {
        var manager = options.fieldManager();
        Admission.answered(manager, wanted, answer, upToDate(wanted, answer, manager));
    }

    /** The fields that managedFields can list: all except those that identify the object. */
    static Map<String, Object> content(Map<String, Object> wanted) {
        var content = new LinkedHashMap<>(wanted);
        content.remove("apiVersion");
        content.remove("kind");
        var metadata = new LinkedHashMap<>(Json.map(wanted, "metadata"));
        metadata.keySet()
                .removeAll(Set.of("name", "namespace", "uid", "resourceVersion", "generation"));
        if (metadata.isEmpty()) {
            content.remove("metadata");
        } else {
            content.put("metadata", metadata);
        }
        return content;
    }

    /**
     * Creates the object by an apply, not a POST, so that a later apply without a field removes the
     * field. The request has a resourceVersion that no object has: the API server then creates the
     * object, but answers 409 if somebody else has created it meanwhile.
     */
    private Map<String, Object> create(
            Target target, Map<String, Object> wanted, ApplyOptions options) {
        var body = Json.copyMap(wanted);
        Json.map(body, "metadata").put("resourceVersion", NO_VERSION);
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of("fieldManager", options.fieldManager()),
                        ApiServer.APPLY,
                        body,
                        "create " + target.key());
        var reply = api.send(request);
        if (reply.code() == 409) {
            throw new WriteConflict(
                    request.doing()
                            + ": the API server answers with a conflict, likely because somebody else created the object meanwhile; retrying");
        }
        if (reply.code() == 404) {
            kinds.forget(target.apiVersion());
            var failure = Failures.of(reply, request, target.secret());
            // not a WriteConflict, which would not be logged, however long the namespace is missing
            throw failure instanceof ObjectGone
                    ? new NamespaceMissing(
                            "%s: the namespace '%s' does not exist; create it or correct the name"
                                    .formatted(request.doing(), target.key().namespace()))
                    : failure;
        }
        var created = Failures.orThrow(reply, request, target.secret()).body();
        wrote(target, request, created);
        return created;
    }

    private Applied change(
            Target target,
            Map<String, Object> wanted,
            Map<String, Object> present,
            ApplyOptions options) {
        var body = Json.copyMap(wanted);
        Json.map(body, "metadata").put("uid", Ownership.uid(present));
        var request =
                new ApiServer.Request(
                        "PATCH",
                        target.path(),
                        Map.of(
                                "fieldManager", options.fieldManager(),
                                "force", Boolean.toString(options.force())),
                        ApiServer.APPLY,
                        body,
                        "apply " + target.key());
        var reply = api.send(request);
        var conflict = conflict(reply);
        if (conflict.isPresent()) {
            return conflict.get();
        }
        var failure = reply.ok() ? null : Failures.of(reply, request, target.secret());
        if (failure instanceof ObjectGone) {
            throw new WriteConflict(
                    request.doing() + ": the object was deleted meanwhile; retrying");
        }
        if (failure != null) {
            throw failure;
        }
        boolean same = Versions.same(present, reply.body());
        if (!same) {
            wrote(target, request, reply.body());
        }
        answered(wanted, reply.body(), options);
        return same ? new Applied.Unchanged(reply.body()) : new Applied.Written(reply.body());
    }

    /** The fields that other managers own, if the API server refused an apply because of them. */
    static Optional<Applied> conflict(ApiServer.Reply reply) {
        if (reply.code() != 409) {
            return Optional.empty();
        }
        var fields =
                Json.maps(Json.map(reply.body(), "details"), "causes").stream()
                        .filter(c -> "FieldManagerConflict".equals(c.get("reason")))
                        .map(c -> manager(Json.text(c, "message")) + ": " + Json.text(c, "field"))
                        .toList();
        return fields.isEmpty() ? Optional.empty() : Optional.of(new Applied.Conflict(fields));
    }

    /** Only the manager's name; the message may also contain a time and an API version. */
    private static String manager(String message) {
        var matcher = MANAGER.matcher(message);
        return matcher.find() ? matcher.group(1) : "another manager";
    }
}
