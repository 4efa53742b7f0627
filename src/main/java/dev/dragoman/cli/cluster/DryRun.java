package dev.dragoman.cli.cluster;

import java.util.List;
import java.util.function.Consumer;

/** Output of commands that change nothing without {@code --yes}, or with something in the way. */
public final class DryRun {
    private DryRun() {}

    /** Comes before the first thing that would be done. */
    public static void begin(boolean write, Consumer<String> out) {
        if (!write) {
            out.accept("Without --yes nothing is changed. This is what would be done:");
        }
    }

    /**
     * Comes after the last thing that would be done: what is in the way, and that nothing was
     * changed.
     *
     * @return whether the command ends here
     */
    public static boolean ends(List<String> obstacles, boolean write, Consumer<String> out) {
        obstacles.forEach(each -> out.accept("In the way: " + each));
        if (!obstacles.isEmpty()) {
            out.accept("Nothing was changed.");
        } else if (!write) {
            out.accept("Nothing was changed. With --yes it is done.");
        }
        return !obstacles.isEmpty() || !write;
    }
}
