package dev.dragoman.tier;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A class that judges what another one has left, and so runs whenever that one does. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SameThird {
    /** The other one. */
    Class<?> value();
}
