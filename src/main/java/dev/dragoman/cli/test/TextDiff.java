package dev.dragoman.cli.test;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;

/** The difference of two texts, as {@code diff -u} shows it. */
final class TextDiff {
    private static final int CONTEXT = 3;

    private TextDiff() {}

    static String of(String expected, String real) {
        var before = expected.lines().toList();
        return String.join(
                "\n",
                UnifiedDiffUtils.generateUnifiedDiff(
                        "expected",
                        "real",
                        before,
                        DiffUtils.diff(before, real.lines().toList()),
                        CONTEXT));
    }
}
