package dev.dragoman.azure.event;

import static dev.dragoman.settings.SettingValues.optional;
import static dev.dragoman.settings.SettingValues.text;

import dev.dragoman.azure.identity.Sensitive;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where change events come from. Immutable.
 *
 * @param host host of the Service Bus namespace
 * @param entity name of the queue or topic
 * @param subscription subscription of the topic; empty for a queue
 * @param connection connection string with a key; empty for a token of an identity
 * @param identity namespace whose credential is used; empty for the operator's own
 */
public record EventSettings(
        String host,
        String entity,
        Optional<String> subscription,
        Optional<Sensitive> connection,
        Optional<String> identity) {
    static final String QUEUE = "DRAGOMAN_EVENTS_QUEUE";
    static final String CONNECTION = "DRAGOMAN_EVENTS_CONNECTION_STRING";
    static final String IDENTITY = "DRAGOMAN_EVENTS_IDENTITY";

    /** All settings of change events, in the order of the documentation. */
    public static final List<Setting> ALL = Setting.of(Use.START, QUEUE, IDENTITY, CONNECTION);

    private static final Pattern FORM =
            Pattern.compile(
                    "(?i)(?<host>[a-z0-9.-]+)/(?<entity>[a-z0-9][\\w./-]*?)(/subscriptions/(?<subscription>[\\w.-]+))?");

    /**
     * Reads the environment; empty where no queue is set.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write;
     *     without the connection string
     */
    public static Optional<EventSettings> from(Map<String, String> env) {
        var queue = text(env, QUEUE, "");
        if (queue.isEmpty()) {
            if (!text(env, IDENTITY, text(env, CONNECTION, "")).isEmpty()) {
                throw new IllegalArgumentException(
                        "%s or %s is set, and %s is not, so there are no events; set it, or remove the others"
                                .formatted(IDENTITY, CONNECTION, QUEUE));
            }
            return Optional.empty();
        }
        var form = FORM.matcher(queue);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "%s: '%s' is neither HOST/QUEUE nor HOST/TOPIC/subscriptions/NAME; write, for example, events.servicebus.windows.net/changes"
                            .formatted(QUEUE, queue));
        }
        var host = form.group("host");
        var identity = optional(env, IDENTITY, SettingValues::namespace);
        var connection = optional(env, CONNECTION, any -> any);
        if (connection.isPresent() && identity.isPresent()) {
            throw new IllegalArgumentException(
                    "%s and %s are both set, and only one can be used; remove one"
                            .formatted(CONNECTION, IDENTITY));
        }
        if (connection.filter(each -> !fits(each, host, form.group("entity"))).isPresent()) {
            throw new IllegalArgumentException(
                    "%s is not Endpoint=sb://%s/;SharedAccessKeyName=NAME;SharedAccessKey=KEY for %s, with no EntityPath, or that of the queue. Copy the connection string of that namespace or queue from Azure"
                            .formatted(CONNECTION, host, QUEUE));
        }
        return Optional.of(
                new EventSettings(
                        host,
                        form.group("entity"),
                        Optional.ofNullable(form.group("subscription")),
                        connection.map(Sensitive::new),
                        identity));
    }

    /** Whether a connection string is whole, and of this namespace and queue. */
    private static boolean fits(String connection, String host, String entity) {
        return Pattern.compile("\\s*;\\s*")
                .splitAsStream(connection)
                .sorted(String.CASE_INSENSITIVE_ORDER)
                .collect(Collectors.joining(";"))
                .matches(
                        "(?i)Endpoint=sb://%s([:/][^;]*)?(;EntityPath=%s)?;(SharedAccessKey=[^;]+;SharedAccessKeyName=[^;]+|SharedAccessSignature=[^;]+)(;UseDevelopmentEmulator=true)?"
                                .formatted(Pattern.quote(host), Pattern.quote(entity)));
    }
}
