package dev.dragoman.kube.failure;

/** The answer exceeds what is held in memory at once: a person must delete or shrink objects. */
public final class AnswerTooLarge extends KubeException {
    public AnswerTooLarge(String message) {
        super("TooMuchToRead", message, false, null);
    }
}
