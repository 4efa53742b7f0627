package dev.dragoman.agents.decision.workload;

/** What KEDA is told to count, and how exactly the autoscaler follows the count. */
public enum Counting {
    /** Nothing in addition to KEDA before 2.20, which counts jobs until they have ended. */
    UNFINISHED,

    /**
     * Only waiting jobs, which is KEDA's default. For targets whose busy agents are not known, or
     * need not be counted.
     */
    WAITING,

    /** Busy agents too; the autoscaler ignores differences below a tenth. */
    BUSY,

    /** Busy agents too, and the autoscaler has tolerance 0, so it follows every difference. */
    EXACT
}
