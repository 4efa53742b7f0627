package dev.dragoman.composition.template;

import dev.dragoman.expression.Budget;
import dev.dragoman.expression.Expression;
import dev.dragoman.expression.Value;
import java.util.Map;
import java.util.Optional;

/**
 * What an object of the kind may not ask for. Immutable.
 *
 * @param file with the line, for messages
 * @param near whether its peers are those of the object's namespace alone
 * @param reason of the condition Ready where the rule is broken
 * @param message of that condition
 */
public record Rule(
        String file, int line, Expression rule, boolean near, String reason, String message) {
    /** Whether the rule reads other objects of the kind. */
    public boolean readsPeers() {
        return rule.references().stream().anyMatch(each -> each.variable().equals(Templates.PEERS));
    }

    /**
     * Why the object breaks the rule; empty when it does not.
     *
     * @throws Unrendered when the rule cannot be evaluated
     */
    public Optional<String> broken(Map<String, Object> variables, Budget budget) throws Unrendered {
        return switch (rule.evaluate(variables, budget)) {
            case Value.Result(Boolean right) -> right ? Optional.empty() : Optional.of(message);
            case Value.Result _ ->
                    throw new Unrendered(
                            line, "the rule gives neither true nor false", Optional.empty());
            case Value.Failed(var why, var missing) -> throw new Unrendered(line, why, missing);
        };
    }

    /** A problem of this rule, as one text. */
    public String at(Unrendered why) {
        return TemplateText.problem(file, line, why.getMessage().replaceFirst("^line 1, ", ""));
    }
}
