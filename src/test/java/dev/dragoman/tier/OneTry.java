package dev.dragoman.tier;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Tests of this class are not tried again where they failed: a fault or an attack that shows once
 * in two tries has shown, and so has what counts what others did. Other integration tests have a
 * second try, which the build tells of.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(OneTry.Refusal.class)
public @interface OneTry {
    /** Fails a test at once that has failed before in this JVM, and so a class. */
    final class Refusal
            implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, TestWatcher {
        private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

        @Override
        public void beforeAll(ExtensionContext context) {
            refuse(context);
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            refuse(context);
        }

        private static void refuse(ExtensionContext context) {
            if (FAILED.contains(context.getUniqueId())) {
                throw new AssertionError(
                        "it failed at the first try, and has no second one: see the report of that");
            }
        }

        @Override
        public void testFailed(ExtensionContext context, Throwable cause) {
            FAILED.add(context.getUniqueId());
        }

        /** What failed is then what the class does for all of its tests, not one of them. */
        @Override
        public void afterAll(ExtensionContext context) {
            if (context.getExecutionException().isPresent()) {
                FAILED.add(context.getUniqueId());
            }
        }
    }
}
