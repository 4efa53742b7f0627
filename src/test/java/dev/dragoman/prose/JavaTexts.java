package dev.dragoman.prose;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * The texts in Java sources, as javac reads them: literals, and what {@code +} makes of them. An
 * operand that is no literal counts as one word.
 */
final class JavaTexts extends TreeScanner<Void, Void> {
    /**
     * One of them.
     *
     * @param line where it begins, counted from 1
     */
    record Text(String file, long line, String text) {}

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Text> found = new ArrayList<>();

    private JavaTexts(CompilationUnitTree unit, SourcePositions positions) {
        this.unit = unit;
        this.positions = positions;
    }

    /**
     * All of these sources, in their order.
     *
     * @throws IOException if one cannot be read
     */
    static List<Text> of(List<Path> sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources));
            var positions = Trees.instance(task).getSourcePositions();
            var all = new ArrayList<Text>();
            for (var unit : task.parse()) {
                var scanner = new JavaTexts(unit, positions);
                scanner.scan(unit, null);
                all.addAll(scanner.found);
            }
            return all;
        }
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void none) {
        if (tree.getKind() != Tree.Kind.PLUS) {
            return super.visitBinary(tree, null);
        }
        var text = new StringBuilder();
        if (append(tree, text)) {
            add(tree, text.toString());
        }
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void none) {
        if (tree.getValue() instanceof String text) {
            add(tree, text);
        }
        return null;
    }

    /** Whether a literal is in it; scans the operands that are none. */
    private boolean append(Tree tree, StringBuilder text) {
        return switch (tree) {
            case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS -> {
                boolean left = append(sum.getLeftOperand(), text);
                yield append(sum.getRightOperand(), text) || left;
            }
            case LiteralTree literal when literal.getValue() instanceof String part -> {
                text.append(part);
                yield true;
            }
            case ParenthesizedTree inner -> append(inner.getExpression(), text);
            case MethodInvocationTree call
                    when call.getMethodSelect() instanceof MemberSelectTree method
                            && method.getIdentifier().contentEquals("formatted") -> {
                scan(call.getArguments(), null);
                yield append(method.getExpression(), text);
            }
            default -> {
                text.append('x');
                scan(tree, null);
                yield false;
            }
        };
    }

    private void add(Tree tree, String text) {
        var file = Path.of(unit.getSourceFile().getName()).toString();
        long at = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        found.add(new Text(file, at, text));
    }
}
