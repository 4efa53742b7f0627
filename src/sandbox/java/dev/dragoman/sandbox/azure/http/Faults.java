package dev.dragoman.sandbox.azure.http;

import dev.dragoman.sandbox.azure.ArmError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The faults that tests have set. Patterns are regular expressions, searched in
 * {@code METHOD /path} without regard to case. The newest rule that matches wins. Thread-safe.
 */
public final class Faults {
    private final List<Rule> rules = new ArrayList<>();
    private Integer retryAfter;
    private int pageSize = Integer.MAX_VALUE;
    private Player player = (method, path, query) -> Optional.empty();

    /** What a rule does. */
    private enum Effect {
        ANSWER,
        OPERATION,
        DELAY,
        DURATION,
        BEFORE,
        LOSE,
        SHOWN,
        NEEDS
    }

    /**
     * The provisioningState of a resource after a PUT.
     *
     * @param state the provisioningState
     * @param lasting how long the state is shown
     */
    public record Shown(String state, Duration lasting) {}

    private static final class Rule {
        final Effect effect;
        final Pattern pattern;
        final Object value;
        int left;

        Rule(Effect effect, String pattern, Object value, int left) {
            this.effect = effect;
            this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
            this.value = value;
            this.left = left;
        }
    }

    public synchronized void answer(String pattern, Answer answer, int times) {
        rules.add(new Rule(Effect.ANSWER, pattern, answer, times));
    }

    public synchronized void failOperation(String pattern, ArmError error, int times) {
        rules.add(new Rule(Effect.OPERATION, pattern, error, times));
    }

    public synchronized void shown(String pattern, Shown shown, int times) {
        rules.add(new Rule(Effect.SHOWN, pattern, shown, times));
    }

    public synchronized void need(String pattern, String namespace) {
        rules.add(new Rule(Effect.NEEDS, pattern, namespace, Integer.MAX_VALUE));
    }

    public synchronized void delay(String pattern, Duration delay) {
        rules.add(new Rule(Effect.DELAY, pattern, delay, Integer.MAX_VALUE));
    }

    public synchronized void before(String pattern, Runnable act) {
        rules.add(new Rule(Effect.BEFORE, pattern, act, 1));
    }

    public Optional<Runnable> before(Call call) {
        return take(Effect.BEFORE, call.method() + " " + call.path(), Runnable.class);
    }

    public synchronized void lose(String pattern, int times) {
        rules.add(new Rule(Effect.LOSE, pattern, true, times));
    }

    /** Whether the answer to this call shall not reach the client. */
    public boolean loses(Call call) {
        return take(Effect.LOSE, call.method() + " " + call.path(), Boolean.class).isPresent();
    }

    public synchronized void duration(String pattern, Duration duration) {
        rules.add(new Rule(Effect.DURATION, pattern, duration, Integer.MAX_VALUE));
    }

    public synchronized void retryAfter(Integer seconds) {
        retryAfter = seconds;
    }

    public synchronized Optional<Integer> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    public synchronized void pageSize(int most) {
        pageSize = most;
    }

    public synchronized int pageSize() {
        return pageSize;
    }

    public synchronized void play(Player other) {
        player = other;
    }

    /**
     * The answer of the {@link Player}; empty when the player leaves the request to the local
     * Azure.
     */
    public Optional<Answer> played(Call call) {
        Player present;
        synchronized (this) {
            present = player;
        }
        return present.answer(call.method(), call.path(), call.query())
                .map(each -> new Answer(each.status(), each.headers(), each.body()));
    }

    public synchronized void clear() {
        rules.clear();
        retryAfter = null;
        pageSize = Integer.MAX_VALUE;
    }

    public Optional<Answer> answer(Call call) {
        return take(Effect.ANSWER, call.method() + " " + call.path(), Answer.class);
    }

    public Optional<ArmError> operation(String method, String path) {
        return take(Effect.OPERATION, method + " " + path, ArmError.class);
    }

    public Optional<Shown> shown(String method, String path) {
        return take(Effect.SHOWN, method + " " + path, Shown.class);
    }

    public Optional<String> needs(String method, String path) {
        return take(Effect.NEEDS, method + " " + path, String.class);
    }

    public Optional<Duration> delay(Call call) {
        return take(Effect.DELAY, call.method() + " " + call.path(), Duration.class);
    }

    public Optional<Duration> duration(String method, String path) {
        return take(Effect.DURATION, method + " " + path, Duration.class);
    }

    private synchronized <T> Optional<T> take(Effect effect, String request, Class<T> type) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            var rule = rules.get(i);
            if (rule.effect == effect && rule.pattern.matcher(request).find()) {
                if (rule.left != Integer.MAX_VALUE && --rule.left <= 0) {
                    rules.remove(i);
                }
                return Optional.of(type.cast(rule.value));
            }
        }
        return Optional.empty();
    }
}
