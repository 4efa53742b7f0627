package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.check.Unused;
import dev.dragoman.azure.check.VaultAsked;
import dev.dragoman.azure.decision.AzureFacts;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.ArmStatus;
import dev.dragoman.azure.model.SecretNames;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is written on an Azure object when its reconciliation ends. Pure. */
public final class AzureEnding {
    static final String IN_KEY_VAULT = "InKeyVault";

    /** Maximum number of entries that the message lists; further entries are only counted. */
    private static final int LISTED = 20;

    /** Maximum number of repaired fields in the message. */
    private static final int REPAIRS_NAMED = 5;

    /** Maximum number of characters of a field: an entry of a Key Vault fits. */
    private static final int LONGEST = 250;

    private static final String OPEN_SECRETS = "SecretsInSpec";

    /** Maximum number of paths that the message lists. */
    private static final int NAMED = 10;

    /** Type of the condition that lists fields and annotations without effect. */
    private static final String UNUSED = "FieldsNotSent";

    /** Maximum number of sentences in one condition. */
    private static final int SHOWN = 20;

    private AzureEnding() {}

    /**
     * Makes the conditions, the status and the Events to write at the end of a reconciliation.
     *
     * @param done what the reconciliation has done, with Azure's answers
     * @param children gives, for an ARM id, the names of its child resources that have an object
     */
    static Ending of(
            AzureObservation seen,
            Map<String, Object> object,
            AzureStep.Finish finish,
            AzureProgress done,
            Function<String, Set<String>> children) {
        var secrets = seen.mapped().map(ArmBody.Result::secretPaths).orElse(Set.of());
        var repeated = seen.mapped().filter(any -> seen.kind().isOpen());
        var shown =
                finish.resource()
                        .map(all -> repeated.map(m -> m.secrets().hidden(all)).orElse(all))
                        .map(all -> ArmStatus.of(seen.version(), all, secrets));
        var further = new ArrayList<>(others(seen, object, finish, children));
        shown.map(ArmStatus::shortened)
                .ifPresent(fields -> further.addAll(shortened(fields, object)));
        var ending =
                new Ending(
                        finish.condition().map(AzureEnding::condition),
                        further,
                        status(seen, object, finish, done, shown.map(ArmStatus::fields)),
                        Optional.empty(),
                        finish.notes().stream().map(AzureEnding::note).toList(),
                        finish.outcome());
        return seen.resourceId()
                .filter(any -> seen.facts().subject().policy() != AzureFacts.Policy.SKIP)
                .flatMap(
                        id ->
                                finish.resource()
                                        .map(
                                                resource ->
                                                        ending.withOutside(
                                                                new Outside(id, resource))))
                .orElse(ending);
    }

    /** What the object's entries are; empty if it is not known what the object asks for. */
    private static Optional<Entries> entries(AzureObservation seen, StoredEntries stored) {
        var vault = seen.vault();
        if (seen.facts().subject().deleting()) {
            return Optional.of(Entries.DELETING);
        }
        // a refused read ends the gathering before it comes to the vault
        if (seen.client().isEmpty() || vault.equals(VaultAsked.NOTHING)) {
            return Optional.empty();
        }
        var asked = seen.facts().exports().vault();
        if (asked.isEmpty() && vault.problem().isEmpty() && vault.keeps()) {
            return Optional.of(Entries.KEPT);
        }
        return Optional.of(Entries.compared(stored, asked));
    }

    private static List<Condition> others(
            AzureObservation seen,
            Map<String, Object> object,
            AzureStep.Finish finish,
            Function<String, Set<String>> children) {
        var all = new ArrayList<>(unused(seen.unused(object), object));
        var stored = finish.state().stored();
        all.addAll(
                entries(seen, stored)
                        .map(what -> inKeyVault(stored, what, Fields.generation(object)))
                        .orElseGet(
                                () ->
                                        stored.entries().isEmpty()
                                                ? List.of()
                                                : present(object, IN_KEY_VAULT)));
        all.addAll(openSecrets(seen.kind(), object));
        var repairs = finish.state().repairs();
        repairs.condition(() -> message(repairs), Fields.generation(object)).ifPresent(all::add);
        var desired = seen.facts().desired();
        if (finish.resource().isPresent() && desired.isPresent()) {
            var shown = finish.resource().get();
            all.addAll(
                    KeptValues.condition(
                            WantedBody.movedFields(seen, desired.get().body(), shown).kept(),
                            KeptValues.unheld(
                                    desired.get().against().left(desired.get().body(), shown),
                                    () -> seen.resourceId().map(children).orElse(Set.of())),
                            object));
        } else {
            // the resource was not read, so the object's former condition may still be true
            all.addAll(present(object, KeptValues.TYPE));
        }
        return all;
    }

