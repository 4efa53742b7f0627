package dev.dragoman.envoy.pod;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flags of a command as MARIN3R's commands take them: {@code --name value} or {@code --name=value},
 * where the last one counts. Immutable.
 */
final class Flags {
    /** Flags of all commands of MARIN3R. These commands have neither levels of logs nor probes. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("debug", "metrics-bind-address", "health-probe-bind-address");

    private final Map<String, String> values;

    private Flags(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** What a command does with its flags. */
    interface Work {
        void run(Flags flags) throws IOException, InterruptedException;
    }

    /** The flags of a command with their defaults, in the order in which they are named. */
    static Map<String, String> defaults(String... namesAndValues) {
        var all = new LinkedHashMap<String, String>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return all;
    }

    /** Does the work; says why it failed, and returns the exit code. */
    static int run(
            String command, Map<String, String> defaults, List<String> arguments, Work work) {
        try {
            work.run(read(defaults, arguments));
            return 0;
        } catch (IllegalArgumentException e) {
            System.err.println(command + ": " + e.getMessage());
            return 2;
        } catch (IOException e) {
            // the message of most is the file's name alone
            System.err.println(command + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }

    /**
     * Reads what stands after the name of a command, and says which of it has no effect.
     *
     * @throws IllegalArgumentException when it cannot be read; the message names the argument and
     *     what can be written
     */
    static Flags read(Map<String, String> defaults, List<String> arguments) {
        var values = new HashMap<>(defaults);
        for (var rest = arguments.iterator(); rest.hasNext(); ) {
            String[] parts = rest.next().split("=", 2);
            var flag = parts[0].startsWith("--") ? parts[0].substring(2) : "";
            boolean isIdle = WITHOUT_EFFECT.contains(flag);
            if (!isIdle && !defaults.containsKey(flag)) {
                throw new IllegalArgumentException(
                        "there is no flag '%s'; the flags are --%s"
                                .formatted(parts[0], String.join(", --", defaults.keySet())));
            }
            boolean takesNext = parts.length == 1 && !flag.equals("debug");
            if (takesNext && !rest.hasNext()) {
                throw new IllegalArgumentException(
                        "%1$s has no value; write %1$s VALUE".formatted(parts[0]));
            }
            var value = takesNext ? rest.next() : parts[parts.length - 1];
            if (isIdle) {
                System.err.println(parts[0] + " has no effect here");
            } else {
                values.put(flag, value);
            }
        }
        return new Flags(values);
    }

    String text(String name) {
        return values.get(name);
    }

    /** The port in the flag's value, after the last colon if there is one. */
    int port(String name) {
        return number(name, text(name).substring(text(name).lastIndexOf(':') + 1), 1, 65_535);
    }

    /** A count, also of seconds. */
    int count(String name) {
        return number(name, text(name), 0, 1_000_000);
    }

    private int number(String name, String part, int least, int most) {
        try {
            int number = Integer.parseInt(part);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for every other number
        }
        throw wrong(name, "a number from %d to %d".formatted(least, most));
    }

    /** Says that a flag has a value that cannot be used. */
    IllegalArgumentException wrong(String name, String what) {
        return new IllegalArgumentException(
                "--%s is '%s'; write %s".formatted(name, text(name), what));
    }
}
