package dev.dragoman.camel.check;

import dev.dragoman.camel.apply.KubernetesApplyEndpoint;
import dev.dragoman.camel.arm.AzureArmEndpoint;
import dev.dragoman.camel.event.KubernetesEventEndpoint;
import dev.dragoman.camel.finalizer.KubernetesFinalizerEndpoint;
import dev.dragoman.camel.reconcile.KubernetesReconcileEndpoint;
import dev.dragoman.camel.servicebus.EventsComponent;
import dev.dragoman.camel.status.KubernetesStatusEndpoint;
import dev.dragoman.camel.vault.VaultComponent;
import dev.dragoman.settings.Nearest;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;

/** Checks the options of endpoints: their names, and values of those that have few. */
final class EndpointOptions {
    /** Allowed options of Camel's schemes, by scheme. */
    private static final Map<String, Set<String>> OPTIONS =
            Map.of(
                    "bean",
                    Set.of("method"),
                    VaultComponent.SCHEME,
                    Set.of(VaultComponent.OPERATION),
                    EventsComponent.SCHEME,
                    Set.of(EventsComponent.WORKERS),
                    "direct",
                    Set.of("block", "timeout", "failIfNoConsumers", "synchronous"),
                    "log",
                    Set.of(
                            "level",
                            "marker",
                            "groupSize",
                            "groupInterval",
                            "groupDelay",
                            "groupActiveOnly",
                            "logMask",
                            "maxChars",
                            "multiline",
                            "plain",
                            "showAll",
                            "showAllProperties",
                            "showAllVariables",
                            "showBody",
                            "showBodyType",
                            "showCaughtException",
                            "showException",
                            "showExchangeId",
                            "showExchangePattern",
                            "showHeaders",
                            "showProperties",
                            "showRouteGroup",
                            "showRouteId",
                            "showStackTrace",
                            "showStreams",
                            "showVariables",
                            "skipBodyLineSeparator",
                            "sourceLocationLoggerName",
                            "style"),
                    "timer",
                    Set.of(
                            "delay",
                            "includeMetadata",
                            "period",
                            "repeatCount",
                            "pattern",
                            "time",
                            "daemon",
                            "synchronous"));

    /**
     * Ends of the message for a refused option, for options that users would not expect to be
     * refused.
     */
    private static final Map<String, String> WHY =
            Map.of(
                    "timer?fixedRate",
                    ": a replica that begins to lead would run the route at once for each period that it missed. Leave it out");

    /** Fields with the options of the operator's own schemes, by scheme and name. */
    private static final Map<String, Map<String, Field>> OWN =
            Stream.of(
                            AzureArmEndpoint.class,
                            KubernetesApplyEndpoint.class,
                            KubernetesEventEndpoint.class,
                            KubernetesFinalizerEndpoint.class,
                            KubernetesReconcileEndpoint.class,
                            KubernetesStatusEndpoint.class)
                    .collect(
                            Collectors.toMap(
                                    type -> type.getAnnotation(UriEndpoint.class).scheme(),
                                    EndpointOptions::fields));

    /** Names of options: without dots, because a nested option could reach all of Camel. */
    private static final Pattern OPTION = Pattern.compile("[A-Za-z0-9_-]+");

    private EndpointOptions() {}

    private static Map<String, Field> fields(Class<?> endpoint) {
        return Stream.<Class<?>>iterate(endpoint, each -> each != Object.class, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(UriParam.class))
                .collect(Collectors.toMap(Field::getName, Function.identity()));
    }

    static List<Diagnostic> problems(EndpointAddress address) {
        // parameters of https that are not options are part of the query
        if (address.hasScheme("https") || SecretUse.isWhole(address)) {
            return address.parameterNames().stream()
                    .filter(name -> isReference(address, name))
                    .map(name -> reference(address, name))
                    .toList();
        }
        var problems = new ArrayList<Diagnostic>();
        var scheme = address.scheme();
        var own = OWN.getOrDefault(scheme, Map.of());
        for (var name : address.parameterNames()) {
            var known = OPTIONS.getOrDefault(scheme, own.isEmpty() ? Set.of(name) : own.keySet());
            var value = address.parameter(name);
            if (!known.contains(name) || !OPTION.matcher(name).matches()) {
                problems.add(
                        address.problem(
                                "the option '%s' of %s is not for overlays%s",
                                name,
                                scheme,
                                WHY.getOrDefault(
                                        scheme + "?" + name,
                                        "; it has " + Nearest.first(name, known))));
            } else if (isReference(address, name)) {
                problems.add(reference(address, name));
            } else if (own.containsKey(name)
                    && own.get(name).getType().isEnum()
                    && !EndpointAddress.isComputed(value)) {
                var values =
                        Arrays.stream(own.get(name).getType().getEnumConstants())
                                .map(String::valueOf)
                                .toList();
                if (values.stream().noneMatch(value::equalsIgnoreCase)) {
                    problems.add(
                            address.problem(
                                    "the option '%s' of %s is not '%s'; it is one of %s",
                                    name, scheme, value, Nearest.first(value, values)));
                }
            }
        }
        return problems;
    }

    private static boolean isReference(EndpointAddress address, String option) {
        return address.parameter(option).strip().startsWith("#");
    }

    private static Diagnostic reference(EndpointAddress address, String option) {
        return address.problem(
                "the value of option '%s' begins with '#', which names an object of the operator",
                option);
    }
}
