package dev.dragoman.camel.check;

import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.camel.https.SecretReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Checks the placeholders for hidden values in a file: they must have the form {@code
 * {{secret:NAME/KEY}}} or {@code {{azure:NAME}}}, and the value must exist.
 */
final class SecretUse {
    private static final String FUNCTIONS =
            "(?<function>"
                    + String.join("|", SecretReference.FUNCTIONS)
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
        YamlFile.texts(from).forEach(text -> scalar(file, text, secrets, problems));
        return problems;
    }

    private static void scalar(
            YamlFile file, ScalarNode scalar, OverlaySecrets secrets, List<Diagnostic> problems) {
        var use = USE.matcher(scalar.getValue());
        while (use.find()) {
            int line = file.line(scalar, use.start());
            var named =
                    SecretReference.FUNCTIONS.contains(use.group("function"))
                                    && use.group("optional").isEmpty()
                                    && "{{".equals(use.group("begin"))
                            ? SecretReference.of(use.group("function"), use.group("rest"))
                            : Optional.<SecretReference>empty();
            if (named.isEmpty()) {
                var begun = use.group("begin") + use.group("function");
                var all = SecretReference.FUNCTIONS.stream().map(SecretReference::written);
                var reason =
                        "'%s:' cannot be used here: for a hidden value, write %s, without a default; no other function reads Secrets, ConfigMaps or Key Vaults";
                var forms = all.collect(Collectors.joining(", "));
                problems.add(file.problem(line, reason, begun, forms));
            } else {
                secrets.admit(named.get())
                        .map(missing -> file.problem(line, named.get() + ": " + missing))
                        .ifPresent(problems::add);
            }
        }
    }

    /** Whether the whole address is a placeholder for a hidden value. */
    static boolean isWhole(EndpointAddress address) {
        return whole(address).isPresent();
    }

    /** The reference to a hidden value, if it is the whole address; otherwise empty. */
    static Optional<SecretReference> whole(EndpointAddress address) {
        var uri = address.uri().strip();
        return SecretReference.FUNCTIONS.stream()
                .filter(each -> uri.startsWith("{{" + each + ":") && uri.endsWith("}}"))
                .findFirst()
                .flatMap(
                        each ->
                                SecretReference.of(
                                        each, uri.substring(each.length() + 3, uri.length() - 2)));
    }
}
