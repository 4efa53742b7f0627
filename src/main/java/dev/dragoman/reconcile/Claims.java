package dev.dragoman.reconcile;

import java.util.List;

/** Two reconcilers of one object would fight, so a claim that overlaps another is refused. */
final class Claims {
    private Claims() {}

    /**
     * @throws IllegalStateException naming both
     */
    static void refuseOverlap(Subscription.Request wanted, List<Subscription.Request> present) {
        for (var other : present) {
            if (other.name().equals(wanted.name())) {
                throw new IllegalStateException(
                        "subscription %s exists already".formatted(wanted.name()));
            }
            if (!sameNamespace(wanted, other)) {
                continue;
            }
            for (var mine : wanted.kinds()) {
                for (var theirs : other.kinds()) {
                    if (overlap(mine, theirs)) {
                        throw new IllegalStateException(
                                "subscription %s claims %s, which overlaps %s of subscription %s"
                                        .formatted(
                                                wanted.name(),
                                                text(mine),
                                                text(theirs),
                                                other.name()));
                    }
                }
            }
        }
    }

    static boolean overlap(KindSelector one, KindSelector other) {
        return groups(one.group(), other.group()) && overlap(one.kind(), other.kind());
    }

    private static boolean sameNamespace(Subscription.Request one, Subscription.Request other) {
        return one.namespace().isEmpty()
                || other.namespace().isEmpty()
                || one.namespace().equals(other.namespace());
    }

    /** No pattern matches the core group, it has to be named. */
    private static boolean groups(String one, String other) {
        return (one.isEmpty() || other.isEmpty()) ? one.equals(other) : overlap(one, other);
    }

    /** Whether some text may match both: exact texts, prefixes and suffixes. */
    private static boolean overlap(String one, String other) {
        if (!one.contains("*")) {
            return matches(other, one);
        }
        if (!other.contains("*")) {
            return matches(one, other);
        }
        boolean suffixes = one.startsWith("*") && other.startsWith("*");
        boolean prefixes = one.endsWith("*") && other.endsWith("*");
        if (suffixes) {
            var a = one.substring(1);
            var b = other.substring(1);
            return a.endsWith(b) || b.endsWith(a);
        }
        if (prefixes) {
            var a = one.substring(0, one.length() - 1);
            var b = other.substring(0, other.length() - 1);
            return a.startsWith(b) || b.startsWith(a);
        }
        return true;
    }

    private static boolean matches(String pattern, String text) {
        return new KindSelector(pattern, "*").matches(text, "x") || pattern.equals(text);
    }

    private static String text(KindSelector selector) {
        return (selector.group().isEmpty() ? "core" : selector.group()) + "/" + selector.kind();
    }
}
