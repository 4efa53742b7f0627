package dev.dragoman.tier;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Classes in the order of {@link Seconds}: what begins last is what all others wait for. */
public final class LongestFirst implements ClassOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors()
                .sort(
                        Comparator.comparingDouble(LongestFirst::seconds)
                                .reversed()
                                .thenComparing(each -> each.getTestClass().getName()));
    }

    private static double seconds(ClassDescriptor each) {
        return Seconds.of(each.getTestClass().getName());
    }
}
