package dev.dragoman.sandbox.controlplane;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * How long Go will take, in words. Before a tenth is compiled, from what it took on two cores; then
 * from the share of packages that is compiled on this machine.
 */
final class TimeLeft {
    /** Packages of each program, as {@code go list -deps} counts them. */
    private static final Map<String, Integer> PACKAGES =
            Map.of(
                    "kube-apiserver", 2029,
                    "kube-controller-manager", 2409,
                    "kube-scheduler", 1417,
                    "kubectl", 895,
                    "etcd", 581,
                    "kwok", 974);

    /** Those of one program of Kubernetes that the largest does not have either. */
    private static final int MORE = 70;

    private static final double PACKAGES_A_SECOND_AND_CORE = 6;
    private static final int MOST_CORES = 8;

    private TimeLeft() {}

    /** How many packages Go compiles for programs of one module; 0 when it is not known. */
    static long packages(Collection<Program> programs) {
        var largest =
                programs.stream()
                        .mapToInt(each -> PACKAGES.getOrDefault(each.name(), 0))
                        .max()
                        .orElse(0);
        return largest == 0 ? 0 : largest + (programs.size() - 1L) * MORE;
    }

    /**
     * Such as {@code , about 4 min left}; empty when there is nothing to tell it from.
     *
     * @param elapsed since the first build began
     * @param done packages that are compiled
     * @param all packages that there are; 0 when that is not known
     */
    static String text(Duration elapsed, long done, long all, int cores) {
        if (all == 0) {
            return "";
        }
        var share = Math.min(1.0, (double) done / all);
        var passed = elapsed.toMillis() / 1e3;
        var seconds =
                share < 0.1
                        ? all / (PACKAGES_A_SECOND_AND_CORE * Math.min(cores, MOST_CORES)) - passed
                        : passed * (1 - share) / share;
        if (seconds <= 0 && share < 1) {
            return "";
        }
        if (seconds > 90) {
            return ", about " + Math.round(seconds / 60) + " min left";
        }
        return seconds > 45 ? ", about a minute left" : ", less than a minute left";
    }
}
