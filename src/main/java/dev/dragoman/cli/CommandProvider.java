package dev.dragoman.cli;

import java.util.List;

/**
 * Adds commands to {@code dragoman}. Found by {@link java.util.ServiceLoader}, so that the sandbox
 * jar, which the operator's image does not contain, can add {@code demo} and {@code sandbox}.
 */
public interface CommandProvider {
    /** Objects annotated with picocli's {@code @Command}. */
    List<Object> commands();
}
