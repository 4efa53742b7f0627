package dev.dragoman.cli.explain;

import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How the operator itself is, as far as whoever asks may read it. Immutable.
 *
 * @param down why it does not run; empty when it runs, or when nobody may know
 * @param known whether its Lease could be read
 * @param holder who leads; empty when nobody does
 * @param replicas what its Deployment has, as text; empty when it could not be read
 * @param overlays ConfigMaps with files of overlays
 * @param problems what is wrong, and what could not be read
 */
record OperatorState(
        String namespace,
        String down,
        boolean known,
        String holder,
        String renewed,
        String replicas,
        List<String> overlays,
        List<String> problems) {
    /** What to do when it does not run. */
    static final String START = "Start the operator (docs/operations.md#dragomandown)";

    /** Why it cannot watch an object's kind, as its health says; empty when nothing says so. */
    String unwatched(ObjectKey key) {
        var kind = Pattern.quote(GroupKind.of(key).toString());
        var said = Pattern.compile("not watched:.* %s \\(([^)]*)".formatted(kind));
        var found = said.matcher(String.join("\n", problems));
        return found.find() ? found.group(1) : "";
    }

    /** The state in one line. */
    String line() {
        var leads =
                !down.isEmpty()
                        ? "does not run: %s. %s".formatted(down, START)
                        : known
                                ? "runs: %s leads".formatted(holder)
                                : "state unknown: its Lease could not be read, so it may be down";
        return "Operator in %s %s%s%s"
                .formatted(
                        namespace,
                        leads,
                        replicas.isEmpty() ? "" : "; " + replicas,
                        overlays.isEmpty() ? "" : "; overlays: " + String.join(", ", overlays));
    }

    /** Whether people would read the same; a leader renews its Lease all the time. */
    boolean isLike(OperatorState other) {
        return line().equals(other.line()) && problems.equals(other.problems);
    }

    /** The state as JSON; {@code running} is null where nobody may know. */
    Map<String, Object> json() {
        return Json.object(
                "namespace", namespace,
                "running", (known || !down.isEmpty()) ? down.isEmpty() : null,
                "down", down,
                "holder", holder,
                "renewed", renewed,
                "replicas", replicas,
                "overlays", overlays,
                "problems", problems);
    }
}
