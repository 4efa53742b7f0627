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
 * Makes values of values: texts, numbers, maps, lists, bytes, JSON. Nothing becomes a file or an
 * address, none of these is read, and the only classes are those of {@link KnownClasses}. Of other
 * objects there is the text, as they say it.
 */
final class ValueConverter extends DefaultTypeConverter {
    /** Interfaces and classes of values, with what is below them. */
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

    /** Where Camel's own types are, and ours: none of them is a value that a text could name. */
    private static final Set<String> HOUSES =
            Set.of(
                    "org.apache.camel.",
                    "dev.dragoman.",
                    "io.vertx.core.buffer.",
                    // times of https
                    "org.apache.hc.core5.util.Time",
                    "java.util.concurrent.");

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
            // Camel reads the class of an option so
            return value instanceof String name ? KnownClasses.known(name) : null;
        }
        if (value != null && !isKnown(value.getClass())) {
            return type == String.class ? value.toString() : null;
        }
        return isKnown(type) ? super.doConvertTo(type, exchange, value, attempt) : null;
    }

    /** Whether it is the type of values, or of the house. */
    static boolean isKnown(Class<?> type) {
        if (type.isArray()) {
            return isKnown(type.getComponentType());
        }
        if (type.isPrimitive()
                || type == Object.class
                || VALUES.stream().anyMatch(each -> each.isAssignableFrom(type))) {
            // a path is a list of its parts, and a stream may be one of a file
            return !java.nio.file.Path.class.isAssignableFrom(type)
                    && !java.io.FileInputStream.class.isAssignableFrom(type)
                    && !java.io.FileReader.class.isAssignableFrom(type);
        }
        return HOUSES.stream().anyMatch(type.getName()::startsWith);
    }
}
