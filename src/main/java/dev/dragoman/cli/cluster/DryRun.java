package dev.dragoman.cli.cluster;

import java.util.List;
import java.util.function.Consumer;

/** Output of commands that change nothing without {@code --yes} or while an obstacle remains. */
public final class DryRun {
    private DryRun() {}

    /** Prints the line before the list of changes, unless {@code write}. */
    public static void begin(boolean write, Consumer<String> out) {
        if (!write) {
            out.accept("Without --yes nothing is changed. This is what would be done:");
        }
    }

    /**
     * Prints, after the list of changes, the obstacles and that nothing was changed. Prints nothing
     * with {@code write} and without obstacles.
     *
     * @return whether the command must stop here
     */
    public static boolean ends(List<String> obstacles, boolean write, Consumer<String> out) {
        obstacles.forEach(each -> out.accept("In the way: " + each));
        if (!obstacles.isEmpty()) {
            out.accept("Nothing was changed.");
        } else if (!write) {
            out.accept("Nothing was changed. With --yes these changes are made.");
        }
        return !obstacles.isEmpty() || !write;
    }
}
