package dev.dragoman.kube;

/** There is more to read than is ever held at once: a human must take some of it away. */
public final class AnswerTooLarge extends KubeException {
    AnswerTooLarge(String message) {
        super("TooMuchToRead", message, false, null);
    }
}
