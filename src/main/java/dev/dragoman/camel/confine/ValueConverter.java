package dev.dragoman.camel.confine;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.io.Reader;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Date;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.converter.DefaultTypeConverter;
import org.apache.camel.spi.Injector;
import org.apache.camel.spi.PackageScanClassResolver;

/**
 * Converts only between values: texts, numbers, maps, lists, bytes, JSON. Converts no value to or
 * from a file or a URL. Converts the name of a class only to a class of {@link KnownClasses}.
 * Converts other objects only to text, with {@code toString}.
 */
final class ValueConverter extends DefaultTypeConverter {
    /** Types of values; their subtypes are values too. */
    private static final Set<Class<?>> VALUES =
            Set.of(
                    CharSequence.class,
                    Number.class,
                    Boolean.class,
                    Character.class,
                    Iterable.class,
                    Iterator.class,
                    Map.class,
                    Map.Entry.class,
                    JsonNode.class,
                    InputStream.class,
                    Reader.class,
                    Date.class,
                    Temporal.class,
                    TemporalAmount.class,
                    Locale.class,
                    TimeZone.class,
                    UUID.class,
                    Enum.class,
                    Throwable.class);

    /** Prefixes of internal types of Camel and the operator, which no text can name. */
    private static final Set<String> INTERNAL =
            Set.of(
                    "org.apache.camel.",
                    "dev.dragoman.",
                    "io.vertx.core.buffer.",
                    // timeouts of https
                    "org.apache.hc.core5.util.Time",
                    "java.util.concurrent.",
                    // bytes of messages
                    "com.azure.core.util.BinaryData");

    ValueConverter(
            CamelContext context,
            PackageScanClassResolver scan,
            Injector injector,
            boolean load,
            boolean statistics) {
        super(context, scan, injector, load, statistics);
    }

    @Override
    protected Object doConvertTo(Class<?> type, Exchange exchange, Object value, boolean attempt) {
        if (type == Class.class) {
            // for an option whose type is Class, Camel converts the class name here
            return value instanceof String name ? KnownClasses.known(name) : null;
        }
        if (value != null && !isKnown(value.getClass())) {
            return type == String.class ? value.toString() : null;
        }
        return isKnown(type) ? super.doConvertTo(type, exchange, value, attempt) : null;
    }

    /** Whether the type is that of a value, or an internal type of Camel and the operator. */
    static boolean isKnown(Class<?> type) {
        if (type.isArray()) {
            return isKnown(type.getComponentType());
        }
        if (type.isPrimitive()
                || type == Object.class
                || VALUES.stream().anyMatch(each -> each.isAssignableFrom(type))) {
            // these belong to the types above, but give access to files
            return !java.nio.file.Path.class.isAssignableFrom(type)
                    && !java.io.FileInputStream.class.isAssignableFrom(type)
                    && !java.io.FileReader.class.isAssignableFrom(type);
        }
        return INTERNAL.stream().anyMatch(type.getName()::startsWith);
    }
}
