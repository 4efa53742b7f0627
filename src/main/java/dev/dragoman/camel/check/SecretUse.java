package dev.dragoman.camel.check;

import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.https.SecretReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Checks the placeholders for values of Secrets in a file: they must have the form {@code
 * {{secret:NAME/KEY}}}, and the value must exist.
 */
final class SecretUse {
    private static final String FUNCTIONS =
            "(?<function>"
                    + OverlaySecrets.FUNCTION
                    + "|"
                    + String.join("|", OverlaySecrets.UNAVAILABLE)
                    + ")";

    /** Finds the functions, in a placeholder or in the language simple. */
    private static final Pattern USE =
            Pattern.compile(
                    "(?<begin>\\{\\{|\\$(?:simple)?\\{properties(?:Exist)?:)(?<optional>[\\s?!]*)"
                            + FUNCTIONS
                            + "\\s*:(?<rest>[^}]*)");

    private SecretUse() {}

    /**
     * Checks the placeholders in a part of the file. Also reads the values, which Camel needs to
     * build the routes.
     */
    static List<Diagnostic> check(YamlFile file, Node from, OverlaySecrets secrets) {
        var problems = new ArrayList<Diagnostic>();
        walk(file, from, secrets, problems);
        return problems;
    }

    private static void walk(
            YamlFile file, Node node, OverlaySecrets secrets, List<Diagnostic> problems) {
        switch (node) {
            case SequenceNode list ->
                    list.getValue().forEach(item -> walk(file, item, secrets, problems));
            case MappingNode map ->
                    map.getValue()
                            .forEach(entry -> walk(file, entry.getValueNode(), secrets, problems));
            case ScalarNode scalar -> scalar(file, scalar, secrets, problems);
            default -> {}
        }
    }

    private static void scalar(
            YamlFile file, ScalarNode scalar, OverlaySecrets secrets, List<Diagnostic> problems) {
        var use = USE.matcher(scalar.getValue());
        while (use.find()) {
            int line = file.line(scalar, use.start());
            var named =
                    OverlaySecrets.FUNCTION.equals(use.group("function"))
                                    && use.group("optional").isEmpty()
                                    && "{{".equals(use.group("begin"))
                            ? SecretReference.of(use.group("rest"))
                            : Optional.<SecretReference>empty();
            if (named.isEmpty()) {
                problems.add(
                        file.problem(
                                line,
                                "'%s%s:' cannot be used here: for a value of a Secret, write {{secret:NAME/KEY}}, without a default; no other function reads Secrets or ConfigMaps"
                                        .formatted(use.group("begin"), use.group("function"))));
            } else {
                secrets.admit(named.get())
                        .ifPresent(
                                missing ->
                                        problems.add(
                                                file.problem(line, named.get() + ": " + missing)));
            }
        }
    }

    /** Whether the whole address is a placeholder for a value of a Secret. */
    static boolean isWhole(EndpointAddress address) {
        return whole(address).isPresent();
    }

    /** The reference to a value of a Secret, if it is the whole address; otherwise empty. */
    static Optional<SecretReference> whole(EndpointAddress address) {
        var uri = address.uri().strip();
        var begin = "{{" + OverlaySecrets.FUNCTION + ":";
        return uri.startsWith(begin) && uri.endsWith("}}")
                ? SecretReference.of(uri.substring(begin.length(), uri.length() - 2))
                : Optional.empty();
    }
}
