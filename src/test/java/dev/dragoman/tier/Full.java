package dev.dragoman.tier;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * All else that is to hold: pages and migrations, scenarios with an API server of their own, KEDA,
 * rotation under load, attacks that must succeed without a rule, planted bugs, judges from outside.
 * {@code mvn -Pfull verify} runs it.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("full")
public @interface Full {}
