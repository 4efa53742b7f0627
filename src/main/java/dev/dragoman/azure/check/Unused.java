package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.SpecCheck;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sentences about fields and annotations that users wrote and that have no effect. Pure.
 *
 * @param annotations sentences about annotations with a prefix of this operator that have no effect
 * @param fields sentences about fields and values that the applied version does not have or allow
 */
public record Unused(List<String> annotations, List<String> fields) {
    private static final List<String> PREFIXES =
            List.of("serviceoperator.azure.com/", "dragoman.dev/");

    /** Maximum number of annotations that are named; further annotations are only counted. */
    private static final int NAMED = 5;

    /** Longest key of an annotation that the API server accepts, in characters. */
    private static final int LONGEST_KEY = 317;

    private static final String ACCEPTS =
            "%s of the namespace does nothing: an object is sent with its own credential, or that of its namespace; remove the annotation"
                    .formatted(AsoNames.ACCEPT_CREDENTIAL);

    /** Beginning of each sentence about an unknown annotation; no other sentence begins so. */
    private static final String BEGIN = "the annotation ";

    /**
     * Finds the fields and annotations of an object that have no effect.
     *
     * @param acceptsCredential whether the Namespace has the annotation {@link
     *     AsoNames#ACCEPT_CREDENTIAL}
     */
    static Unused of(
            AzureKind kind,
            AzureVersion version,
            Map<String, Object> object,
            boolean acceptsCredential) {
        var annotations =
                new ArrayList<>(annotations(Fields.map(object, "metadata", "annotations")));
        if (acceptsCredential) {
            annotations.add(ACCEPTS);
        }
        return new Unused(
                List.copyOf(annotations), SpecCheck.of(kind, version, Fields.spec(object)).all());
    }

    /**
     * Whether the condition names other annotations than those that have no effect now.
     *
     * @param said message of the condition, or empty
     */
    public static boolean outdated(
            Map<String, Object> object, String said, boolean acceptsCredential) {
        if (said.contains(ACCEPTS) != acceptsCredential) {
            return true;
        }
        var now = annotations(Fields.map(object, "metadata", "annotations"));
        return now.isEmpty() ? said.startsWith(BEGIN) : !now.stream().allMatch(said::contains);
    }

    private static List<String> annotations(Map<String, Object> written) {
        var unknown =
                written.keySet().stream()
                        .filter(key -> PREFIXES.stream().anyMatch(key::startsWith))
                        .filter(key -> !AsoNames.ANNOTATIONS.contains(key))
                        .sorted()
                        .toList();
        var out = new ArrayList<>(unknown.stream().limit(NAMED).map(Unused::sentence).toList());
        if (unknown.size() > NAMED) {
            out.add("%d more such annotations".formatted(unknown.size() - NAMED));
        }
        return List.copyOf(out);
    }

    private static String sentence(String key) {
        var prefix = PREFIXES.stream().filter(key::startsWith).findFirst().orElseThrow();
        var known = AsoNames.ANNOTATIONS.stream().filter(each -> each.startsWith(prefix)).toList();
        return "%s%s does nothing, because no annotation has that name%s: correct or remove it"
                .formatted(
                        BEGIN,
                        Excerpt.value(key, LONGEST_KEY),
                        Nearest.hint(Nearest.of(key, known)));
    }

    /** All sentences, first those about annotations. */
    public List<String> all() {
        var out = new ArrayList<>(annotations);
        out.addAll(fields);
        return List.copyOf(out);
    }

    /** Reason of the condition that has the sentences. */
    public String reason() {
        return fields.isEmpty() ? "UnknownAnnotation" : "NotInAppliedVersion";
    }
}