    private static List<Condition> present(Map<String, Object> object, String type) {
        return rows(object, type)
                .map(
                        row ->
                                new Condition(
                                        type,
                                        "True".equals(row.get("status")),
                                        Condition.Severity.INFO,
                                        String.valueOf(row.get("reason")),
                                        String.valueOf(row.get("message")),
                                        Json.number(row, "observedGeneration", 0)))
                .toList();
    }

    private static Stream<Map<?, ?>> rows(Map<String, Object> object, String type) {
        return Fields.map(object, "status").get("conditions") instanceof List<?> all
                ? all.stream()
                        .filter(each -> each instanceof Map<?, ?> c && type.equals(c.get("type")))
                        .map(each -> (Map<?, ?>) each)
                : Stream.empty();
    }

    private static Optional<Map<String, Object>> status(
            AzureObservation seen,
            Map<String, Object> object,
            AzureStep.Finish finish,
            AzureProgress done,
            Optional<Map<String, Object>> shown) {
        if (finish.condition().isEmpty()
                && finish.resource().isEmpty()
                && finish.state().equals(OwnState.of(object))
                && (seen.facts().subject().foreignOperator().isPresent()
                        || !outdated(object, seen.acceptsCredential()))) {
            return Optional.empty();
        }
        var status = new LinkedHashMap<>(shown.orElseGet(() -> Fields.map(object, "status")));
        status.remove(OwnState.FIELD);
        if (seen.kind().isOpen() && shown.isPresent()) {
            // the provider may be a tenant's, and claim another id
            seen.resourceId().ifPresent(asked -> status.replace("id", asked));
        }
        var own = new LinkedHashMap<>(finish.state().toStatus());
        boolean open = seen.facts().problem().isEmpty() && !seen.facts().subject().deleting();
        own.putAll(
                seen.acting()
                        .remembered(
                                seen.facts().subject().object(),
                                done,
                                open,
                                finish.state().sent()));
        if (!own.isEmpty()) {
            status.put(OwnState.FIELD, own);
        }
        return Optional.of(status);
    }

    private static Condition condition(dev.dragoman.azure.decision.ReadyCondition said) {
        return new Condition(
                Condition.READY,
                said.ready(),
                said.severity(),
                said.reason(),
                said.message(),
                said.generation(),
                said.quoted());
    }

    /** The condition that lists fields and annotations without effect; empty if there are none. */
    public static List<Condition> unused(Unused unused, Map<String, Object> object) {
        return unused.all().isEmpty()
                ? List.of()
                : List.of(
                        new Condition(
                                UNUSED,
                                true,
                                Condition.Severity.WARNING,
                                unused.reason(),
                                sentences(unused.all()),
                                Fields.generation(object)));
    }

    /**
     * Whether the condition {@code FieldsNotSent} no longer names exactly the annotations without
     * effect. When the decision changes nothing, no other part of the status can be outdated.
     */
    public static boolean outdated(Map<String, Object> object, boolean acceptsCredential) {
        return Unused.outdated(object, said(object), acceptsCredential);
    }

    /** Message of the condition {@code FieldsNotSent}; empty if the object does not have it. */
    private static String said(Map<String, Object> object) {
        return rows(object, UNUSED)
                .map(row -> String.valueOf(row.get("message")))
                .findFirst()
                .orElse("");
    }

    /** Joins the sentences; a limit keeps thousands of them from filling the status. */
    private static String sentences(List<String> all) {
        var shown = String.join("; ", all.subList(0, Math.min(SHOWN, all.size())));
        return all.size() > SHOWN ? "%s; and %d more".formatted(shown, all.size() - SHOWN) : shown;
    }

    /**
     * Makes the Event. A warning other than {@code Overlap} is recorded only if it comes with a
     * change of the condition; every other Event is recorded each time.
     */
    private static Note note(dev.dragoman.azure.decision.AzureEvent said) {
        boolean news = said.warning() && !"Overlap".equals(said.reason());
        return new Note(
                said.warning(),
                said.reason(),
                said.text(),
                news ? Note.When.CHANGED : Note.When.ALWAYS);
    }

