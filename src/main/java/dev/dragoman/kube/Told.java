package dev.dragoman.kube;

import dev.dragoman.kube.ApiServer.Reply;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason of a refusal, in a form that may be shown. Webhooks and policies may quote the
 * contents of a Secret. So for a Secret, only known sentences of the API server are shown. They
 * contain names and quantities, and tell which quota, policy or webhook refused, and which fields.
 * Pure.
 */
final class Told {
    private static final String NAME = "[A-Za-z0-9./_*-]+";

    /** Resource names and quantities, separated by commas. */
    private static final String AMOUNTS = "[A-Za-z0-9./_=<>,*+-]+";

    /** Shown when no part of the reason may be shown. */
    private static final String UNSAID = "(reason left out, as it may quote the Secret)";

    /** Sentences of the API server itself; # stands for a name, % for amounts. */
    private static final List<Pattern> OWN =
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

    private Told() {}

    /**
     * The reason, stripped of surrounding blanks.
     *
     * @param secret whether the request was about a Secret
     */
    static String of(Reply reply, boolean secret) {
        var said = reply.message().strip();
        if (said.isEmpty() && reply.reason().isEmpty()) {
            // most likely a proxy has answered, whose page tells nothing
            return "HTTP %d, without a reason".formatted(reply.code());
        }
        if (!secret) {
            return said.isEmpty() ? reply.reason() : said;
        }
        var own =
                OWN.stream()
                        .map(each -> each.matcher(said))
                        .filter(each -> each.find())
                        .map(each -> each.group())
                        .collect(Collectors.joining("; "));
        var all =
                Stream.of(own, fields(reply))
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(": "));
        return all.isEmpty() ? (reply.reason() + " " + UNSAID).strip() : all;
    }

    /**
     * Only names and reasons of the refused fields, because the messages about them quote values.
     */
    private static String fields(Reply reply) {
        return Json.maps(Json.map(reply.body(), "details"), "causes").stream()
                .map(c -> (Json.text(c, "field") + " " + Json.text(c, "reason")).strip())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
