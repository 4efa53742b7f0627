package dev.dragoman.composition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.composition.decision.CompositionFacts;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.composition.template.Files;
import dev.dragoman.composition.template.TemplateText;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A composition {@code shop} and its object {@code team/one}, without a cluster. */
final class Trial implements Reader, StatusForm {
    static final String UID = "00000000-0000-0000-0000-000000000001";

    /** Owner reference to the object. */
    static final String OWNED =
            "ownerReferences: [ { apiVersion: example.org/v1, kind: Shop, name: one, uid: %s, controller: true } ]"
                    .formatted(UID);

    final Map<ObjectKey, Map<String, Object>> there = new LinkedHashMap<>();
    final List<ObjectKey> read = new ArrayList<>();

    /** Namespaces of lists; an empty text for all. */
    final List<String> listed = new ArrayList<>();

    private final Composition composition;
    private Map<String, Object> object;
    private List<String> added = List.of();
    private Map<String, Object> platform;

    Trial(String spec, TemplateText... files) {
        spec("{ name: one, namespace: team, uid: %s, generation: 1 }".formatted(UID), spec);
        composition =
                new Composition(
                        Files.templates(files),
                        this,
                        this,
                        () -> ClusterFacts.sample(Map.of()),
                        () -> Optional.ofNullable(platform),
                        any -> true,
                        this,
                        Optional.of(
                                new Makes.Own(
                                        null,
                                        null,
                                        this,
                                        MadeMarks::isKept,
                                        MadeMarks::isMade,
                                        MadeMarks::isFilled)));
    }

    private void spec(String metadata, String spec) {
        object =
                yaml(
                        "{ apiVersion: example.org/v1, kind: Shop, metadata: %s, spec: %s }"
                                .formatted(metadata, spec));
    }

    /** The object is another one. */
    Trial object(String metadata, String spec) {
        spec(metadata, spec);
        return this;
    }

    Map<String, Object> object() {
        return object;
    }

    /** The Platform's name and spec. */
    Trial platform(String spec) {
        platform =
                yaml(
                        "{ apiVersion: dragoman.dev/v1alpha1, kind: Platform, metadata: { name: p }, spec: %s }"
                                .formatted(spec));
        return this;
    }

    /** What is recorded on the object. */
    Trial recorded(String... texts) {
        added = List.of(texts);
        return this;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> yaml(String text) {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    /** An object that exists. */
    Trial has(String text) {
        var one = yaml(text);
        there.put(Fields.key(one), one);
        return this;
    }

    /** A ConfigMap that exists. */
    Trial map(String namespace, String name, String metadata, String data) {
        return has(
                "{ apiVersion: v1, kind: ConfigMap, metadata: { name: %s, namespace: %s, %s }, data: %s }"
                        .formatted(name, namespace, metadata, data));
    }

    Observed<CompositionFacts> observed() {
        return composition
                .observe(
                        new Reconciliation(
                                Fields.key(object), 1, Cause.EDITED, object, UID, Instant.MAX))
                .orElseThrow();
    }

    Made made(String line) {
        return observed().facts().made().get(line);
    }

    /** The only object of a line about which there is nothing to say. */
    Map<String, Object> one(String line) {
        var made = made(line);
        assertThat(made.troubles()).isEmpty();
        assertThat(made).isInstanceOf(Made.Objects.class);
        assertThat(made.objects()).hasSize(1);
        return made.objects().getFirst();
    }

    /** Reason and message of the only trouble of a line that makes nothing. */
    String refused(String line) {
        var made = made(line);
        assertThat(made.objects()).isEmpty();
        return told(made);
    }

    static String told(Made made) {
        assertThat(made.troubles()).hasSize(1);
        Trouble only = made.troubles().getFirst();
        return only.reason() + ": " + only.message();
    }

    @Override
    public Kinds.Resource resource(String apiVersion, String kind) {
        return new Kinds.Resource(
                kind.toLowerCase(java.util.Locale.ROOT) + "s",
                !Set.of("Namespace", "ClusterRole", "ClusterRoleBinding").contains(kind),
                kind.equals("Made"));
    }

    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        read.add(key);
        if (InvalidName.is(key.name())) {
            throw new InvalidName(key);
        }
        return Optional.ofNullable(there.get(key));
    }

    @Override
    public <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        listed.add(namespace);
        return there.values().stream()
                .filter(each -> kind.equals(each.get("kind")))
                .filter(each -> Set.of("", Fields.metadata(each, "namespace")).contains(namespace))
                .map(part)
                .toList();
    }

    @Override
    public Written write(Map<String, Object> written, Ending ending) {
        return new Written(written, false);
    }

    @Override
    public Marks marks(Map<String, Object> any) {
        return Marks.NONE.withAdded(added);
    }
}
