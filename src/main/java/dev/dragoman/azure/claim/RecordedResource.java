package dev.dragoman.azure.claim;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What an object's metadata and status say about its resource in Azure, as far as it can be
 * trusted: a copy, or an object that was annotated by hand, names a resource that is not its own.
 * Pure.
 *
 * @param claimed ARM id of a claim that the operator wrote for this object, or empty
 * @param shown ARM id that the status shows, or empty
 * @param sent whether Azure has, or had, the resource because of this object
 * @param uncertain whether a PUT that creates the resource may have reached Azure without a known
 *     result
 */
public record RecordedResource(
        Optional<String> claimed, Optional<String> shown, boolean sent, boolean uncertain) {
    /** Name of the engine's index by ARM id; {@link #indexed} gives the values. */
    public static final String INDEX = "arm-id";

    /**
     * Field of {@code status.dragoman} besides those of {@link OwnState}: the identity that Azure
     * last answered.
     */
    static final String IDENTITY = "identity";

    /**
     * Field of {@code status.dragoman}: whether the answer to a PUT was lost, and no later PUT was
     * answered.
     */
    static final String LOST = "lost";

    /**
     * Field of {@code status.dragoman}: the last generation whose PUT Azure has judged or certainly
     * not received.
     */
    static final String ANSWERED = "answered";

    private static final String PROVIDERS = "/providers/";

    private static final Pattern GROUP =
            Pattern.compile("/subscriptions/[^/]+/resourceGroups/[^/]+", Pattern.CASE_INSENSITIVE);

    /** Reads what can be trusted from an object of that kind. */
    public static RecordedResource of(Map<String, Object> object, AzureKind kind, ClaimSeal seal) {
        var claimed = sealed(object, seal, kind.naming()).filter(id -> ofKind(id, kind));
        boolean sent = hasBeenSent(object);
        return new RecordedResource(
                claimed, shown(object), sent, claimed.isPresent() && !sent && unanswered(object));
    }

    /** Whether Azure has, or had, a resource because of the object, according to its status. */
    public static boolean hasBeenSent(Map<String, Object> object) {
        return shown(object).isPresent() || OwnState.of(object).sent();
    }

    /**
     * Whether a PUT may have been sent whose result is unknown. The claim records the generation
     * before the PUT is sent; the status records it once the result is known.
     */
    static boolean unanswered(Map<String, Object> object) {
        return lost(object) || intended(object) > answered(object);
    }

    /**
     * The ARM id that a reference to the object means; empty if there is none. It is the id of a
     * claim that the operator wrote, else the id in the status, which no user writes. The claim's
     * spelling comes first, because Azure shows some ids in another case than it accepts.
     */
    public static Optional<String> idOf(Map<String, Object> object, ClaimSeal seal) {
        return sealed(object, seal, AzureKind.Naming.OBJECT).or(() -> shown(object));
    }

    /** The ARM id that an object's status shows or its annotation names, without any proof. */
    public static Optional<String> noted(Map<String, Object> object) {
        return shown(object)
                .or(() -> Optional.of(Fields.annotation(object, AsoNames.RESOURCE_ID)))
                .filter(id -> !id.isEmpty());
    }

    /**
     * The value of {@link #INDEX} for an object: its id without any proof, as {@link
     * ResourceId#key}.
     */
    public static Optional<String> indexed(Map<String, Object> object) {
        return asked(object).or(() -> noted(object)).map(ResourceId::key);
    }

    /** The ARM id that the object's status shows; or empty. */
    public static Optional<String> shown(Map<String, Object> object) {
        return Fields.map(object, "status").get("id") instanceof String id && !id.isEmpty()
                ? Optional.of(id)
                : Optional.empty();
    }

    /**
     * Client id of the identity that Azure last answered for the object; empty if that was the
     * operator's identity. It is read from the status, which no user writes.
     */
    public static Optional<UUID> identity(Map<String, Object> object) {
        return own(object).get(IDENTITY) instanceof String text
                ? AzureIdentity.id(text)
                : Optional.empty();
    }

    /** Whether the answer to a PUT was lost, so that the PUT may have reached Azure. */
    static boolean lost(Map<String, Object> object) {
        return Boolean.TRUE.equals(own(object).get(LOST));
    }

    /** The last generation whose PUT Azure has judged or certainly not received; 0 for none. */
    static long answered(Map<String, Object> object) {
        return Json.number(own(object), ANSWERED, 0);
    }

    private static Map<String, Object> own(Map<String, Object> object) {
        return Fields.map(object, "status", OwnState.FIELD);
    }

    /**
     * The id of a claim that the operator wrote for this object, unless the status shows another
     * resource.
     */
    private static Optional<String> sealed(
            Map<String, Object> object, ClaimSeal seal, AzureKind.Naming naming) {
        var shown = shown(object);
        return Optional.of(Fields.annotation(object, AsoNames.RESOURCE_ID))
                .filter(any -> seal.valid(object))
                .filter(id -> shown.isEmpty() || same(naming, id, shown.get()));
    }

    /**
     * Whether both ids are of one resource. Azure shows a role definition of a resource group under
     * its id in the subscription. Other scopes are accepted only for names that are UUIDs, because
     * only these are unique over all scopes.
     *
     * @param asked the id under which requests are sent
     * @param shown the id that Azure shows
     */
    public static boolean same(AzureKind.Naming naming, String asked, String shown) {
        return asked.equalsIgnoreCase(shown)
                || (naming == AzureKind.Naming.UUID && wider(asked, shown));
    }

    /**
     * Whether both ids have the same type and name, and the scope of the second id contains the
     * scope of the first id.
     */
    private static boolean wider(String narrow, String wide) {
        int at = wide.lastIndexOf(PROVIDERS);
        int from = narrow.lastIndexOf(PROVIDERS);
        return at > 0
                && from > at
                && narrow.substring(from).equalsIgnoreCase(wide.substring(at))
                && narrow.regionMatches(true, 0, wide, 0, at)
                && narrow.charAt(at) == '/';
    }

    /**
     * The id under which requests for the object's resource are sent, if its status shows the
     * resource in a wider scope; else empty. The id is that of the annotation, without any proof.
     */
    static Optional<String> asked(Map<String, Object> object) {
        var noted = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return shown(object).filter(id -> wider(noted, id)).map(id -> noted);
    }

    /** The id of the claim, else the id that the status shows. */
    public Optional<String> known() {
        return claimed.or(() -> shown);
    }

    /** Whether the id can belong to a resource of the kind. */
    private static boolean ofKind(String id, AzureKind kind) {
        if (kind.isOpen()) {
            // the type may have been edited since; the seal says whose the id is
            return true;
        }
        try {
            var written = ResourceId.written(id);
            return kind.scope() == AzureKind.Scope.LOCATION
                    ? GROUP.matcher(written.text()).matches()
                    : written.type().filter(kind.armType()::equalsIgnoreCase).isPresent();
        } catch (IllegalArgumentException noId) {
            return false;
        }
    }

    /** The generation whose PUT the last claim announced; 0 for none. */
    private static long intended(Map<String, Object> object) {
        var generation = Fields.annotation(object, AsoNames.GENERATION);
        return generation.matches("[1-9]\\d{0,17}") ? Long.parseLong(generation) : 0;
    }
}
