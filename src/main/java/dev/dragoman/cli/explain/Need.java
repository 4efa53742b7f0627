package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Locale;

/**
 * Another object that an object needs.
 *
 * @param optional whether it may be missing: then something else takes its place, such as the
 *     operator's own credential
 */
record Need(Relation relation, ObjectKey key, boolean optional) {
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
