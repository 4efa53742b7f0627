package dev.dragoman.camel.confine;

import java.util.concurrent.atomic.AtomicInteger;

/** A class that nobody's text may lead to: it tells when it is made or called. */
public final class Trap {
    /** How often it was. */
    public static final AtomicInteger SPRUNG = new AtomicInteger();

    public Trap() {
        SPRUNG.incrementAndGet();
    }

    /** What a text would call. */
    public static String spring() {
        SPRUNG.incrementAndGet();
        return "sprung";
    }
}
