package dev.dragoman.namespaces.decision;

import dev.dragoman.kube.object.Names;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which names of ConfigMaps are requests, and which of those may become namespaces.
 *
 * @param ignored names of ConfigMaps that are no requests
 * @param valid patterns, at least one of which must be found in a name; a pattern matches the whole
 *     name only if it has anchors
 * @param reserved patterns, none of which may be found in a name
 */
public record NameRules(Set<String> ignored, List<Pattern> valid, List<Pattern> reserved) {
    public NameRules {
        ignored = Set.copyOf(ignored);
        valid = List.copyOf(valid);
        reserved = List.copyOf(reserved);
    }

    /** How a name is judged. */
    public sealed interface Verdict {
        /** The name may become a namespace. */
        record Accepted() implements Verdict {}

        /** The ConfigMap is no request. */
        record Ignored() implements Verdict {}

        /** The request is not granted. */
        record Refused(String reason, String message) implements Verdict {}
    }

    /** Judges the name of a ConfigMap. */
    public Verdict judge(String name) {
        if (ignored.contains(name)) {
            return new Verdict.Ignored();
        }
        if (!Names.isLabel(name)) {
            return new Verdict.Refused(
                    "InvalidName",
                    "'%s' cannot be the name of a namespace. A name has at most 63 characters of a-z, 0-9 and '-', with a letter or digit at both ends. Create a ConfigMap of another name"
                            .formatted(name));
        }
        if (reserved.stream().anyMatch(each -> each.matcher(name).find())) {
            return new Verdict.Refused(
                    "ReservedName",
                    "'%s' is reserved for the system. Create a ConfigMap of another name"
                            .formatted(name));
        }
        if (valid.stream().noneMatch(each -> each.matcher(name).find())) {
            return new Verdict.Refused(
                    "NoRuleMatches",
                    "'%s' matches none of the rules %s. Create a ConfigMap of another name, or ask for a rule"
                            .formatted(
                                    name,
                                    String.join(
                                            " ", valid.stream().map(Pattern::pattern).toList())));
        }
        return new Verdict.Accepted();
    }
}
