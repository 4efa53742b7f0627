package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.check.AzureObservation;
import dev.dragoman.azure.decision.AzureStep;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps and their lines. */
class AzureStepsTest {
    /** Of which there is no line in any route. */
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
        var context = context();
        var nothing = new AzureSteps(null, null, null, null, null, null, null);
        try {
            step.invoke(nothing, new StepCall<>(context, new Foreign()));
        } catch (InvocationTargetException refused) {
            assertThat(refused.getCause())
                    .isInstanceOf(LineFault.class)
                    .hasMessageContaining("route azure")
                    .hasMessageContaining("'foreign'");
            return;
        }
        throw new AssertionError(step.getName() + " did something for a foreign step");
    }

    @SuppressWarnings("NullAway") // nothing is done
    private static Context<AzureObservation> context() {
        var reconciliation =
                new Reconciliation(
                        new ObjectKey("g", "K", "ns", "a"),
                        1,
                        Cause.EDITED,
                        Map.of(),
                        "uid",
                        Instant.EPOCH);
        return new Context<>(
                new Declaration("azure", Optional.empty(), "X", StatusForm.NONE),
                reconciliation,
                new Observed<>(null, Set.of()));
    }

    /** Each step has a line of its name in one of the routes. */
    @Test
    void eachStepHasItsLine() {
        assertThat(
                        Stream.of(true, false)
                                .flatMap(deleting -> AzureCapability.LINES.of(deleting).stream())
                                .filter(each -> !each.address().startsWith("dragoman-point:"))
                                .map(Line::step)
                                .filter(each -> !each.equals("release") && !each.equals("claim"))
                                .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(AzureStep.class.getPermittedSubclasses())
                                .map(Class::getSimpleName)
                                .map(
                                        each ->
                                                each.replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                                                        .toLowerCase(Locale.ROOT))
                                .filter(
                                        each ->
                                                !Set.of("finish", "release", "claim")
                                                        .contains(each))
                                .toList());
    }
}
