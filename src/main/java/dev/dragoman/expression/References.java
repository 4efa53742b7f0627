package dev.dragoman.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what an expression reads of its variables. */
final class References {
    /** What the functions that read by a key are in the parsed form, and how they are written. */
    private static final Map<String, String> BY_KEY =
            Map.of("_[_]", "['%s']", "_?._", ".?%s", "_[?_]", "[?'%s']");

    /** How a part reads a field or an item; the key is empty if it is no literal text. */
    record Step(CelExpr operand, String form, Optional<String> key, boolean tested) {}

    private References() {}

    /**
     * The references, shorter paths first, so that a wrong parent is reported before its fields.
     */
    static List<Reference> in(CelAbstractSyntaxTree tree, Scope scope, Place start) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(each -> each.getKind() == Kind.IDENT)
                .filter(each -> scope.variables().contains(each.expr().ident().name()))
                .filter(each -> !isOfComprehension(each.expr().ident().name(), each))
                .flatMap(each -> of(tree, each, scope, start))
                .distinct()
                .sorted(Comparator.comparingInt(each -> each.fields().size()))
                .toList();
    }

    /** Whether the name is, at this part, the variable of a comprehension around it. */
    private static boolean isOfComprehension(String name, CelNavigableExpr part) {
        var outer = part.parent();
        if (outer.isEmpty()) {
            return false;
        }
        if (outer.get().getKind() == Kind.COMPREHENSION) {
            var loop = outer.get().expr().comprehension();
            boolean inside =
                    part.id() != loop.iterRange().id() && part.id() != loop.accuInit().id();
            if (inside && List.of(loop.iterVar(), loop.iterVar2(), loop.accuVar()).contains(name)) {
                return true;
            }
        }
        return isOfComprehension(name, outer.get());
    }

    /** Reads of a variable's fields; of the variable alone, if no field of it is named. */
    private static Stream<Reference> of(
            CelAbstractSyntaxTree tree, CelNavigableExpr variable, Scope scope, Place start) {
        var name = variable.expr().ident().name();
        var out = new ArrayList<Reference>();
        var fields = new ArrayList<String>();
        boolean tested = false;
        for (var at = Optional.of(variable); at.isPresent(); at = at.flatMap(References::outer)) {
            var part = at.get().expr();
            var step = step(part);
            if (step.isPresent()) {
                // maps of texts have no escapes, and what is in brackets is not escaped
                boolean exact = scope.texts().contains(name) || step.get().form().startsWith("[");
                var key = step.get().key().orElseThrow();
                fields.add(exact ? key : ReadFields.plain(key));
                tested |= step.get().tested();
            }
            var path = List.copyOf(fields);
            var place = start.of(tree, part.id());
            out.add(new Reference(name, path, written(part), place.line(), place.column(), tested));
        }
        return out.stream().skip(out.size() > 1 ? 1 : 0);
    }

    /** The part that reads a field of this part by its name. */
    private static Optional<CelNavigableExpr> outer(CelNavigableExpr part) {
        var outer = part.parent();
        var step = outer.flatMap(each -> step(each.expr())).filter(each -> each.key().isPresent());
        return outer.filter(_ -> step.isPresent() && step.get().operand().id() == part.id());
    }

    /** The step of a part; empty if it reads neither a field nor an item. */
    static Optional<Step> step(CelExpr part) {
        if (part.getKind() == Kind.SELECT) {
            var field = part.select();
            return Optional.of(
                    new Step(field.operand(), ".%s", Optional.of(field.field()), field.testOnly()));
        }
        if (part.getKind() != Kind.CALL || !BY_KEY.containsKey(part.call().function())) {
            return Optional.empty();
        }
        var call = part.call();
        var key =
                Optional.of(call.args().getLast())
                        .filter(each -> each.getKind() == Kind.CONSTANT)
                        .map(CelExpr::constant)
                        .filter(each -> each.getKind() == CelConstant.Kind.STRING_VALUE)
                        .map(CelConstant::stringValue);
        var form = BY_KEY.get(call.function());
        return Optional.of(new Step(call.args().getFirst(), form, key, form.contains("?")));
    }

    /** The variable at the beginning of a path. */
    static Optional<String> variable(CelExpr part) {
        return part.getKind() == Kind.IDENT
                ? Optional.of(part.ident().name())
                : step(part).map(Step::operand).flatMap(References::variable);
    }

    /** A path as it is written; parts of the path that are no names are shown as (…). */
    static String written(CelExpr part) {
        if (part.getKind() == Kind.IDENT) {
            return part.ident().name();
        }
        var step = step(part);
        return step.isEmpty()
                ? "(…)"
                : written(step.get().operand())
                        + step.get().key().map(step.get().form()::formatted).orElse("[(…)]");
    }
}
