package dev.dragoman.road;

import java.util.Queue;
import java.util.concurrent.Flow;

/** Keeps the lines of an answer that does not end. */
record LineQueue(Queue<String> lines) implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (line.startsWith("data:")) {
            lines.add(line);
        }
    }

    @Override
    public void onError(Throwable failure) {
        lines.add(failure.toString());
    }

    @Override
    public void onComplete() {
        lines.add("end");
    }
}
