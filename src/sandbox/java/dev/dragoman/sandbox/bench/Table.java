package dev.dragoman.sandbox.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Results as aligned text. */
final class Table {
    private static final List<String> HEAD =
            List.of("", "median", "p99", "baseline", "ratio", "goal", "");

    private Table() {}

    /** A header line, and a line for each result. */
    static String of(List<Result> results) {
        var rows = new ArrayList<List<String>>();
        rows.add(HEAD);
        results.forEach(each -> rows.add(row(each)));
        var widths =
                IntStream.range(0, HEAD.size())
                        .map(column -> rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0))
                        .toArray();
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static List<String> row(Result result) {
        return List.of(
                result.name(),
                number(result.figure()) + (result.unit().isEmpty() ? "" : " " + result.unit()),
                result.p99().map(Table::number).orElse("-"),
                number(result.baseline().figure()),
                result.ratio().map(Table::number).orElse("-"),
                result.goal().map(goal -> "<= " + number(goal)).orElse("-"),
                result.met().map(met -> met ? "met" : "MISSED").orElse(""));
    }

    /**
     * A line with the first and the last column aligned to the left and all other columns to the
     * right.
     */
    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            var blanks = " ".repeat(widths[i] - row.get(i).length());
            boolean left = i == 0 || i == row.size() - 1;
            line.append(i == 0 ? "" : "  ")
                    .append(left ? row.get(i) + blanks : blanks + row.get(i));
        }
        return line.toString().stripTrailing();
    }

    /** The number with about three significant digits. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 100) {
            return Long.toString((long) value);
        }
        var digits = Math.abs(value) >= 100 ? "%.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, digits, value);
    }
}
