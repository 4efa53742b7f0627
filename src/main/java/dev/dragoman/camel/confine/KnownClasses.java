package dev.dragoman.camel.confine;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultClassResolver;

/**
 * Resolves the classes that a text of a route may name: types of values, and exceptions for {@code
 * doCatch}. Camel calls this class for every class name in an option or an expression. The names of
 * the classes of Camel's own parts are in files of its jars; {@link OwnParts} resolves them.
 * Immutable.
 */
public final class KnownClasses extends DefaultClassResolver {
    private static final Map<String, Class<?>> VALUES =
            Stream.of(
                            Object.class,
                            String.class,
                            CharSequence.class,
                            Boolean.class,
                            Character.class,
                            Number.class,
                            Byte.class,
                            Short.class,
                            Integer.class,
                            Long.class,
                            Float.class,
                            Double.class,
                            BigDecimal.class,
                            BigInteger.class,
                            Date.class,
                            boolean.class,
                            char.class,
                            byte.class,
                            short.class,
                            int.class,
                            long.class,
                            float.class,
                            double.class,
                            byte[].class,
                            String[].class,
                            Object[].class,
                            Collection.class,
                            Iterable.class,
                            List.class,
                            ArrayList.class,
                            Set.class,
                            LinkedHashSet.class,
                            Map.class,
                            HashMap.class,
                            LinkedHashMap.class,
                            TreeMap.class,
                            JsonNode.class)
                    .collect(Collectors.toUnmodifiableMap(KnownClasses::written, each -> each));

    /** Types of java.lang by their simple names, which Camel also accepts. */
    private static final Map<String, Class<?>> SHORT =
            VALUES.values().stream()
                    .filter(each -> "java.lang".equals(each.getPackageName()) && !each.isArray())
                    .collect(Collectors.toUnmodifiableMap(Class::getSimpleName, each -> each));

    /** Exceptions that routes may catch or throw. The constructors of these have no side effect. */
    private static final Set<String> EXCEPTIONS =
            Set.of(
                    "java.lang.Throwable",
                    "java.lang.Exception",
                    "java.lang.RuntimeException",
                    "java.lang.ArithmeticException",
                    "java.lang.ClassCastException",
                    "java.lang.IllegalArgumentException",
                    "java.lang.IllegalStateException",
                    "java.lang.IndexOutOfBoundsException",
                    "java.lang.InterruptedException",
                    "java.lang.NullPointerException",
                    "java.lang.NumberFormatException",
                    "java.lang.UnsupportedOperationException",
                    "java.io.IOException",
                    "java.io.UncheckedIOException",
                    "java.net.ConnectException",
                    "java.net.SocketException",
                    "java.net.SocketTimeoutException",
                    "java.net.UnknownHostException",
                    "java.util.NoSuchElementException",
                    "java.util.concurrent.TimeoutException",
                    "javax.net.ssl.SSLException",
                    "org.apache.camel.CamelException",
                    "org.apache.camel.CamelExecutionException",
                    "org.apache.camel.CamelExchangeException",
                    "org.apache.camel.ExpressionEvaluationException",
                    "org.apache.camel.InvalidPayloadException",
                    "org.apache.camel.NoTypeConversionAvailableException",
                    "org.apache.camel.RuntimeCamelException",
                    "org.apache.camel.TypeConversionException",
                    "org.apache.camel.ValidationException",
                    "dev.dragoman.camel.OverlayFailure",
                    "dev.dragoman.camel.https.HttpsFailed",
                    "io.fabric8.kubernetes.client.KubernetesClientException");

    /**
     * Metrics of the JVM, whose classes Camel loads by name because the operator's settings turn
     * them on.
     */
    private static final Set<String> BINDERS =
            Set.of(
                    "io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics",
                    "io.micrometer.core.instrument.binder.system.ProcessorMetrics",
                    "io.micrometer.core.instrument.binder.system.UptimeMetrics");

    KnownClasses(CamelContext context) {
        super(context);
    }

    private static String written(Class<?> type) {
        return type.isArray() ? type.getComponentType().getName() + "[]" : type.getName();
    }

    /** Whether a text of a route may name the class. */
    public static boolean isKnown(String name) {
        return VALUES.containsKey(name) || SHORT.containsKey(name) || EXCEPTIONS.contains(name);
    }

    /** The message for a class that a text of a route may not name. */
    public static String refusal(String name) {
        return "class '%s' is not for routes. Allowed are types of values, such as String, Integer, java.util.Map or java.util.List, and exceptions for doCatch"
                .formatted(name);
    }

    /** The class of that name; null when routes may not use it. */
    static Class<?> known(String name) {
        var value = VALUES.getOrDefault(name, SHORT.get(name));
        if (value != null || !(EXCEPTIONS.contains(name) || BINDERS.contains(name))) {
            return value;
        }
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, ClassLoader loader) {
        return known(name);
    }

    @Override
    public Class<?> resolveClass(String name) {
        return loadClass(name, KnownClasses.class.getClassLoader());
    }

    @Override
    public <T> Class<T> resolveClass(String name, Class<T> type) {
        return resolveClass(name, type, KnownClasses.class.getClassLoader());
    }

    @Override
    public Class<?> resolveClass(String name, ClassLoader loader) {
        return loadClass(name, loader);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller states the type
    public <T> Class<T> resolveClass(String name, Class<T> type, ClassLoader loader) {
        return (Class<T>) loadClass(name, loader);
    }

    @Override
    public Class<?> resolveMandatoryClass(String name) throws ClassNotFoundException {
        return mandatory(name);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller states the type
    public <T> Class<T> resolveMandatoryClass(String name, Class<T> type)
            throws ClassNotFoundException {
        return (Class<T>) mandatory(name);
    }

    @Override
    public Class<?> resolveMandatoryClass(String name, ClassLoader loader)
            throws ClassNotFoundException {
        return mandatory(name);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller states the type
    public <T> Class<T> resolveMandatoryClass(String name, Class<T> type, ClassLoader loader)
            throws ClassNotFoundException {
        return (Class<T>) mandatory(name);
    }

    private Class<?> mandatory(String name) throws ClassNotFoundException {
        var found = resolveClass(name);
        if (found == null) {
            throw new ClassNotFoundException(refusal(name));
        }
        return found;
    }
}
