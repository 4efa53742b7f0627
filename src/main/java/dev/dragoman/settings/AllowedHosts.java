package dev.dragoman.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The hosts to which HTTPS requests may be sent. Immutable. */
public final class AllowedHosts {
    /** Setting with the hosts that routes may send to, separated by commas. */
    public static final String VARIABLE = "DRAGOMAN_HTTPS_HOSTS";

    /** Allows no host. */
    public static final AllowedHosts NONE = new AllowedHosts(VARIABLE, List.of(), "");

    /** Port of https. */
    private static final int HTTPS = 443;

    private static final Pattern ENTRY =
            Pattern.compile(
                    "(?<wild>\\*\\.)?(?<name>[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:(?<port>\\d{1,5}))?");

    /** Name of the setting with the hosts, for messages. */
    private final String variable;

    private final List<Entry> entries;

    /** A further host that is allowed, but not shown in messages; empty for none. */
    private final String besides;

    /**
     * @param suffix whether the entry allows the hosts below {@code name}, and not {@code name}
     *     itself
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
     * The hosts that routes may send to.
     *
     * @throws IllegalArgumentException naming the setting and the entry that is no host
     */
    public static AllowedHosts from(Map<String, String> environment) {
        return of(VARIABLE, environment.getOrDefault(VARIABLE, ""));
    }

    /**
     * The hosts of a list.
     *
     * @param variable name of the setting, for messages
     * @param list hosts separated by commas; {@code *.example.com} allows all hosts below {@code
     *     example.com}
     * @throws IllegalArgumentException as {@link #from}
     */
    public static AllowedHosts of(String variable, String list) {
        return new AllowedHosts(
                variable,
                SettingValues.entries(list).stream().map(text -> entry(variable, text)).toList(),
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
                    "%s: '%s' is no host. Write names such as hooks.example.com, *.example.com for all hosts below example.com, hooks.example.com:8443 for another port than 443, separated by commas"
                            .formatted(variable, text));
        }
        return new Entry(read.group("wild") != null, read.group("name"), port);
    }

    /**
     * These hosts and one more, which stands for hosts that a check without a cluster cannot know.
     */
    public AllowedHosts besides(String host) {
        return new AllowedHosts(variable, entries, host);
    }

    /**
     * Whether a request may go to a host.
     *
     * @param host the host; null or empty is never allowed
     * @param port the port; negative for 443
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
     * Why a host is refused, and the remedy. Shows no other part of the address.
     *
     * @param host as {@link #allows}
     * @param port as {@link #allows}
     */
    public String refusal(String host, int port) {
        return host == null
                ? "the address has no readable host"
                : "host %s is not allowed: %s %s. Add the host to this setting, or correct the address"
                        .formatted(
                                shown(host, port),
                                variable,
                                entries.isEmpty() ? "is empty" : "has " + this);
    }

    /** The host, with the port where it is not 443. */
    public static String shown(String host, int port) {
        return port < 0 || port == HTTPS ? host : host + ":" + port;
    }

    @Override
    public String toString() {
        return entries.stream().map(Entry::toString).collect(Collectors.joining(", "));
    }
}
