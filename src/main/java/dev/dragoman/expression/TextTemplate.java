package dev.dragoman.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A text with expressions in it: <code>${object.metadata.name}-${each}</code>. <code>$${</code>
 * stands for the text <code>${</code>. Immutable.
 */
public final class TextTemplate {
    private static final Pattern OPEN = Pattern.compile("\\$?\\$\\{");

    private static final String MARK = "(\"{3}|'{3}|[\"'])";

    private static final String NO_END =
            "the expression has no end; write } after it, or write $${ for the text ${";

    /** What may have braces that do not count, or is a word or a brace. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "(?s)//[^\n]*+|[bB]?[rR]%s(?:(?!\\1).)*+(?:\\1|\\z)|%s(?:(?!\\2)(?:\\\\.|.))*+(?:\\2|\\z)|\\w++|[{}]"
                            .formatted(MARK, MARK));

    /** The result of parsing a text. */
    public sealed interface Parsed {
        /** The text may be evaluated. */
        record Right(TextTemplate template) implements Parsed {}

        /** The text is wrong; the message says where in the text, why, and what to do. */
        record Wrong(String message) implements Parsed {}
    }

    private record Part(String before, Expression expression, Place start) {}

    private final List<Part> parts;
    private final String end;

    private TextTemplate(List<Part> parts, String end) {
        this.parts = List.copyOf(parts);
        this.end = end;
    }

    /** Checks a text, and each expression in it. Neither may be null. */
    public static Parsed parse(String text, Scope scope) {
        var parts = new ArrayList<Part>();
        var before = new StringBuilder();
        var place = Place.START;
        int at = 0;
        for (var open = OPEN.matcher(text); open.find(at); ) {
            before.append(text, at, open.start());
            place = place.after(text.substring(at, open.start()));
            var start = place.after(open.group());
            at = open.end();
            if (open.group().startsWith("$$")) {
                before.append("${");
                place = start;
                continue;
            }
            int end = end(text, at);
            if (end < 0) {
                return new Parsed.Wrong(place + NO_END);
            }
            var code = text.substring(at, end);
            switch (Expression.check(code, scope, start)) {
                case Checked.Wrong(var message) -> {
                    return new Parsed.Wrong(message);
                }
                case Checked.Right(var expression) ->
                        parts.add(new Part(before.toString(), expression, start));
            }
            before.setLength(0);
            place = start.after(code + "}");
            at = end + 1;
        }
        before.append(text, at, text.length());
        return new Parsed.Right(new TextTemplate(parts, before.toString()));
    }

    /** Index of the brace that ends an expression; negative if there is none. */
    private static int end(String text, int from) {
        int depth = 1;
        for (var token = TOKEN.matcher(text).region(from, text.length()); token.find(); ) {
            depth += token.group().equals("{") ? 1 : token.group().equals("}") ? -1 : 0;
            if (depth == 0) {
                return token.start();
            }
        }
        return -1;
    }

    /** Whether the text has no expressions. */
    public boolean isLiteral() {
        return parts.isEmpty();
    }

    /** The text without its expressions, and without escapes. */
    public String literal() {
        return String.join("", parts.stream().map(Part::before).toList()) + end;
    }

    /** Whether the text is one expression and nothing else, so that its value keeps its type. */
    public boolean isSingle() {
        return parts.size() == 1 && literal().isEmpty();
    }

    /** What the expressions read of their variables; positions are those in the text. */
    public List<Reference> references() {
        return parts.stream().flatMap(each -> each.expression().references().stream()).toList();
    }

    /** The type of the value, as far as it is known before the evaluation. */
    public Expression.Result result() {
        return isSingle() ? parts.getFirst().expression().result() : Expression.Result.TEXT;
    }

    /**
     * Evaluates the expressions, and joins what they give with the text between them.
     *
     * @param variables as for {@link Expression#evaluate}
     * @param budget the budget of the object; the text counts as a result too
     * @return the value of a single expression, or a text, or why there is none
     */
    public Value evaluate(Map<String, ?> variables, Budget budget) {
        var out = new StringBuilder();
        for (var part : parts) {
            var value = part.expression().evaluate(variables, budget);
            if (value instanceof Value.Failed || isSingle()) {
                return value;
            }
            var json = ((Value.Result) value).json();
            if (json == null || json instanceof List || json instanceof Map) {
                var type = json == null ? "null" : json instanceof List ? "a list" : "a map";
                return new Value.Failed(
                        part.start()
                                + "the expression gives %s; a part of a text must be a text, number or truth value, so convert it"
                                        .formatted(type));
            }
            out.append(part.before());
            out.append(json instanceof Double number ? Numbers.shortest(number) : json);
        }
        return budget.keep(literal().length())
                ? new Value.Result(out.append(end).toString())
                : new Value.Failed(Place.START + Budget.SPENT);
    }
}
