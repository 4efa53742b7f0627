package dev.dragoman.agents.decision.egress;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Ports that the cluster's administrator opens, from a line {@code port[-end][/protocol]}. A line
 * without a protocol means TCP and UDP, as with the predecessor. Immutable.
 *
 * @param end the last port; equal to {@code first} for a single port
 * @param protocol TCP, UDP or SCTP
 */
public record PortRange(int first, int end, String protocol) {
    private static final Pattern LINE =
            Pattern.compile("(\\d{1,5})(?:\\s*-\\s*(\\d{1,5}))?(?:\\s*/\\s*([A-Za-z]+))?");

    /** Ports that are open if there is no ConfigMap, as with the predecessor. */
    public static final List<PortRange> DEFAULTS = parse("443\n22\n5986\n").ports();

    /**
     * Result of parsing a text.
     *
     * @param ports in the order of the text, each once
     * @param problems one for each wrong line, with its number and what is wrong
     */
    public record Parsed(List<PortRange> ports, List<String> problems) {
        public Parsed {
            ports = List.copyOf(ports);
            problems = List.copyOf(problems);
        }
    }

    /** Parses all lines; {@code #} begins a comment. */
    public static Parsed parse(String text) {
        var ports = new LinkedHashSet<PortRange>();
        var problems = new ArrayList<String>();
        int number = 0;
        for (var line : text.split("\\R", -1)) {
            number++;
            var content = line.replaceFirst("#.*", "").strip();
            if (!content.isEmpty()) {
                try {
                    ports.addAll(line(content));
                } catch (IllegalArgumentException wrong) {
                    problems.add("line %d: %s".formatted(number, wrong.getMessage()));
                }
            }
        }
        return new Parsed(List.copyOf(ports), problems);
    }

    /** Parses the key {@code ports} of a ConfigMap's data. A missing key is a problem. */
    public static Parsed of(Map<String, Object> data) {
        return data.get("ports") instanceof String text
                ? parse(text)
                : new Parsed(List.of(), List.of("it has no key 'ports'"));
    }

    private static List<PortRange> line(String text) {
        var match = LINE.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no port; write PORT, PORT-END, PORT/tcp or PORT-END/udp"
                            .formatted(text));
        }
        int first = Integer.parseInt(match.group(1));
        int end = match.group(2) == null ? first : Integer.parseInt(match.group(2));
        if (first < 1 || first > end || end > 65535) {
            throw new IllegalArgumentException(
                    "'%s': ports are 1 to 65535, the smaller one first".formatted(text));
        }
        if (match.group(3) == null) {
            return List.of(new PortRange(first, end, "TCP"), new PortRange(first, end, "UDP"));
        }
        var protocol = match.group(3).toUpperCase(Locale.ROOT);
        if (!List.of("TCP", "UDP", "SCTP").contains(protocol)) {
            throw new IllegalArgumentException(
                    "'%s': the protocol is tcp, udp or sctp".formatted(text));
        }
        return List.of(new PortRange(first, end, protocol));
    }

    /** The range as an element of {@code ports} in a NetworkPolicy's rule. */
    Map<String, Object> rule() {
        return end == first
                ? Map.of("protocol", protocol, "port", first)
                : Map.of("protocol", protocol, "port", first, "endPort", end);
    }
}
