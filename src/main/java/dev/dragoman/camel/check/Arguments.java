package dev.dragoman.camel.check;

/** Counts the arguments in a call of a bean's method, such as {@code tag(a, 'b, c')}. Pure. */
final class Arguments {
    private Arguments() {}

    /** Number of arguments. Commas within quotes, brackets and braces do not separate arguments. */
    static int count(String method) {
        int open = method.indexOf('(');
        int close = method.lastIndexOf(')');
        if (open < 0 || close < open || method.substring(open + 1, close).isBlank()) {
            return 0;
        }
        int count = 1;
        int depth = 0;
        boolean quoted = false;
        for (char each : method.substring(open + 1, close).toCharArray()) {
            if (each == '\'') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += "([{".indexOf(each) >= 0 ? 1 : ")]}".indexOf(each) >= 0 ? -1 : 0;
                count += each == ',' && depth == 0 ? 1 : 0;
            }
        }
        return count;
    }
}
