package dev.dragoman.sandbox.azure;

import java.util.Locale;
import java.util.Set;

/**
 * Management locks. A lock prevents the deletion of its scope and of all resources below that
 * scope.
 */
final class Locks {
    private static final String TYPE = "Microsoft.Authorization/locks";
    private static final Set<String> LEVELS = Set.of("cannotdelete", "readonly");

    private final Resources resources;

    Locks(Resources resources) {
        this.resources = resources;
    }

    /**
     * Requires that no lock prevents a deletion: of the resource, above it or below it. A lock
     * itself can always be deleted.
     *
     * @throws ArmError when the resource is locked
     */
    void require(ArmId id) {
        if (TYPE.equalsIgnoreCase(id.type())) {
            return;
        }
        var path = lower(id.path());
        for (var lock : resources.all()) {
            if (!TYPE.equalsIgnoreCase(lock.id.type())
                    || !LEVELS.contains(
                            lower(lock.state.path("properties").path("level").asText()))) {
                continue;
            }
            var locked = lower(lock.id.parent());
            if (path.equals(locked)
                    || path.startsWith(locked + "/")
                    || locked.startsWith(path + "/")) {
                throw ArmError.of(
                        409,
                        "ScopeLocked",
                        "The scope '%s' cannot perform delete operation because following scope(s) are locked: '%s'. Please remove the lock and try again."
                                .formatted(id.path(), lock.id.parent()));
            }
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
