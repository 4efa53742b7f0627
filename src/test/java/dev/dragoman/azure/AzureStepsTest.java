package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
        var context = context();
        var nothing = new AzureSteps(null, null, null, null, null, null);
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
        return new Context<>("azure", reconciliation, new Observed<>(null, Set.of()));
    }

    @SuppressWarnings("NullAway") // what they hold is not looked at
    private static Map<Step, String> requests() {
        return Map.of(
                new Step.Get(), "get",
                new Step.LookUp("/p", "v", ""), "get",
                new Step.Poll(null), "get",
                new Step.Await(null, "u"), "get",
                new Step.Put(Map.of(), Optional.empty(), Optional.empty()), "put",
                new Step.Post("/p", "v", Optional.empty()), "post",
                new Step.Register("P", "/p", "v", Optional.empty()), "post",
                new Step.Call(null, Optional.empty()), "post",
                new Step.Delete(Map.of(), Map.of(), Optional.empty()), "delete");
    }

    /**
     * Each step is a request, which {@code azure-arm} sends, or has a bean's method of its name.
     */
    @Test
    void eachStepHasItsPlace() {
        var places = new ArrayList<String>();
        requests().keySet().forEach(each -> places.add(each.getClass().getSimpleName()));
        steps().forEach(
                        each ->
                                places.add(
                                        Character.toUpperCase(each.getName().charAt(0))
                                                + each.getName().substring(1)));
        assertThat(places)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Step.class.getPermittedSubclasses())
                                .filter(each -> each != Step.Finish.class)
                                .map(Class::getSimpleName)
                                .toList());
    }

    @Test
    @SuppressWarnings("NullAway") // nothing is sent
    void aRequestIsSentByItsOwnMethodAlone() {
        var nothing = new ArmRequests(null, null);
        requests()
                .forEach(
                        (step, method) -> {
                            var other = method.equals("get") ? "put" : "get";
                            assertThatThrownBy(
                                            () ->
                                                    nothing.send(
                                                            new StepCall<>(context(), step), other))
                                    .isInstanceOf(BranchMissing.class)
                                    .hasMessage(
                                            "the branch of step '%s' of route azure has azure-arm:%s and needs azure-arm:%s"
                                                    .formatted(step.name(), other, method));
                        });
        assertThatThrownBy(
                        () ->
                                nothing.send(
                                        new StepCall<>(context(), new Step.Release(false)),
                                        "delete"))
                .hasMessageEndingWith("needs bean:azureSteps");
    }
}
