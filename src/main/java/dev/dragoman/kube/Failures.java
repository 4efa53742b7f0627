package dev.dragoman.kube;

import dev.dragoman.kube.ApiServer.Reply;
import dev.dragoman.kube.ApiServer.Request;
import dev.dragoman.kube.failure.ApiServerUnavailable;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns a failed answer of the API server into an exception, so that callers need not match its
 * code or text.
 */
final class Failures {
    private static final String NAME = "[A-Za-z0-9./_*-]+";

    /** Resource names and quantities, separated by commas. */
    private static final String AMOUNTS = "[A-Za-z0-9./_=<>,*+-]+";

    /** Shown when no part of the reason may be shown. */
    private static final String UNSAID = "(reason left out, as it may quote the Secret)";

    /** Sentences of the API server itself; # stands for a name, % for amounts. */
    private static final List<Pattern> SAFE =
            Stream.of(
                            "exceeded quota: #, requested: %, used: %, limited: %",
                            "insufficient quota to (match these scopes|consume): %",
                            "failed quota: #: must specify %( for: #)?",
                            "status unknown for quota: #, resources: %",
                            "unable to create new content in namespace # because it is being terminated",
                            "ValidatingAdmissionPolicy '(#)?' with binding '(#)?' denied request",
                            "admission webhook \"#\" denied the request( without explanation)?",
                            "failed calling webhook \"#\"",
                            "namespaces \"#\" not found",
                            "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on",
                            "cannot set an ownerRef on a resource you can't delete",
                            "User \"[^\"]*\" cannot \\w+ (resource|path) \"[^\"]*\"( in API group \"[^\"]*\")?( in the namespace \"#\"| at the cluster scope)?")
                    .map(each -> each.replace("%", AMOUNTS).replace("#", NAME))
                    .map(Pattern::compile)
                    .toList();

    /** A composition's account that lacks a right, or as which the operator may not act. */
    private static final Pattern OF_A_COMPOSITION =
            Pattern.compile(
                    "(?:serviceaccount:[^:\"]+:|serviceaccounts \")dragoman-([a-z0-9-]+)\"");

    private static final Pattern OF_A_NAMESPACE =
            Pattern.compile(
                    "User \"system:serviceaccount:(?<account>[^\"]+)\" cannot \\w+ resource"
                            + " \"(secrets|configmaps)\".* in the namespace"
                            + " \"(?<namespace>[^\"]+)\"");

    /**
     * RBAC's wording for a missing right. Policies and webhooks also say "cannot", but a further
     * right does not end their refusals.
     */
    private static final Pattern MISSING_RIGHT =
            Pattern.compile("User \"[^\"]*\" cannot \\w+ (resource|path) ");

    private static final Pattern IMMUTABLE =
            Pattern.compile(
                    "is immutable|may not change once set|cannot change roleRef|for fields other than");

    private static final Pattern LARGER = Pattern.compile("rpc error: .*message larger than max");

    private Failures() {}

    /**
     * Returns the reply if it is a success; otherwise throws the exception for its code.
     *
     * @param secret whether the request is about a Secret, whose values must not reach a message
     */
    static Reply orThrow(Reply reply, Request request, boolean secret) {
        if (reply.ok()) {
            return reply;
        }
        throw of(reply, request, secret);
    }

    static KubeException of(Reply reply, Request request, boolean secret) {
        var doing = request.doing();
        return switch (reply.code()) {
            case 404 ->
                    Json.text(Json.map(reply.body(), "details"), "name").isEmpty()
                            ? new KindMissing(
                                    doing
                                            + ": the API server does not serve this kind, or has no such part of it, as status")
                            : new ObjectGone(doing + ": the object no longer exists");
            case 409 -> conflict(reply, doing);
            case 422 ->
                    testFailed(reply)
                            ? new WriteConflict(doing + ": the object has changed in the meantime")
                            : immutable(reply, doing)
                                    .orElseGet(() -> refused("Invalid", reply, doing, secret));
            case 403 -> forbidden(reply, doing, secret);
            case 401 ->
                    new WriteRefused(
                            "Unauthorized",
                            doing
                                    + ": the API server does not accept Dragoman's credentials; check the"
                                    + " service account or kubeconfig");
            case 400, 405, 406, 411, 413, 414, 415 ->
                    refused(
                            reply.reason().isEmpty() ? "Refused" : reply.reason(),
                            reply,
                            doing,
                            secret);
            default ->
                    reply.code() == 500
                            ? internalError(reply, doing, secret)
                            : unavailable(reply, doing, secret);
        };
    }

    /** For code 500, by which the API server also reports some faults of the request. */
    private static KubeException internalError(Reply reply, String doing, boolean secret) {
        if (tooLarge(reply)) {
            return new WriteRefused(
                    WriteRefused.TOO_LARGE,
                    doing
                            + ": the object is larger than the cluster's store takes (by default"
                            + " 1.5 MiB); make it smaller");
        }
        // an apply in which a value has a wrong type, such as text in place of a number
        return reply.message().startsWith("failed to create typed patch object")
                ? refused("Invalid", reply, doing, secret)
                : unavailable(reply, doing, secret);
    }

