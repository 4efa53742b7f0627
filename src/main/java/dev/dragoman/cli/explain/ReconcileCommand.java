package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.Changes;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Asks the operator to look at one object now. */
@Command(
        name = "reconcile",
        description =
                "Has the operator look at an object now, and compare it with what exists outside,"
                        + " such as in Azure. Sets the annotation dragoman.dev/reconcile-at, with"
                        + " your own rights. An object is looked at once in 30 seconds: what comes"
                        + " sooner waits.",
        mixinStandardHelpOptions = true)
public final class ReconcileCommand extends EditCommands.Edit {
    ReconcileCommand() {
        super(
                Changes.RECONCILE_AT,
                Instant.now().toString(),
                "will be looked at: now, 30 seconds after the last time, or later where many were asked for");
    }

    @Override
    String refusal(boolean azure, String policy) {
        return azure && policy.equals("skip")
                ? "is suspended, so nothing would come of it; 'dragoman resume' ends that"
                : "";
    }

    @Override
    List<String> more(ObjectKey key, ScopeOptions.Reading reading) {
        var out = new ArrayList<String>();
        var operator = reading.operator();
        if (!key.kind().equals("ConfigMap")
                && !reading.objects().needs().reconciles(GroupKind.of(key))) {
            out.add("But it is not known that this operator reconciles the kind");
        }
        if (!operator.down().isEmpty()) {
            out.add(
                    "But the operator does not run: %s. Start it, then run this again"
                            .formatted(operator.down()));
        }
        var kind = key.group().isEmpty() ? key.kind() : key.kind() + "." + key.group();
        out.add(
                "Next: dragoman explain %s/%s%s"
                        .formatted(
                                kind.toLowerCase(Locale.ROOT),
                                key.name(),
                                key.namespace().isEmpty() ? "" : " -n " + key.namespace()));
        return out;
    }
}
