package dev.dragoman.discovery.decision.sidecar;

import static dev.dragoman.kube.object.Json.object;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Annotations of a pod that say how its sidecar is to be. A value that cannot be read is refused.
 * With {@code lenient} a value for which MARIN3R takes its default is replaced as there, and a
 * warning says so. Keeps the warnings of one pod, so it is used once.
 */
final class PodAnnotations {
    private static final String PREFIX = "marin3r.3scale.net/";
    private static final String PORTS = "ports";
    private static final String HOST_PORTS = "host-port-mappings";
    private static final List<String> RESOURCES =
            List.of(
                    "resources.requests.cpu",
                    "resources.requests.memory",
                    "resources.limits.cpu",
                    "resources.limits.memory");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern PORT =
            Pattern.compile("([a-z0-9-]{1,15}):(\\d{1,5})(:(TCP|UDP|SCTP))?");
    private static final int LEAST_PORT = 1024;
    private static final int MOST_PORT = 65_535;
    private static final int LONGEST = 100;

    private final Map<String, Object> all;
    private final boolean lenient;
    private final Set<String> warnings = new TreeSet<>();
    private final Set<String> read = new HashSet<>();

    PodAnnotations(Map<String, Object> all, boolean lenient) {
        this.all = all;
        this.lenient = lenient;
    }

    /** What whoever makes the pod should know, once all annotations that count were read. */
    List<String> warnings() {
        all.keySet().stream()
                .filter(each -> each.startsWith(PREFIX) && !read.contains(each))
                .map(
                        "annotation %s does not count: it is not known, or not together with the others"
                                ::formatted)
                .forEach(warnings::add);
        return List.copyOf(warnings);
    }

    private Optional<String> value(String key) {
        var name = name(key);
        read.add(name);
        return Optional.ofNullable(all.get(name)).map(String::valueOf);
    }

    /** Name of the annotation; without a slash it is MARIN3R's. */
    static String name(String key) {
        return key.contains("/") ? key : PREFIX + key;
    }

    boolean has(String key) {
        return value(key).isPresent();
    }

    /** A text; blank is refused, as it is nobody's wish. */
    String text(String key, String otherwise) {
        return optional(key).orElse(otherwise);
    }

    Optional<String> optional(String key) {
        var value = value(key).map(String::strip);
        if (value.filter(String::isEmpty).isPresent()) {
            throw refused(key, "", "a value, or no such annotation");
        }
        return value;
    }

    boolean flag(String key) {
        return choice(key, "false", "true").equals("true");
    }

    /** One of several texts, of which the first is the default. */
    String choice(String key, String... choices) {
        var value = value(key).map(String::strip).orElse(choices[0]);
        return List.of(choices).contains(value)
                ? value
                : otherwise(key, value, String.join(" or ", choices), choices[0]);
    }

    /** A port that a program without privileges may use. */
    int port(String key, int otherwise) {
        return (int) number(key, LEAST_PORT, MOST_PORT, otherwise);
    }

    long number(String key, long least, long most, long otherwise) {
        var value = value(key).map(String::strip).orElse(Long.toString(otherwise));
        long number = NUMBER.matcher(value).matches() ? Long.parseLong(value) : -1;
        return number >= least && number <= most
                ? number
                : otherwise(key, value, "a number from %d to %d".formatted(least, most), otherwise);
    }

    /** Entries between commas. */
    List<String> entries(String key) {
        return value(key).stream()
                .flatMap(each -> Arrays.stream(each.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    /** Arguments between blanks. */
    List<String> words(String key) {
        return value(key).stream()
                .flatMap(each -> Arrays.stream(each.strip().split(" +", -1)))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** Ports of Envoy's container, with the ports of the node that lead to them. */
    List<Map<String, Object>> ports() {
        var form =
                "NAME:PORT[:PROTOCOL], several separated by commas; NAME at most 15 small letters, PORT from 1024 to 65535, PROTOCOL TCP, UDP or SCTP";
        var ports = new LinkedHashMap<String, Map<String, Object>>();
        for (var entry : entries(PORTS)) {
            var port = PORT.matcher(entry);
            if (!port.matches() || !isPort(port.group(2)) || ports.containsKey(port.group(1))) {
                throw refused(PORTS, entry, form);
            }
            var one =
                    object("name", port.group(1), "containerPort", Integer.valueOf(port.group(2)));
            Optional.ofNullable(port.group(4)).ifPresent(each -> one.put("protocol", each));
            ports.put(port.group(1), one);
        }
        for (var entry : entries(HOST_PORTS)) {
            var mapped = PORT.matcher(entry);
            if (!mapped.matches() || mapped.group(3) != null || !isPort(mapped.group(2))) {
                throw refused(
                        HOST_PORTS,
                        entry,
                        "NAME:PORT, several separated by commas; PORT from 1024 to 65535");
            }
            var port = ports.get(mapped.group(1));
            if (port == null) {
                var _ =
                        otherwise(
                                HOST_PORTS,
                                entry,
                                "the name of a port in annotation " + name(PORTS),
                                entry);
            } else {
                port.put("hostPort", Integer.valueOf(mapped.group(2)));
            }
        }
        return new ArrayList<>(ports.values());
    }

    private static boolean isPort(String digits) {
        int port = Integer.parseInt(digits);
        return port >= LEAST_PORT && port <= MOST_PORT;
    }

    /** Resource requirements of Envoy's container; empty for none. */
    Map<String, Map<String, Object>> resources() {
        var resources = new LinkedHashMap<String, Map<String, Object>>();
        for (var each : RESOURCES) {
            var value = optional(each).orElse("");
            if (!value.isEmpty()) {
                if (!Names.isQuantity(value)) {
                    throw refused(each, value, "a quantity such as 500m or 64Mi");
                }
                var parts = each.split("\\.", -1);
                resources.computeIfAbsent(parts[1], _ -> object()).put(parts[2], value);
            }
        }
        return resources;
    }

    /**
     * The default in place of a value that MARIN3R would not tell about; refused if not lenient.
     */
    private <T> T otherwise(String key, String value, String form, T otherwise) {
        var refused = refused(key, value, form);
        if (!lenient) {
            throw refused;
        }
        warnings.add(refused.getMessage() + "; it does not count");
        return otherwise;
    }

    static Refused refused(String key, String value, String form) {
        return new Refused(
                "annotation %s: '%s' cannot be read; write %s"
                        .formatted(
                                name(key), PlainText.oneLine(Excerpt.value(value, LONGEST)), form));
    }
}