    /** Names fields of Azure's answer that are too large for a status; empty if there are none. */
    static List<Condition> shortened(List<String> fields, Map<String, Object> object) {
        return fields.isEmpty()
                ? List.of()
                : List.of(
                        new Condition(
                                "StatusShortened",
                                true,
                                Condition.Severity.INFO,
                                "TooLarge",
                                "The status would be larger than %d KiB, so these fields have at most %d entries of each list, or are left out: %s. Read them in Azure"
                                        .formatted(
                                                ArmStatus.LARGEST / 1024,
                                                ArmStatus.KEPT_OF_A_LONG_LIST,
                                                String.join(", ", fields)),
                                Fields.generation(object)));
    }

    /** Names what looks like a secret in a spec; empty for kinds of one type. */
    private static List<Condition> openSecrets(AzureKind kind, Map<String, Object> object) {
        if (!kind.isOpen()) {
            return List.of();
        }
        var paths =
                SecretNames.paths(Fields.map(object, "spec", "body")).stream()
                        .limit(NAMED)
                        .map(each -> Excerpt.value("spec.body." + each, 300))
                        .collect(Collectors.joining(", "));
        var text =
                "By their names these values are secrets, and whoever may read the object reads them: %s. Write each into a Secret, and name that in spec.secrets"
                        .formatted(paths);
        var warning = Condition.Severity.WARNING;
        var generation = Fields.generation(object);
        return paths.isEmpty()
                ? List.of()
                : List.of(
                        new Condition(
                                OPEN_SECRETS, true, warning, "LooksLikeSecret", text, generation));
    }

    /** Names fields that were changed again after each of several repairs. */
    private static String message(Repairs repairs) {
        var fields =
                repairs.failing().stream()
                        .limit(REPAIRS_NAMED)
                        .map(each -> Excerpt.value(each, LONGEST))
                        .collect(Collectors.joining(", "));
        int more = repairs.failing().size() - REPAIRS_NAMED;
        return "%s%s: the spec's value was sent %d times, and each time Azure showed another value afterwards. It is sent again at %s or later. Find the policy or tool that writes the field, or write Azure's value into the spec"
                .formatted(
                        fields,
                        more > 0 ? " and %d more".formatted(more) : "",
                        repairs.most(),
                        repairs.next().truncatedTo(ChronoUnit.SECONDS));
    }

    /** What the object's entries are. */
    enum Entries {
        /** The vault has all values that the object asks for. */
        WRITTEN("Written", ""),
        /** A value is not written, or not as the object asks now, or a former entry remains. */
        INCOMPLETE("Incomplete", "the entries are not yet as the object asks; it has "),
        /** The object asks for no entries any more, and its former entries stay. */
        KEPT("Kept", ""),
        /** The object is being deleted. */
        DELETING("Deleting", "the object is being deleted; it has ");

        private final String reason;
        private final String words;

        Entries(String reason, String words) {
            this.reason = reason;
            this.words = words;
        }

        /** Whether nothing more is to be written. */
        boolean whole() {
            return this == WRITTEN || this == KEPT;
        }

        /**
         * Compares what is written with what is asked for.
         *
         * @param stored the entries that the object has
         * @param asked the mark of the entries that the object asks for now
         */
        static Entries compared(StoredEntries stored, String asked) {
            boolean all =
                    !stored.mark().isEmpty()
                            && stored.mark().equals(asked)
                            && stored.intended().isEmpty();
            return all ? WRITTEN : INCOMPLETE;
        }
    }

    /** Names the entries of a Key Vault that the object has; empty if it has none. */
    static List<Condition> inKeyVault(StoredEntries stored, Entries what, long generation) {
        if (stored.entries().isEmpty()) {
            return List.of();
        }
        var all = stored.entries();
        var named =
                all.stream()
                        .limit(LISTED)
                        .map(each -> "https://" + each.replaceFirst("/", "/secrets/"))
                        .collect(Collectors.joining(", "));
        var more = all.size() > LISTED ? " and %d more".formatted(all.size() - LISTED) : "";
        return List.of(
                new Condition(
                        IN_KEY_VAULT,
                        what.whole(),
                        Condition.Severity.INFO,
                        what.reason,
                        what.words + named + more,
                        generation));
    }
}
