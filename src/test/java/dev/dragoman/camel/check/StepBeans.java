package dev.dragoman.camel.check;

import dev.dragoman.Operator;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.confine.RouteBeans;
import java.util.HashMap;
import java.util.Map;

/** Beans of steps that do nothing, with the methods of those that the operator has. */
public final class StepBeans {
    private StepBeans() {}

    /** By name. */
    public static Map<String, Object> all() {
        var all = new HashMap<String, Object>();
        Operator.BEANS.forEach(
                (name, type) -> {
                    if (type != CapabilityProcessors.class
                            && type != FailureProcessors.class
                            && !RouteBeans.methods(type).isEmpty()) {
                        all.put(name, TrialContext.standIn(RouteBeans.methods(type), false));
                    }
                });
        return all;
    }
}
