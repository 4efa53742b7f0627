package dev.dragoman.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which hosts may be sent to, by https. Immutable. */
public final class AllowedHosts {
    /** Environment variable with the hosts of routes, separated by commas. */
    public static final String VARIABLE = "DRAGOMAN_HTTPS_HOSTS";

    /** Nothing may be sent anywhere. */
    public static final AllowedHosts NONE = new AllowedHosts(VARIABLE, List.of(), "");

    /** Port of https. */
    private static final int HTTPS = 443;

    private static final Pattern ENTRY =
            Pattern.compile(
                    "(?<wild>\\*\\.)?(?<name>[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:(?<port>\\d{1,5}))?");

    /** The setting that has them. */
    private final String variable;

    private final List<Entry> entries;

    /** A host that is allowed besides, and that nobody is told of; or empty. */
    private final String besides;

    /**
     * @param suffix whether names that end with a dot and this one are meant, and not itself
     */
    private record Entry(boolean suffix, String name, int port) {
        boolean allows(String host, int at) {
            return port == at && (suffix ? host.endsWith("." + name) : host.equals(name));
        }

        @Override
        public String toString() {
            return (suffix ? "*." : "") + name + (port == HTTPS ? "" : ":" + port);
        }
    }

    private AllowedHosts(String variable, List<Entry> entries, String besides) {
        this.variable = variable;
        this.entries = List.copyOf(entries);
        this.besides = besides;
    }

    /**
     * Those of routes.
     *
     * @throws IllegalArgumentException naming the setting and what in it is no host
     */
    public static AllowedHosts from(Map<String, String> environment) {
        return of(VARIABLE, environment.getOrDefault(VARIABLE, ""));
    }

    /**
     * Those of a list.
     *
     * @param variable the setting that has it
     * @param list separated by commas; {@code *.example.com} is for all below it
     * @throws IllegalArgumentException as {@link #from}
     */
    public static AllowedHosts of(String variable, String list) {
        return new AllowedHosts(
                variable,
                Arrays.stream(list.split(",", -1))
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .map(text -> entry(variable, text))
                        .toList(),
                "");
    }

    private static Entry entry(String variable, String text) {
        var read = ENTRY.matcher(text.toLowerCase(Locale.ROOT));
        int port = 0;
        if (read.matches()) {
            port = read.group("port") == null ? HTTPS : Integer.parseInt(read.group("port"));
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "%s: '%s' is no host; write names such as hooks.example.com, *.example.com for those below it, hooks.example.com:8443 for another port than 443, separated by commas"
                            .formatted(variable, text));
        }
        return new Entry(read.group("wild") != null, read.group("name"), port);
    }

    /** These, and one that stands for all that a check without a cluster cannot know. */
    public AllowedHosts besides(String host) {
        return new AllowedHosts(variable, entries, host);
    }

    /**
     * Whether a message may go there.
     *
     * @param host may be null, which is no host
     * @param port negative for that of https
     */
    public boolean allows(String host, int port) {
        if (host == null || host.isEmpty()) {
            return false;
        }
        var name = host.toLowerCase(Locale.ROOT);
        int at = port < 0 ? HTTPS : port;
        return name.equals(besides) || entries.stream().anyMatch(each -> each.allows(name, at));
    }

    /**
     * What is wrong with the host, with the remedy; it holds nothing else of an address.
     *
     * @param host as {@link #allows}
     * @param port as {@link #allows}
     */
    public String refusal(String host, int port) {
        return host == null
                ? "the address has no readable host"
                : "host %s is not allowed: %s %s. Add it there, or correct the address"
                        .formatted(
                                shown(host, port),
                                variable,
                                entries.isEmpty() ? "is empty" : "has " + this);
    }

    /** The host, and the port where it is not that of https. */
    public static String shown(String host, int port) {
        return port < 0 || port == HTTPS ? host : host + ":" + port;
    }

    @Override
    public String toString() {
        return entries.stream().map(Entry::toString).collect(Collectors.joining(", "));
    }
}
