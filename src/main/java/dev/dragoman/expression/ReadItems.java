package dev.dragoman.expression;

import java.util.AbstractList;
import java.util.List;

/** A list in a variable. Immutable. */
final class ReadItems extends AbstractList<Object> implements Read {
    private final List<Object> items;
    private final int weight;

    ReadItems(List<?> json) {
        this.items = json.stream().map(Variable::value).toList();
        this.weight = 1 + items.stream().mapToInt(Read::weight).sum();
    }

    @Override
    public Object get(int index) {
        return items.get(index);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public int weight() {
        return weight;
    }
}
