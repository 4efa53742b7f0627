package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.BodyField.From;
import dev.dragoman.azure.catalog.BodyField.Shape;
import dev.dragoman.azure.catalog.BodyField.Source;
import dev.dragoman.azure.catalog.BodyField.WhenUnset;
import java.util.List;

/** Rows of a catalog with shapes that no committed kind happens to have together. */
final class Fields {
    private Fields() {}

    static AzureVersion version(BodyField... fields) {
        return new AzureVersion(
                List.of("v1", "v1api"), "2024-01-01", false, List.of(fields), List.of(), true);
    }

    static BodyField of(String name, Source source, Shape shape, BodyField... inner) {
        return new BodyField(
                name,
                List.of(new From(name, source)),
                shape,
                false,
                WhenUnset.OMIT,
                List.of(inner));
    }

    static BodyField value(String name) {
        return of(name, Source.VALUE, Shape.SCALAR);
    }

    static BodyField object(String name, BodyField... inner) {
        return of(name, Source.VALUE, Shape.OBJECT, inner);
    }

    static BodyField list(String name, BodyField... inner) {
        return of(name, Source.VALUE, Shape.LIST, inner);
    }

    static BodyField map(String name, BodyField... inner) {
        return of(name, Source.VALUE, Shape.MAP, inner);
    }

    static BodyField union(String name, BodyField... inner) {
        return of(name, Source.UNION, Shape.OBJECT, inner);
    }

    /** ARM's {@code properties}, whose fields are at the root of the spec. */
    static BodyField flattened(BodyField... inner) {
        return new BodyField(
                "properties",
                List.of(new From("", Source.FLATTENED)),
                Shape.OBJECT,
                false,
                WhenUnset.OMIT,
                List.of(inner));
    }

    static BodyField unset(BodyField field, WhenUnset what) {
        return new BodyField(field.arm(), field.from(), field.shape(), false, what, field.fields());
    }

    static BodyField required(BodyField field) {
        return new BodyField(
                field.arm(), field.from(), field.shape(), true, field.whenUnset(), field.fields());
    }

    static BodyField writeOnly(BodyField field) {
        return new BodyField(
                field.arm(),
                field.from(),
                field.shape(),
                field.required(),
                field.whenUnset(),
                field.fields(),
                field.values(),
                true,
                false,
                "");
    }

    /** A list whose elements are resources of their own. */
    static BodyField kept(BodyField field) {
        return new BodyField(
                field.arm(),
                field.from(),
                field.shape(),
                field.required(),
                field.whenUnset(),
                field.fields(),
                field.values(),
                field.writeOnly(),
                true,
                "");
    }

    static BodyField oneOf(BodyField field, String... values) {
        return new BodyField(
                field.arm(),
                field.from(),
                field.shape(),
                field.required(),
                field.whenUnset(),
                field.fields(),
                List.of(values),
                field.writeOnly(),
                false,
                "");
    }
}
