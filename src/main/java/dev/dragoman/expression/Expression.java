package dev.dragoman.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.OptionalType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime.Program;
import dev.cel.runtime.CelUnknownSet;
import dev.dragoman.reconcile.turn.CpuTurns;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An expression that was checked. Immutable. */
public final class Expression {
    /**
     * Maximum number of characters of all checked expressions in the cache; most objects of a kind
     * have the same expressions.
     */
    private static final int KEPT = 64 * 1024;

    /** The expression that was used longest ago comes first. Guarded by itself. */
    private static final Map<Key, Checked> CHECKED = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Expressions of all objects run on these threads, so that those of a team take neither the
     * workers nor the memory that the others need.
     */
    private static final CpuTurns TURNS = new CpuTurns("expressions", 2);

    private static final String LONG = "the expression has more than %d %s; make it shorter";
    private static final String UNFORESEEN = "the expression cannot be evaluated; make it simpler";

    /** Types of which a value may be a text. */
    private static final Set<CelKind> TEXTS =
            EnumSet.of(CelKind.STRING, CelKind.DYN, CelKind.ANY, CelKind.TYPE_PARAM);

    private record Key(String text, Scope scope, Place start) {
        /** A variable takes about the memory of a character of an expression and of its tree. */
        int length() {
            return text.length() + scope.variables().size();
        }
    }

    /**
     * The type of an expression's result, as far as it is known before the evaluation. The keys and
     * values of TEXTS are texts, or may be; MAP is any other map. OPEN is known at the evaluation,
     * or an optional value. OTHER is null, or what JSON has not.
     */
    public enum Result {
        TEXT,
        TEXTS,
        BOOL,
        NUMBER,
        LIST,
        MAP,
        OPEN,
        OTHER
    }

    private final CelAbstractSyntaxTree tree;
    private final Program program;
    private final Key key;
    private final List<Reference> references;

    private Expression(CelAbstractSyntaxTree tree, Program program, Key key) {
        this.tree = tree;
        this.program = program;
        this.key = key;
        this.references = References.in(tree, key.scope(), key.start());
    }

    /** Checks that a text is an expression, whatever it gives. Neither may be null. */
    public static Checked check(String text, Scope scope) {
        return check(text, scope, Place.START);
    }

    /** The same for an expression that begins there in a text; messages tell positions in it. */
    static Checked check(String text, Scope scope, Place start) {
        var key = new Key(text, scope, start);
        synchronized (CHECKED) {
            var known = CHECKED.get(key);
            if (known != null) {
                return known;
            }
        }
        // outside of the lock: nobody waits for the check of another expression
        var checked = TURNS.run(() -> checked(key));
        synchronized (CHECKED) {
            CHECKED.put(key, checked);
            int length = CHECKED.keySet().stream().mapToInt(Key::length).sum();
            for (var oldest = CHECKED.keySet().iterator(); length > KEPT; oldest.remove()) {
                length -= oldest.next().length();
            }
        }
        return checked;
    }

    private static Checked checked(Key key) {
        if (key.text().isBlank()) {
            return wrong(key, "there is no expression; write one");
        }
        if (key.text().length() > Language.LONGEST) {
            return wrong(key, LONG.formatted(Language.LONGEST, "characters"));
        }
        try {
            var parsed = Language.CEL.parse(key.text()).getAst();
            if (CelNavigableAst.fromAst(parsed).getRoot().allNodes().count() > Language.PARTS) {
                return wrong(key, LONG.formatted(Language.PARTS, "parts"));
            }
            var tree = Language.checker(key.scope()).check(parsed).getAst();
            return new Checked.Right(new Expression(tree, Language.CEL.createProgram(tree), key));
        } catch (CelValidationException wrong) {
            return new Checked.Wrong(
                    ExpressionFailures.of(wrong.getErrors().getFirst(), key.scope(), key.start()));
        } catch (CelEvaluationException | RuntimeException | StackOverflowError unforeseen) {
            return wrong(key, UNFORESEEN);
        }
    }

    private static Checked wrong(Key key, String why) {
        return new Checked.Wrong(key.start() + why);
    }

    /** The static type of the expression's result. */
    public Result result() {
        var type = tree.getResultType();
        return switch (type.kind()) {
            case STRING -> Result.TEXT;
            case BOOL -> Result.BOOL;
            case INT, UINT, DOUBLE -> Result.NUMBER;
            case LIST -> Result.LIST;
            case MAP ->
                    type.parameters().stream().map(CelType::kind).allMatch(TEXTS::contains)
                            ? Result.TEXTS
                            : Result.MAP;
            case DYN, ANY, TYPE_PARAM -> Result.OPEN;
            default -> type instanceof OptionalType ? Result.OPEN : Result.OTHER;
        };
    }

    /** The same as the language writes it, for messages: {@code map(string, int)}. */
    public String type() {
        return CelTypes.format(tree.getResultType());
    }

    /** What the expression reads of its variables, outer fields first. */
    public List<Reference> references() {
        return references;
    }

    /** What the expression reads of one variable. */
    public List<Reference> references(String variable) {
        return references.stream().filter(each -> each.variable().equals(variable)).toList();
    }

    /**
     * Evaluates the expression for an object.
     *
     * @param variables values by name: a {@link Variable}, whose size is counted once, or JSON; a
     *     map of texts where the scope says so. Only those of {@link #references} are needed
     * @param budget the budget of the object
     * @return the result, or why there is none
     */
    public Value evaluate(Map<String, ?> variables, Budget budget) {
        var values = new HashMap<String, Object>();
        for (var each : variables.entrySet()) {
            boolean texts = key.scope().texts().contains(each.getKey());
            values.put(each.getKey(), texts ? each.getValue() : Variable.value(each.getValue()));
        }
        return TURNS.run(() -> evaluated(values, new Meter(budget)));
    }

    private Value evaluated(Map<String, Object> variables, Meter meter) {
        var failures = new ExpressionFailures(tree, key.scope(), key.start(), variables.keySet());
        var why = ExpressionFailures.COST;
        try {
            var value =
                    ScopedValue.where(Meter.CURRENT, meter)
                            .call(() -> program.trace(variables, meter));
            if (!meter.exceeded()) {
                return value instanceof CelUnknownSet unknown
                        ? failures.absent(unknown)
                        : new Value.Result(meter.json(value));
            }
        } catch (CelEvaluationException failure) {
            if (!meter.exceeded()) {
                return failures.of(failure, meter.last());
            }
        } catch (Refused refused) {
            why = refused.getMessage();
        } catch (StackOverflowError deep) {
            why = ExpressionFailures.COST;
        } catch (RuntimeException unforeseen) {
            why = UNFORESEEN;
        }
        return new Value.Failed(key.start() + (meter.exceeded() ? ExpressionFailures.COST : why));
    }
}
