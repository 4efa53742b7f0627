package dev.dragoman.namespaces.template;

import java.util.List;

/** A template cannot be used; each problem is a text with file, line and reason. */
public final class TemplateBroken extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    TemplateBroken(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** The problems, in the order of the file. */
    public List<String> problems() {
        return problems;
    }
}
