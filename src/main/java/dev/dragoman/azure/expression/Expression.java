package dev.dragoman.azure.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.MapType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime.Program;
import dev.dragoman.reconcile.turn.CpuTurns;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    private record Key(String text, Scope scope) {}

    private final CelAbstractSyntaxTree tree;
    private final Program program;
    private final Form form;
    private final UsedSecrets secrets;
    private final List<SpecPath> fields;

    private Expression(
            CelAbstractSyntaxTree tree,
            Program program,
            Form form,
            UsedSecrets secrets,
            List<SpecPath> fields) {
        this.tree = tree;
        this.program = program;
        this.form = form;
        this.secrets = secrets;
        this.fields = fields;
    }

    /** Checks that a text is an expression, and that it gives a text or a map of texts. */
    public static Checked check(String text, Scope scope) {
        var key = new Key(text, scope);
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
            int length = CHECKED.keySet().stream().mapToInt(each -> each.text().length()).sum();
            for (var oldest = CHECKED.keySet().iterator(); length > KEPT; oldest.remove()) {
                length -= oldest.next().text().length();
            }
        }
        return checked;
    }

    private static Checked checked(Key key) {
        if (key.text().isBlank()) {
            return new Checked.Wrong("line 1, column 1: there is no expression; write one");
        }
        if (key.text().length() > Language.LONGEST) {
            return new Checked.Wrong(
                    "line 1, column 1: the expression has more than %d characters; make it shorter"
                            .formatted(Language.LONGEST));
        }
        try {
            var language = Language.of(key.scope());
            var parsed = language.parse(key.text()).getAst();
            if (CelNavigableAst.fromAst(parsed).getRoot().allNodes().count() > Language.PARTS) {
                return new Checked.Wrong(
                        "line 1, column 1: the expression has more than %d parts; make it shorter"
                                .formatted(Language.PARTS));
            }
            var tree = language.check(parsed).getAst();
            var form = form(tree.getResultType());
            if (form.isEmpty()) {
                return new Checked.Wrong(
                        "line 1, column 1: the expression gives %s; only string and map(string, string) can be written, so convert it, for example with string()"
                                .formatted(CelTypes.format(tree.getResultType())));
            }
            return new Checked.Right(
                    new Expression(
                            tree,
                            language.createProgram(tree),
                            form.get(),
                            SecretReferences.in(tree),
                            SpecPaths.in(tree)));
        } catch (CelValidationException wrong) {
            return new Checked.Wrong(ExpressionFailures.of(wrong.getErrors(), key.scope()));
        } catch (CelEvaluationException | RuntimeException | StackOverflowError unforeseen) {
            return new Checked.Wrong(
                    "line 1, column 1: the expression cannot be evaluated; make it simpler");
        }
    }

    private static Optional<Form> form(CelType type) {
        if (open(type)) {
            return Optional.of(Form.OPEN);
        }
        if (type.kind() == CelKind.STRING) {
            return Optional.of(Form.TEXT);
        }
        return type instanceof MapType map && text(map.keyType()) && text(map.valueType())
                ? Optional.of(Form.TEXTS)
                : Optional.empty();
    }

    private static boolean text(CelType type) {
        return type.kind() == CelKind.STRING || open(type);
    }

    private static boolean open(CelType type) {
        return switch (type.kind()) {
            case DYN, ANY, TYPE_PARAM -> true;
            default -> false;
        };
    }

    /** The form of the expression's result. */
    public Form form() {
        return form;
    }

    /** The fields of the spec that the expression reads, outer fields first. */
    public List<SpecPath> fields() {
        return fields;
    }

    /** Which keys of the variable {@code secret} the expression reads. */
    public UsedSecrets secrets() {
        return secrets;
    }

    /**
     * Evaluates the expression for an object.
     *
     * @param self the object
     * @param secret secret values by name; only those of {@link #secrets} are needed
     * @param budget the budget of the object
     */
    public Value evaluate(Self self, Map<String, String> secret, Budget budget) {
        var variables =
                Map.<String, Object>of(Language.SELF, self.fields(), Language.SECRET, secret);
        return TURNS.run(() -> evaluated(variables, new Meter(budget)));
    }

    private Value evaluated(Map<String, Object> variables, Meter meter) {
        try {
            var value =
                    ScopedValue.where(Meter.CURRENT, meter)
                            .call(() -> program.trace(variables, meter));
            return meter.exceeded() ? expensive() : meter.result(value(value));
        } catch (CelEvaluationException failure) {
            return meter.exceeded()
                    ? expensive()
                    : new Value.Failed(ExpressionFailures.of(failure, tree, meter.last()));
        } catch (StackOverflowError deep) {
            return expensive();
        } catch (RuntimeException unforeseen) {
            return meter.exceeded()
                    ? expensive()
                    : new Value.Failed(
                            "line 1, column 1: the expression cannot be evaluated; make it simpler");
        }
    }

    private static Value expensive() {
        return new Value.Failed("line 1, column 1: " + ExpressionFailures.COST);
    }

    private static Value value(Object result) {
        if (result instanceof String text) {
            return new Value.Text(text);
        }
        if (!(result instanceof Map<?, ?> map)) {
            return new Value.Failed(
                    "line 1, column 1: the expression gives neither string nor map(string, string); convert it, for example with string()");
        }
        var texts = new LinkedHashMap<String, String>();
        for (var entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)
                    || !(entry.getValue() instanceof String text)) {
                return new Value.Failed(
                        "line 1, column 1: the expression gives a map with a key or value that is no string; convert it, for example with string()");
            }
            texts.put(key, text);
        }
        return new Value.Texts(Collections.unmodifiableMap(texts));
    }
}