    /**
     * A failure after which the request is tried again. Also for refusals that may end without a
     * change of the request, for example when a webhook does not answer.
     */
    private static ApiServerUnavailable unavailable(Reply reply, String doing, boolean secret) {
        var why = reply.message().isBlank() ? "" : " (%s)".formatted(told(reply, secret));
        return new ApiServerUnavailable(
                "%s: the API server answered %d%s; retrying".formatted(doing, reply.code(), why),
                reply.retryAfter(),
                null);
    }

    /**
     * Whether the object is too large for etcd: etcd refuses the request, or the API server's etcd
     * client does not send it. The API server answers 500, but a retry cannot succeed.
     */
    private static boolean tooLarge(Reply reply) {
        return reply.message().contains("etcdserver: request is too large")
                || LARGER.matcher(reply.message()).find();
    }

    private static KubeException conflict(Reply reply, String doing) {
        // a failed uid precondition shows only in the text; two places in the API server check it
        var message = reply.message();
        if (message.contains("UID in precondition") || message.contains("uid mismatch")) {
            return new ObjectGone(
                    doing
                            + ": the object that was read is gone, and another object has its name now");
        }
        return new WriteConflict(doing + ": somebody else wrote the object at the same time");
    }

    /**
     * The refusal of a change that the API server makes for nobody: an immutable Secret or
     * ConfigMap, or a field such as the selector of a Deployment. Empty for another refusal. Names
     * fields alone, as the messages about them quote values.
     */
    private static Optional<KubeException> immutable(Reply reply, String doing) {
        var details = Json.map(reply.body(), "details");
        var causes =
                Json.maps(details, "causes").stream()
                        .filter(each -> IMMUTABLE.matcher(Json.text(each, "message")).find())
                        .toList();
        if (causes.isEmpty()) {
            return Optional.empty();
        }
        boolean whole =
                causes.stream()
                        .anyMatch(each -> Json.text(each, "message").contains("`immutable`"));
        var fields =
                causes.stream()
                        .map(each -> Json.text(each, "field"))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return Optional.of(
                new WriteRefused(
                        whole
                                ? Json.text(details, "kind") + WriteRefused.IMMUTABLE
                                : WriteRefused.FIELD_IMMUTABLE,
                        "%s: the API server lets nobody change %s of it%s. Delete the object, and Dragoman makes it again"
                                .formatted(
                                        doing, fields, whole ? ", because it is immutable" : "")));
    }

    private static boolean testFailed(Reply reply) {
        return Json.maps(Json.map(reply.body(), "details"), "causes").stream()
                        .anyMatch(c -> "UnexpectedServerResponse".equals(c.get("reason")))
                || reply.message().contains("rejected our request due to an error in our request")
                || reply.message().contains("testing path");
    }

    private static WriteRefused forbidden(Reply reply, String doing, boolean secret) {
        if (MISSING_RIGHT.matcher(reply.message()).find()) {
            var sentence = told(reply, secret);
            return new WriteRefused(
                    "Forbidden", "%s: %s. %s".formatted(doing, sentence, remedy(sentence)));
        }
        return refused("Forbidden", reply, doing, secret);
    }

    /** What to do. The administrator of a namespace grants rights to its Secrets and ConfigMaps. */
    private static String remedy(String denied) {
        var composition = OF_A_COMPOSITION.matcher(denied);
        if (composition.find()) {
            return "'dragoman validate DIR --rights %s' prints the rights of this account, for kubectl apply"
                    .formatted(composition.group(1));
        }
        var of = OF_A_NAMESPACE.matcher(denied);
        return of.find()
                ? ("For the namespace that holds requests for namespaces, apply kubernetes/vending."
                                + " For any other namespace, run: kubectl create rolebinding dragoman-secrets"
                                + " --clusterrole=dragoman-secrets --serviceaccount=%s"
                                + " --namespace=%s")
                        .formatted(of.group("account"), of.group("namespace"))
                : "Add this verb and resource to Dragoman's ClusterRole";
    }

    private static WriteRefused refused(String reason, Reply reply, String doing, boolean secret) {
        return new WriteRefused(
                reason,
                "%s: the API server refuses the request: %s".formatted(doing, told(reply, secret)));
    }

    /**
     * The reason of a refusal, in a form that may be shown, stripped of surrounding blanks.
     * Webhooks and policies may quote the contents of a Secret. So for a Secret, only known
     * sentences of the API server are shown. They contain names and quantities, and tell which
     * quota, policy or webhook refused, and which fields.
     *
     * @param secret whether the request was about a Secret
     */
    private static String told(Reply reply, boolean secret) {
        var said = reply.message().strip();
        if (said.isEmpty() && reply.reason().isEmpty()) {
            // most likely a proxy has answered, whose page tells nothing
            return "HTTP %d, without a reason".formatted(reply.code());
        }
        if (!secret) {
            return said.isEmpty() ? reply.reason() : said;
        }
        var own =
                SAFE.stream()
                        .map(each -> each.matcher(said))
                        .filter(each -> each.find())
                        .map(each -> each.group())
                        .collect(Collectors.joining("; "));
        var all =
                Stream.of(own, causes(reply))
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(": "));
        return all.isEmpty() ? (reply.reason() + " " + UNSAID).strip() : all;
    }

    /**
     * Only names and reasons of the refused fields, because the messages about them quote values.
     */
    private static String causes(Reply reply) {
        return Json.maps(Json.map(reply.body(), "details"), "causes").stream()
                .map(c -> (Json.text(c, "field") + " " + Json.text(c, "reason")).strip())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
