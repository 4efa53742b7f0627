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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;

/** Checks the options of endpoints: their names, and values of those that have few. */
final class EndpointOptions {
    /** Allowed options of Camel's schemes, by scheme. */
    static final Map<String, Set<String>> OPTIONS =
            Map.of(
                    "bean",
                    names("method"),
                    VaultComponent.SCHEME,
                    names(VaultComponent.OPERATION),
                    EventsComponent.SCHEME,
                    names(EventsComponent.WORKERS),
                    "direct",
                    names("block timeout failIfNoConsumers synchronous"),
                    "timer",
                    names(
                            "delay includeMetadata period repeatCount pattern time daemon synchronous"),
                    "log",
                    names(
                            "level marker groupSize groupInterval groupDelay groupActiveOnly style"
                                    + " logMask maxChars multiline plain showAll showAllProperties"
                                    + " showAllVariables",
                            "showBody showBodyType showCaughtException"
                                    + " showException showExchangeId showExchangePattern showHeaders"
                                    + " showProperties showRouteGroup showRouteId showStackTrace showStreams"
                                    + " showVariables skipBodyLineSeparator sourceLocationLoggerName"));

    /** Options that would override a part of the address, of schemes with other options. */
    private static final Map<String, Set<String>> NAMES =
            Map.of(
                    "kamelet", names("templateId routeId uuid"),
                    "dragoman-point", names("name"),
                    "https", names("httpUri httpUriString"));

    /** Ends of messages for options that users would not expect to be refused. */
    private static final Map<String, String> WHY =
            Map.of(
                    "timer?fixedRate",
                    ": a replica that begins to lead would run the route at once for each period that it missed. Leave it out");

    /** Names of options: without dots, because a nested option could reach all of Camel. */
    private static final Pattern OPTION = Pattern.compile("[A-Za-z0-9_-]+");

    /** The options of the operator's own schemes, by scheme and name. */
    static final Map<String, Map<String, UriParam>> OWN =
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
                                    EndpointOptions::own));

    private EndpointOptions() {}

    private static Set<String> names(String... all) {
        return Set.of(String.join(" ", all).split(" ", -1));
    }

    private static Map<String, UriParam> own(Class<?> endpoint) {
        return Stream.of(endpoint, endpoint.getSuperclass())
                .filter(type -> type.getName().startsWith("dev.dragoman."))
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> field.isAnnotationPresent(UriParam.class))
                .filter(field -> !field.getName().equals("engine"))
                .collect(
                        Collectors.toMap(
                                Field::getName, each -> each.getAnnotation(UriParam.class)));
    }

    static List<Diagnostic> problems(EndpointAddress address) {
        return address.parameterNames().stream()
                .flatMap(name -> problem(address, address.scheme(), name).stream())
                .map(reason -> address.problem(reason))
                .toList();
    }

    private static Optional<String> problem(EndpointAddress address, String scheme, String name) {
        var value = address.parameter(name).strip();
        var own = OWN.getOrDefault(scheme, Map.of());
        var known = OPTIONS.getOrDefault(scheme, own.isEmpty() ? Set.of(name) : own.keySet());
        // parameters of https that are not options are part of the query
        boolean free = "https".equals(scheme) || SecretUse.isWhole(address);
        if (NAMES.getOrDefault(scheme, Set.of()).contains(name)) {
            return Optional.of(
                    "option '%s' repeats a part of the address; leave it out".formatted(name));
        }
        if (!free && (!known.contains(name) || !OPTION.matcher(name).matches())) {
            var has = "; it has " + Nearest.first(name, known);
            return Optional.of(
                    "the option '%s' of %s is not for overlays%s"
                            .formatted(name, scheme, WHY.getOrDefault(scheme + "?" + name, has)));
        }
        if (value.startsWith("#")) {
            return Optional.of(
                    "the value of option '%s' begins with '#', which names an object of the operator"
                            .formatted(name));
        }
        var values = own.containsKey(name) ? own.get(name).enums() : "";
        return values.isEmpty()
                        || EndpointAddress.isComputed(value)
                        || Arrays.asList(values.split(",")).contains(value)
                ? Optional.empty()
                : Optional.of(
                        "the option '%s' of %s is not '%s'; it is one of %s"
                                .formatted(name, scheme, value, values));
    }
}
