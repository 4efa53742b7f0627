package dev.dragoman.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test that counts in an audit log by itself, not by {@link OperatorCluster#requests}, and so
 * says why what it counts is its own. TestArchitectureTest fails without it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OwnCounts {
    /** What no other test has, such as an API server or a group of kinds. */
    String by();
}
