package dev.dragoman.azure.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds which keys of the variable {@code secret} an expression reads. */
final class SecretReferences {
    /** Functions that {@code a[b]}, {@code a.?b} and {@code a[?b]} become in the parsed form. */
    private static final Set<String> BY_KEY = Set.of("_[_]", "_?._", "_[?_]");

    private SecretReferences() {}

    static UsedSecrets in(CelAbstractSyntaxTree tree) {
        var names = new TreeSet<String>();
        boolean all =
                CelNavigableAst.fromAst(tree)
                                .getRoot()
                                .allNodes()
                                .filter(SecretReferences::isSecret)
                                .map(SecretReferences::name)
                                .peek(name -> name.ifPresent(names::add))
                                .filter(Optional::isEmpty)
                                .count()
                        > 0;
        return new UsedSecrets(all, Set.copyOf(names));
    }

    private static boolean isSecret(CelNavigableExpr node) {
        return node.getKind() == Kind.IDENT && Language.SECRET.equals(node.expr().ident().name());
    }

    /** The key that is read; empty where it is no literal. */
    private static Optional<String> name(CelNavigableExpr secret) {
        return secret.parent().flatMap(parent -> name(secret.expr(), parent.expr()));
    }

    private static Optional<String> name(CelExpr secret, CelExpr around) {
        if (around.getKind() == Kind.SELECT) {
            return Optional.of(around.select().field());
        }
        if (around.getKind() == Kind.CALL && BY_KEY.contains(around.call().function())) {
            var arguments = around.call().args();
            return arguments.size() == 2 && arguments.getFirst().id() == secret.id()
                    ? text(arguments.getLast())
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static Optional<String> text(CelExpr key) {
        return key.getKind() == Kind.CONSTANT
                        && key.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? Optional.of(key.constant().stringValue())
                : Optional.empty();
    }
}
