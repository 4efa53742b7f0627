package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;

/**
 * Another object that an object needs.
 *
 * @param optional whether it may be missing: then something else takes its place, such as the
 *     operator's own credential
 * @param owners uid and name, of which it must have one as its owner; empty where any object counts
 */
record Need(Relation relation, ObjectKey key, boolean optional, Set<String> owners) {
    /** Whether an object is the one that is needed: the status of a composition may name any. */
    boolean fits(Known one) {
        return owners.isEmpty() || !one.isThere() || !Collections.disjoint(owners, one.owners());
    }

    /** In which way the object needs it. */
    enum Relation {
        OWNER,
        REFERENCE,
        SECRET,
        CONFIG_MAP,
        CREDENTIAL,
        VAULT,
        CERTIFICATE,
        /** The Secret of the CA that signs. */
        AUTHORITY,
        SERVICE,
        CONFIGURATION,
        WORKLOAD,
        NAMESPACE,
        /** What a line of a composition makes. */
        LINE,
        /** The owner of an object that the operator does not reconcile. */
        MAKER;

        /** The word for it in the tree and in JSON. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
