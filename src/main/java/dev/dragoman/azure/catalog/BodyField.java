package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.stream.Stream;

/**
 * One field of an ARM payload and where its value comes from in the spec.
 *
 * @param arm JSON name in the ARM body
 * @param from spec fields that may give the value; the first field that is set gives it
 * @param shape shape of the ARM value
 * @param required whether ARM refuses a body without the field
 * @param whenUnset what is sent when the spec does not set the field
 * @param fields fields of an object, or of the elements of a list or map; empty for scalars and for
 *     values that are sent unchanged
 * @param values values that ARM accepts, if the field is an enum; else empty
 * @param writeOnly whether Azure never shows the field, so that its absence in an answer is no
 *     difference
 * @param kept whether the field is a list whose elements are also resources of their own. A PUT
 *     without them would delete them in Azure, so elements that the spec does not name are read
 *     from Azure and sent again
 * @param key field by which Azure identifies the elements of a list of objects. Empty if that is
 *     {@code name} or {@code id}, or if there is no such field
 */
public record BodyField(
        String arm,
        List<From> from,
        Shape shape,
        boolean required,
        WhenUnset whenUnset,
        List<BodyField> fields,
        List<String> values,
        boolean writeOnly,
        boolean kept,
        String key) {
    /** A field that is no enum and that Azure shows. */
    public BodyField(
            String arm,
            List<From> from,
            Shape shape,
            boolean required,
            WhenUnset whenUnset,
            List<BodyField> fields) {
        this(arm, from, shape, required, whenUnset, fields, List.of(), false, false, "");
    }

    /** Those of the fields that are kept or have kept fields, for a body that users write. */
    static Stream<BodyField> keeping(List<BodyField> fields) {
        return fields.stream()
                .map(
                        each ->
                                each.kept
                                        ? each.unfed(each.fields)
                                        : each.unfed(keeping(each.fields).toList()))
                .filter(each -> each.kept || !each.fields.isEmpty());
    }

    private BodyField unfed(List<BodyField> below) {
        return new BodyField(
                arm, List.of(), shape, false, WhenUnset.OMIT, below, values, false, kept, key);
    }

    /** Whether a body of these fields has the fields that the user writes, whatever they are. */
    public static boolean isOpen(List<BodyField> fields) {
        return fields.stream()
                .flatMap(field -> field.from().stream())
                .anyMatch(from -> from.source() == Source.BODY);
    }

    /**
     * A field of the enclosing spec object that may give the value of an ARM field.
     *
     * @param field JSON name in the spec; empty for {@link Source#NAME} and {@link
     *     Source#FLATTENED}
     */
    public record From(String field, Source source) {}

    /** How a spec value becomes an ARM value. */
    public enum Source {
        /** Same value, fields mapped one by one. */
        VALUE,
        /** ARM name of the resource. */
        NAME,
        /** The enclosing spec object holds the fields of this ARM object ({@code properties}). */
        FLATTENED,
        /** References become ARM ids; a {@code wellKnownName} is sent as it is. */
        REFERENCE,
        /**
         * References become ARM ids; a {@code wellKnownName} is the display name of a built-in
         * role, see {@link dev.dragoman.azure.model.LookUp.Subject#BUILT_IN_ROLE}.
         */
        ROLE_REFERENCE,
        /** A list of {@code {reference}} becomes a map from ARM id to an empty object. */
        REFERENCE_MAP,
        /** {@code {name, key}} of a Secret becomes the value of the key. */
        SECRET,
        /** {@code {name}} of a Secret becomes all its values. */
        SECRET_MAP,
        /** {@code {name, key}} of a ConfigMap becomes the value of the key. */
        CONFIG,
        /**
         * How a vault is created. One of Azure's modes is sent as it is; another mode depends on
         * whether Azure keeps a deleted vault of that name. See {@link
         * dev.dragoman.azure.model.LookUp.Subject#DELETED_VAULT}.
         */
        VAULT_MODE,
        /**
         * Variants that exclude each other: the body of the variant that is set is sent, without
         * its wrapper.
         */
        UNION,
        /** The fields of the spec object are sent as they are, without a wrapper. */
        BODY,
        /** A map from paths in the body to references; each id is put at its path. */
        REFERENCE_AT,
        /** A map from paths in the body to {@code {name, key}} of Secrets; as above. */
        SECRET_AT
    }

    /** Shape of an ARM value. */
    public enum Shape {
        SCALAR,
        OBJECT,
        LIST,
        MAP
    }

    /** What is sent for an unset field. */
    public enum WhenUnset {
        OMIT,
        NULL,
        EMPTY
    }
}
