package dev.dragoman.tier;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * What looks at all that the tests before it have left, in a JVM of its own after them. Runs with
 * {@link Landing} and with {@link Full}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("witness")
public @interface Witness {}
