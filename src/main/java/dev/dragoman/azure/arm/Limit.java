package dev.dragoman.azure.arm;

import dev.dragoman.azure.catalog.AzureCodes;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.model.ResourceId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * What an answer 429 speaks of. Azure counts the requests of a caller to a subscription, or to a
 * tenant, by class. Providers count those to their types. Other answers 429 are about the state of
 * one resource, and say nothing of any other request. Pure.
 */
final class Limit {
    private static final String READS = "reads";
    private static final String WRITES = "writes";
    private static final String DELETES = "deletes";

    /** Not those of {@code remaining-resource} and the like, which providers count. */
    private static final List<String> REMAINING =
            List.of(
                    "x-ms-ratelimit-remaining-subscription-",
                    "x-ms-ratelimit-remaining-subscription-global-",
                    "x-ms-ratelimit-remaining-tenant-",
                    "x-ms-ratelimit-remaining-tenant-global-");

    private Limit() {}

    /**
     * The limits that a request counts against.
     *
     * @param caller tenant, client and cloud
     */
    static Set<String> of(String caller, ArmRequest request) {
        return Set.of(
                ofAccount(caller, request, classOf(request.method())), ofType(caller, request));
    }

    /**
     * The limits that are used up by an answer 429.
     *
     * @param asked whether it says when to come again; without that it closes no type
     * @param header name to value, null when absent
     */
    static Set<String> usedUp(
            String caller,
            ArmRequest request,
            Answer.Failure failure,
            boolean asked,
            Function<String, String> header) {
        var all = new HashSet<String>();
        for (var counted : List.of(READS, WRITES, DELETES)) {
            if (REMAINING.stream().anyMatch(name -> isZero(header.apply(name + counted)))) {
                all.add(ofAccount(caller, request, counted));
            }
        }
        if (AzureCodes.ofAccount(failure.code())) {
            all.add(ofAccount(caller, request, classOf(request.method())));
        }
        if (all.isEmpty() && asked && AzureCodes.counts(failure.code(), failure.message())) {
            all.add(ofType(caller, request));
        }
        return Set.copyOf(all);
    }

    private static boolean isZero(String value) {
        return value != null && "0".equals(value.strip());
    }

    private static String ofAccount(String caller, ArmRequest request, String counted) {
        return "%s %s %s".formatted(caller, scope(request), counted);
    }

    private static String ofType(String caller, ArmRequest request) {
        var path = request.url().getPath();
        var type =
                path.startsWith("/")
                        ? new ResourceId(path).type().orElse("Microsoft.Resources")
                        : "";
        return "%s %s %s %s"
                .formatted(caller, scope(request), request.method(), type.toLowerCase(Locale.ROOT));
    }

    /** What does not name a subscription counts against the tenant. */
    private static String scope(ArmRequest request) {
        var path = request.url().getPath();
        return path.startsWith("/")
                ? new ResourceId(path)
                        .subscription()
                        .map(id -> id.toLowerCase(Locale.ROOT))
                        .orElse("tenant")
                : "tenant";
    }

    private static String classOf(String method) {
        return switch (method) {
            case "GET", "HEAD" -> READS;
            case "DELETE" -> DELETES;
            default -> WRITES;
        };
    }
}
