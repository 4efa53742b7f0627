package dev.dragoman.sandbox.controlplane;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * Estimates how long Go will take. The estimate starts with the speed on two cores and moves to the
 * speed measured on this machine as packages are compiled.
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

    /**
     * Packages that each further program of Kubernetes adds to the packages of the largest program.
     */
    private static final int PACKAGES_OF_EACH_FURTHER = 70;

    private static final double PACKAGES_A_SECOND_AND_CORE = 6;
    private static final int MOST_CORES = 8;

    /** The weight of the assumed speed, as a share of all packages. */
    private static final double ASSUMED_SHARE = 0.05;

    private TimeLeft() {}

    /** The number of packages that Go compiles for programs of one module; 0 when unknown. */
    static long packages(Collection<Program> programs) {
        var largest =
                programs.stream()
                        .mapToInt(each -> PACKAGES.getOrDefault(each.name(), 0))
                        .max()
                        .orElse(0);
        return largest == 0 ? 0 : largest + (programs.size() - 1L) * PACKAGES_OF_EACH_FURTHER;
    }

    /**
     * The time left, such as {@code , about 4 min left}; empty when {@code all} is 0.
     *
     * @param compiling time since the first package was compiled
     * @param done number of compiled packages
     * @param all number of packages; 0 when unknown
     * @param cores of this machine
     */
    static String text(Duration compiling, long done, long all, int cores) {
        if (all == 0) {
            return "";
        }
        var expected = 1 / (PACKAGES_A_SECOND_AND_CORE * Math.min(cores, MOST_CORES));
        var assumed = all * ASSUMED_SHARE;
        var each = (assumed * expected + compiling.toMillis() / 1e3) / (assumed + done);
        var seconds = Math.max(0, all - done) * each;
        if (seconds > 90) {
            return ", about " + Math.round(seconds / 60) + " min left";
        }
        return seconds > 45 ? ", about a minute left" : ", less than a minute left";
    }
}
