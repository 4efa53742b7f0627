package dev.dragoman.cli.trial;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the checks say of a team's files.
 *
 * @param findings errors and warnings of routes, kamelets and steps
 * @param broken errors of templates and of other files that capabilities read
 */
public record CheckedFiles(List<Diagnostic> findings, List<String> broken) {
    /**
     * Checks the files.
     *
     * @throws IllegalArgumentException when a setting is wrong
     */
    public static CheckedFiles of(Map<String, String> settings, Overlays overlays) {
        var found = Operator.overlayCheck(settings, overlays).check(overlays);
        return new CheckedFiles(found, broken(settings, overlays));
    }

    /** Errors of files other than routes, kamelets and steps. */
    public static List<String> broken(Map<String, String> settings, Overlays overlays) {
        // the operator's settings decide what the file of a capability may contain
        var files = Operator.fileProblems(settings, overlays);
        return files.isEmpty() ? TemplateKinds.problems(overlays) : files;
    }

    /** All errors, as lines. */
    public List<String> errors() {
        var all = new ArrayList<String>();
        findings.stream().filter(each -> !each.warning()).forEach(each -> all.add(each.toString()));
        all.addAll(broken);
        return all;
    }

    /** All warnings, as lines. */
    public List<String> warnings() {
        return findings.stream().filter(Diagnostic::warning).map(Diagnostic::toString).toList();
    }
}
