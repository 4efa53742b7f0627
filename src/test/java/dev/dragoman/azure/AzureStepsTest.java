package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.decision.Step;
import dev.dragoman.capability.BranchMissing;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A route that has a step in another step's branch does nothing, and says so. */
class AzureStepsTest {
    /** Of which there is no branch in any route. */
    private record Foreign() implements dev.dragoman.capability.Step {}

    static Stream<Method> steps() {
        return Arrays.stream(AzureSteps.class.getMethods())
                .filter(
                        each ->
                                Arrays.equals(
                                        each.getParameterTypes(), new Class<?>[] {StepCall.class}));
    }

    @ParameterizedTest
    @MethodSource("steps")
    @SuppressWarnings("NullAway") // nothing is done
    void aForeignStepIsRefused(Method step) throws Exception {
        var reconciliation =
                new Reconciliation(
                        new ObjectKey("g", "K", "ns", "a"),
                        1,
                        Cause.EDITED,
                        Map.of(),
                        "uid",
                        Instant.EPOCH);
        var context =
                new Context<AzureObservation>(
                        "azure", reconciliation, new Observed<>(null, java.util.Set.of()));
        var nothing = new AzureSteps(null, null, null, null, null);
        try {
            step.invoke(nothing, new StepCall<>(context, new Foreign()));
        } catch (InvocationTargetException refused) {
            assertThat(refused.getCause())
                    .isInstanceOf(BranchMissing.class)
                    .hasMessageContaining("route azure")
                    .hasMessageContaining("'foreign'");
            return;
        }
        throw new AssertionError(step.getName() + " did something for a foreign step");
    }

    static Stream<Class<?>> kindsOfSteps() {
        return Arrays.stream(Step.class.getPermittedSubclasses())
                .filter(each -> each != Step.Finish.class);
    }

    /** Each step has a bean's method of its name. */
    @ParameterizedTest
    @MethodSource("kindsOfSteps")
    void eachStepHasItsMethod(Class<?> step) {
        var name = step.getSimpleName();
        assertThat(steps().map(Method::getName))
                .contains(Character.toLowerCase(name.charAt(0)) + name.substring(1));
    }
}
