package dev.dragoman.camel.confine;

import dev.dragoman.capability.StepCall;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.util.OgnlHelper;

/** Checks which beans routes may call, and which of their methods. */
public final class RouteBeans {
    /**
     * Types of the last parameter of methods that routes may call: the exchange, the call of the
     * step that is due, or the bytes of a message.
     */
    public static final Set<Class<?>> TAKEN = Set.of(Exchange.class, StepCall.class, byte[].class);

    private RouteBeans() {}

    /** Names of the methods of the class that a route may call. */
    public static SortedSet<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(m -> !Modifier.isStatic(m.getModifiers()))
                .filter(m -> m.getParameterCount() > 0)
                // the arguments from the route stand before this parameter
                .filter(m -> TAKEN.contains(m.getParameterTypes()[m.getParameterCount() - 1]))
                .map(m -> m.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The method that a route calls, with its arguments, in the form that Camel takes. Always gives
     * Camel a method, because Camel would otherwise call the method that a property of the exchange
     * names.
     *
     * @param name name of the bean in the route
     * @param method the method in the route, with arguments in brackets; null when the route names
     *     none
     * @return the method; null when the bean is a {@link Processor} and the route names no method
     * @throws IllegalArgumentException when there is no such bean, or the method is not for routes
     */
    static String method(CamelContext context, String name, String method) {
        var bean = name == null || name.isBlank() ? null : context.getRegistry().lookupByName(name);
        if (bean == null) {
            throw new IllegalArgumentException(
                    "there is no bean '%s' for routes: neither the operator nor the provider of a capability (META-INF/services) brings it"
                            .formatted(name));
        }
        var methods = methods(bean.getClass());
        var said = method == null ? "" : method.strip();
        if (said.isEmpty() && bean instanceof Processor) {
            return null;
        }
        var called =
                said.isEmpty() && methods.size() == 1
                        ? methods.first()
                        : said.replaceFirst("(?s)\\(.*", "").strip();
        // Camel's language bean would read the rest of the text as a path into the method's result
        if (OgnlHelper.splitOgnl(said).size() > 1 || OgnlHelper.isOgnlIndex(said) != null) {
            throw new IllegalArgumentException(
                    "call of a bean '%s': nothing may follow the method and its arguments; remove the rest"
                            .formatted(said));
        }
        if (!methods.contains(called)) {
            throw new IllegalArgumentException(
                    "bean '%s' has no method '%s' for routes; it has: %s"
                            .formatted(name, called, String.join(", ", methods)));
        }
        return said.isEmpty() ? called : said;
    }
}
