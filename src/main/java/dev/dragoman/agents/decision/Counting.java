package dev.dragoman.agents.decision;

/** What a ScaledObject counts, and how exactly. */
public enum Counting {
    /** Jobs that wait, as KEDA does: nobody knows which agents are busy. */
    WAITING,

    /** Busy agents too; the autoscaler takes a tenth for nothing. */
    BUSY,

    /** The same where autoscalers can be told to take nothing for nothing. */
    EXACT
}
