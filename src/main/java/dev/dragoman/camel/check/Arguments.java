package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.List;

/** Finds the arguments in a call of a bean's method, such as {@code tag(a, 'b, c')}. Pure. */
final class Arguments {
    private Arguments() {}

    /** The arguments as written. Commas within quotes, brackets and braces do not separate them. */
    static List<String> of(String method) {
        int open = method.indexOf('(');
        int close = method.lastIndexOf(')');
        if (open < 0 || close < open || method.substring(open + 1, close).isBlank()) {
            return List.of();
        }
        var found = new ArrayList<String>();
        int begin = open + 1;
        int depth = 0;
        boolean quoted = false;
        for (int i = begin; i < close; i++) {
            char each = method.charAt(i);
            if (each == '\'') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += "([{".indexOf(each) >= 0 ? 1 : ")]}".indexOf(each) >= 0 ? -1 : 0;
                if (each == ',' && depth == 0) {
                    found.add(method.substring(begin, i).strip());
                    begin = i + 1;
                }
            }
        }
        found.add(method.substring(begin, close).strip());
        return found;
    }
}
