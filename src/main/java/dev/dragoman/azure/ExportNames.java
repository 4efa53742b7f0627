package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.ExportRequest;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Names;
import dev.dragoman.kube.ReservedSecrets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which Secrets and ConfigMaps, and which keys in them, exports may be written to. Pure. */
final class ExportNames {
    /** Condition reason. */
    static final String REASON = "InvalidExport";

    private static final Pattern KEY = Pattern.compile("(?!\\.\\.?$)[-._a-zA-Z0-9]{1,253}");

    private ExportNames() {}

    /** Why the export cannot be written where it was asked for, or empty. */
    static Optional<Problem> problem(ExportRequest request) {
        var field =
                "spec.operatorSpec.%s.%s"
                        .formatted(request.export().target(), request.export().key());
        if (!Names.isSubdomain(request.name())) {
            return refused(
                    "%s.name: '%s' is no name of a %s; write lower-case letters, digits, - and ."
                            .formatted(field, Excerpt.value(request.name()), request.kind()));
        }
        if (!KEY.matcher(request.key()).matches()) {
            return refused(
                    "%s.key: '%s' is no key of a %s; write letters, digits, -, _ and ."
                            .formatted(field, Excerpt.value(request.key()), request.kind()));
        }
        return "Secret".equals(request.kind()) && ReservedSecrets.ALL.contains(request.name())
                ? refused(
                        "%s.name: the name %s is reserved: the operator reads a Secret of that name; write another name"
                                .formatted(field, request.name()))
                : Optional.empty();
    }

    private static Optional<Problem> refused(String message) {
        return Optional.of(Problem.error(REASON, message));
    }
}
