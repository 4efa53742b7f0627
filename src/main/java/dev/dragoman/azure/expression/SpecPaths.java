package dev.dragoman.azure.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds which fields of the spec an expression reads. */
final class SpecPaths {
    private SpecPaths() {}

    /** The fields, shorter paths first, so that a wrong parent is reported before its fields. */
    static List<SpecPath> in(CelAbstractSyntaxTree tree) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == Kind.SELECT)
                .map(CelNavigableExpr::expr)
                .filter(node -> !node.select().testOnly())
                .flatMap(node -> path(tree, node).stream())
                .distinct()
                .sorted(Comparator.comparingInt(each -> each.fields().size()))
                .toList();
    }

    private static Optional<SpecPath> path(CelAbstractSyntaxTree tree, CelExpr selected) {
        var names = new ArrayList<String>();
        var at = selected;
        while (at.getKind() == Kind.SELECT) {
            names.addFirst(at.select().field());
            at = at.select().operand();
        }
        if (at.getKind() != Kind.IDENT
                || !Language.SELF.equals(at.ident().name())
                || names.size() < 2
                || !names.getFirst().equals("spec")) {
            return Optional.empty();
        }
        var fields = names.subList(1, names.size()).stream().map(SelfFields::plain).toList();
        return Optional.of(
                new SpecPath(
                        fields,
                        "self." + String.join(".", names),
                        ExpressionFailures.position(
                                tree, tree.getSource().getPositionsMap().get(selected.id()))));
    }
}
