package dev.dragoman.faults;

import static net.bytebuddy.matcher.ElementMatchers.is;
import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.dragoman.cluster.OperatorThreads;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * Takes one rule away from one operator of this JVM, until it is closed: a method of a class of the
 * product gives another result to the threads of that operator ({@link OperatorThreads}), and the
 * usual one to all others. The product knows nothing of it. Thread-safe.
 */
public final class Weakened implements AutoCloseable {
    private static final Map<Place, Entry> RULES = new ConcurrentHashMap<>();

    /** A method, as an operator sees it. */
    private record Place(String key, Optional<Object> operator) {
        static Place of(String key) {
            return new Place(key, OperatorThreads.current());
        }
    }

    private record Entry(Rule rule, boolean refusals) {}

    /** What a method gives instead. */
    @FunctionalInterface
    public interface Rule {
        /**
         * The other result.
         *
         * @param self null for a static method
         * @param result what the product says; of a refusal, the exception
         */
        Object instead(Object self, Object[] arguments, Object result);
    }

    private final Class<?> type;
    private final Place place;
    private final Instrumentation instrumentation;
    private final ResettableClassFileTransformer transformer;
    private Optional<Weakened> other = Optional.empty();

    private Weakened(Class<?> type, String method) {
        this.type = type;
        this.place = Place.of(type.getName() + "." + method);
        this.instrumentation = ByteBuddyAgent.install();
        this.transformer =
                new AgentBuilder.Default()
                        .disableClassFormatChanges()
                        .with(RedefinitionStrategy.RETRANSFORMATION)
                        .with(new RedefinitionStrategy.DiscoveryStrategy.Explicit(type))
                        .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                        .type(is(type))
                        .transform(
                                (builder, _, _, _, _) ->
                                        builder.visit(Advice.to(Replacing.class).on(named(method))))
                        .installOn(instrumentation);
    }

    /**
     * All methods of that name in the class, where they give a result.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Weakened by(Class<?> type, String method, Rule rule) {
        return by(type, method, new Entry(rule, false));
    }

    /** The same where they throw an exception. */
    public static Weakened byRefusals(Class<?> type, String method, Rule rule) {
        return by(type, method, new Entry(rule, true));
    }

    private static Weakened by(Class<?> type, String method, Entry entry) {
        if (Arrays.stream(type.getDeclaredMethods()).noneMatch(m -> m.getName().equals(method))) {
            throw new IllegalArgumentException(type + " has no method " + method);
        }
        var weakened = new Weakened(type, method);
        if (RULES.putIfAbsent(weakened.place, entry) != null) {
            throw new IllegalStateException(weakened.place + " is weakened already");
        }
        return weakened;
    }

    /** The same for a class that tests elsewhere do not see. */
    public static Weakened by(String type, String method, Rule rule) {
        try {
            return by(Class.forName(type), method, rule);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("there is no class " + type, e);
        }
    }

    /** Called by the changed methods: the result, or the exception, or what is in its place. */
    public static Object instead(
            String key, Object self, Object[] arguments, Object result, Throwable thrown) {
        var entry = RULES.get(Place.of(key));
        var now = thrown == null ? result : thrown;
        return entry == null || entry.refusals() != (thrown != null)
                ? now
                : entry.rule().instead(self, arguments, now);
    }

    /** The same, with another method that the rule needs; closed with this one. */
    public Weakened and(Weakened more) {
        other = Optional.of(more);
        return this;
    }

    @Override
    public void close() {
        other.ifPresent(Weakened::close);
        RULES.remove(place);
        boolean restored =
                transformer.reset(
                        instrumentation,
                        RedefinitionStrategy.RETRANSFORMATION,
                        new RedefinitionStrategy.DiscoveryStrategy.Explicit(type));
        if (!restored) {
            throw new IllegalStateException(place + " is not as it was");
        }
    }

    /** Copied to the end of each changed method. */
    private static final class Replacing {
        private Replacing() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        @SuppressWarnings({"UnusedVariable", "ReferenceEquality"})
        static void exit(
                @Advice.Origin("#t.#m") String key,
                @Advice.This(optional = true) Object self,
                @Advice.AllArguments Object[] arguments,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result,
                @Advice.Thrown(readOnly = false) Throwable thrown) {
            Object now = instead(key, self, arguments, result, thrown);
            if (thrown == null) {
                result = now;
            } else if (now != thrown) {
                thrown = null;
                result = now;
            }
        }
    }
}
