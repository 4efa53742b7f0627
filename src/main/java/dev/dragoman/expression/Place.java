package dev.dragoman.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSourceLocation;
import java.util.Optional;

/** A position in a text: line and column, in characters and from 1. */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);

    /** The position after a text that begins here. */
    Place after(String text) {
        int lines = (int) text.chars().filter(each -> each == '\n').count();
        int last = text.codePointCount(text.lastIndexOf('\n') + 1, text.length());
        return new Place(line + lines, lines == 0 ? column + last : last + 1);
    }

    /** The position, in the whole text, of a position in an expression that begins here. */
    Place of(CelSourceLocation at) {
        return new Place(
                line + at.getLine() - 1, at.getColumn() + (at.getLine() == 1 ? column : 1));
    }

    /** The position of a part of an expression that begins here. */
    Place of(CelAbstractSyntaxTree tree, long part) {
        return Optional.ofNullable(tree.getSource().getPositionsMap().get(part))
                .flatMap(tree.getSource()::getOffsetLocation)
                .map(this::of)
                .orElse(this);
    }

    /** The beginning of a message. */
    @Override
    public String toString() {
        return "line %d, column %d: ".formatted(line, column);
    }
}
