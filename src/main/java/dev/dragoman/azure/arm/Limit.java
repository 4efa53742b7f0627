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
 * Finds the limits that a request counts against, and the limits that a 429 answer says are used
 * up. Azure counts a caller's requests to a subscription or tenant by class. Providers count
 * requests to their types. Any other 429 is about the state of one resource, and concerns no other
 * request. Pure.
 */
final class Limit {
    private static final String READS = "reads";
    private static final String WRITES = "writes";
    private static final String DELETES = "deletes";

    /**
     * Beginnings of the names of the headers for Azure's own counts. Headers for providers' counts,
     * such as {@code remaining-resource}, do not matter here.
     */
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
     * The limits that a 429 answer says are used up.
     *
     * @param asked whether the answer has a Retry-After; otherwise no limit of a type is used up
     * @param header gives the value of a header of the answer by its name; null when it is absent
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

    /**
     * The subscription in the URL; {@code tenant} for a URL without a subscription, because such a
     * request counts against the tenant.
     */
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
