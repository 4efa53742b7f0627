package dev.dragoman.sandbox.controlplane;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * How long Go will take, in words: from what it took on two cores, and the more is compiled, the more
 * from how long that took on this machine, with what else runs there.
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

    /** The share of all packages that what it took elsewhere counts for. */
    private static final double TRUST = 0.05;

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
     * @param compiling since the first package was compiled
     * @param done packages that are compiled
     * @param all packages that there are; 0 when that is not known
     * @param cores of this machine
     */
    static String text(Duration compiling, long done, long all, int cores) {
        if (all == 0) {
            return "";
        }
        var expected = 1 / (PACKAGES_A_SECOND_AND_CORE * Math.min(cores, MOST_CORES));
        var trusted = all * TRUST;
        var each = (trusted * expected + compiling.toMillis() / 1e3) / (trusted + done);
        var seconds = Math.max(0, all - done) * each;
        if (seconds > 90) {
            return ", about " + Math.round(seconds / 60) + " min left";
        }
        return seconds > 45 ? ", about a minute left" : ", less than a minute left";
    }
}
