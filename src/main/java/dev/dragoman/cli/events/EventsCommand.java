package dev.dragoman.cli.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints what Azure needs, so that it tells its changes to the operator. */
@Command(
        name = "events",
        description =
                "Prints what Event Grid needs to tell the changes of a subscription: a queue, who reads it, and what is sent there. As az commands, or as objects for kubectl apply. Asks nobody and changes nothing. The principal is no client id, which leads to it: az ad sp show --id CLIENT_ID --query id",
        mixinStandardHelpOptions = true)
@SuppressWarnings("UnusedVariable") // options are read by their names
public final class EventsCommand implements Callable<Integer> {
    /** Forms of the output. */
    enum Form {
        az,
        yaml
    }

    private static final String BUS = "[A-Za-z][A-Za-z0-9-]{4,48}[A-Za-z0-9]";
    private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9_-])?";

    @Spec private CommandSpec spec;

    @Option(names = "--subscription", required = true, description = "Whose changes are told.")
    private UUID subscription;

    @Option(names = "--queue-subscription", description = "The queue's. Default: the same.")
    private UUID queueSubscription;

    @Option(names = "--service-bus", required = true, description = "Its name; it is made too.")
    private String bus;

    @Option(names = "--principal", required = true, description = "Object id of who reads it.")
    private UUID principal;

    @Option(names = "--location", required = true, description = "Where the queue is.")
    private String location;

    @Option(names = "--resource-group", description = "Default: dragoman-events.")
    private String group = "dragoman-events";

    @Option(names = "--queue", description = "Name of the queue. Default: changes.")
    private String queue = "changes";

    @Option(
            names = {"-o", "--output"},
            description = "az or yaml. Default: az.")
    private Form form = Form.az;

    @Override
    public Integer call() throws IOException {
        queueSubscription = queueSubscription == null ? subscription : queueSubscription;
        try (var in = EventsCommand.class.getResourceAsStream(form + ".txt")) {
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (var option : spec.options()) {
                var name = option.longestName();
                Object value = option.getValue();
                var allowed = "--service-bus".equals(name) ? BUS : NAME;
                // it becomes part of a command and of an id
                if (value instanceof String each && !each.matches(allowed)) {
                    throw new ParameterException(
                            spec.commandLine(),
                            "%s: '%s' is not of the form %s".formatted(name, each, allowed));
                }
                text = text.replace("<" + name + ">", String.valueOf(value));
            }
            spec.commandLine().getOut().append(text).flush();
            return 0;
        }
    }
}
