package dev.dragoman.namespaces;

import dev.dragoman.kube.Applied;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Ownership;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.namespaces.decision.NamespaceProgress;
import dev.dragoman.namespaces.decision.TokenClaims;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies the template's objects to a vended namespace, and reads the published token. */
record NamespaceContent(
        NamespaceSettings settings, Reader reader, Applier applier, Remover remover) {
    /** Annotations of the namespace that are chosen when it is made, and never change. */
    private static final List<String> FIXED =
            List.of(
                    Keys.REQUEST_UID, Keys.REQUESTS_NAMESPACE,
                    Keys.EXPIRES_AT, Keys.DELETE_WITH_REQUEST);

    /**
     * Applies all objects. Returns the progress with these objects and the published token, or with
     * a problem.
     */
    NamespaceProgress furnish(RequestContext context) {
        try {
            var account = Map.<String, Object>of();
            var handle = Map.<String, Object>of();
            for (var object : objects(context)) {
                var applied = applied(context, object);
                if (is(object, "ServiceAccount", Keys.ACCOUNT)) {
                    account = applied;
                } else if (is(object, "Secret", Keys.HANDLE)) {
                    handle = applied;
                }
            }
            var secret =
                    reader.get(
                            "v1",
                            new ObjectKey(
                                    "",
                                    "Secret",
                                    settings.requestsNamespace(),
                                    context.facts.name()));
            if (secret.filter(s -> !Fields.hasOwner(s, uid(context.namespace)))
                    .filter(s -> !restored(context.namespace, s))
                    .isPresent()) {
                return context.progress.with(NamespaceSteps.taken(context));
            }
            if (secret.filter(s -> Boolean.TRUE.equals(s.get("immutable"))).isPresent()) {
                return context.progress.with(
                        new NamespaceProgress.Problem(
                                "SecretImmutable",
                                "Secret %s is immutable, so that no token can be published in it. Delete the Secret, and the operator creates it again"
                                        .formatted(context.facts.name())));
            }
            context.token =
                    secret.map(s -> Json.text(Fields.map(s, "data"), CredentialSecret.TOKEN))
                            .flatMap(Fields::decoded)
                            .orElse("");
            return context.progress.with(
                    new NamespaceProgress.Furnished(
                            Fields.annotation(account, settings.policyAnnotation()),
                            uid(account),
                            uid(handle)),
                    TokenClaims.of(context.token));
        } catch (WriteRefused refused) {
            stillThere(context, refused);
            return context.progress.with(NamespaceSteps.problem(refused));
        }
    }

    /** Whether a restore has taken the owner from a Secret that the operator has applied. */
    private static boolean restored(Map<String, Object> namespace, Map<String, Object> secret) {
        return Ownership.lost(namespace, secret) && Ownership.left(secret, NamespaceSteps.MANAGER);
    }

    /** The objects to apply: those of the template, and the Secret to which tokens are bound. */
    private List<Map<String, Object>> objects(RequestContext context) {
        var fixed = new LinkedHashMap<String, String>();
        for (var key : FIXED) {
            var value = Fields.annotation(context.namespace, key);
            if (!value.isEmpty()) {
                fixed.put(key, value);
            }
        }
        var handle = new LinkedHashMap<String, Object>();
        handle.put("apiVersion", "v1");
        handle.put("kind", "Secret");
        handle.put(
                "metadata",
                Map.of(
                        "name", Keys.HANDLE,
                        "namespace", context.facts.name(),
                        "labels", Map.of(Keys.VENDED, "true")));
        handle.put("type", "Opaque");
        var objects = new ArrayList<Map<String, Object>>();
        var namespace = annotated(context.objects.getFirst(), fixed);
        // with the uid, so that a namespace that was deleted meanwhile is not created again
        Fields.map(namespace, "metadata").put("uid", uid(context.namespace));
        objects.add(namespace);
        for (var object : context.objects.subList(1, context.objects.size())) {
            objects.add(
                    is(object, "ServiceAccount", Keys.ACCOUNT)
                            ? withPolicy(context, object)
                            : object);
        }
        objects.add(handle);
        return objects;
    }

    /**
     * The ServiceAccount with its token policy. Keeps a policy that the account has, and otherwise
     * writes that of the template, or the default. The apply requires the resourceVersion that was
     * read, so that a policy written meanwhile stays too.
     */
    private Map<String, Object> withPolicy(RequestContext context, Map<String, Object> account) {
        var key = settings.policyAnnotation();
        var present =
                reader.get(
                                "v1",
                                new ObjectKey(
                                        "", "ServiceAccount", context.facts.name(), Keys.ACCOUNT))
                        .orElse(Map.of());
        var written = Fields.annotation(present, key);
        var templated = Fields.annotation(account, key);
        var initial = templated.isEmpty() ? settings.defaultPolicy().text() : templated;
        var wanted = annotated(account, Map.of(key, written.isEmpty() ? initial : written));
        if (!present.isEmpty()) {
            Fields.map(wanted, "metadata")
                    .put("resourceVersion", Fields.metadata(present, "resourceVersion"));
        }
        return wanted;
    }

    private Map<String, Object> applied(RequestContext context, Map<String, Object> object) {
        var options = new ApplyOptions(NamespaceSteps.MANAGER, Optional.empty(), true, true);
        return switch (applyOrReplace(object, options)) {
            case Applied.Written(var now) -> {
                context.restored.add(object.get("kind") + " " + Fields.metadata(object, "name"));
                yield now;
            }
            case Applied.Unchanged(var now) -> now;
            case Applied.Foreign(var owner) ->
                    throw new IllegalStateException("takeOver refused an object of " + owner);
            case Applied.Conflict(var fields) ->
                    throw new IllegalStateException("an apply with force had conflicts: " + fields);
        };
    }

    /** Applies an object. A RoleBinding to another role is deleted first: roleRef cannot change. */
    private Applied applyOrReplace(Map<String, Object> object, ApplyOptions options) {
        try {
            return applier.apply(object, options);
        } catch (WriteRefused refused) {
            if (refused.rights() || !"RoleBinding".equals(object.get("kind"))) {
                throw refused;
            }
            var apiVersion = String.valueOf(object.get("apiVersion"));
            var key =
                    new ObjectKey(
                            "rbac.authorization.k8s.io",
                            "RoleBinding",
                            Fields.metadata(object, "namespace"),
                            Fields.metadata(object, "name"));
            var present = reader.get(apiVersion, key);
            if (present.filter(each -> hasOtherRole(each, object)).isEmpty()) {
                throw refused;
            }
            remover.delete(present.get());
            return applier.apply(object, options);
        }
    }

    private static boolean hasOtherRole(Map<String, Object> present, Map<String, Object> wanted) {
        return !Fields.map(present, "roleRef").equals(Fields.map(wanted, "roleRef"));
    }

    /**
     * Checks after a refused write that the namespace still exists: a namespace that is being
     * deleted refuses all writes.
     *
     * @throws dev.dragoman.reconcile.OutcomeException to retry, when the namespace is gone or being
     *     deleted
     */
    void stillThere(RequestContext context, WriteRefused refused) {
        var now = reader.get("v1", NamespaceRequests.namespaceKey(context.facts.name()));
        if (now.filter(each -> uid(each).equals(uid(context.namespace)))
                .filter(each -> !Fields.deleting(each))
                .isEmpty()) {
            throw NamespaceSteps.retry(
                    "namespace %s is gone or being deleted: %s"
                            .formatted(context.facts.name(), refused.reason()));
        }
    }

    /** A copy of the object with further annotations. */
    static Map<String, Object> annotated(Map<String, Object> object, Map<String, String> values) {
        var metadata = Fields.map(object, "metadata");
        var annotations = new LinkedHashMap<>(Fields.map(metadata, "annotations"));
        annotations.putAll(values);
        return Json.with(object, "metadata", Json.with(metadata, "annotations", annotations));
    }

    private static boolean is(Map<String, Object> object, String kind, String name) {
        return "v1".equals(object.get("apiVersion"))
                && kind.equals(object.get("kind"))
                && name.equals(Fields.metadata(object, "name"));
    }

    private static String uid(Map<String, Object> object) {
        return Fields.metadata(object, "uid");
    }
}
