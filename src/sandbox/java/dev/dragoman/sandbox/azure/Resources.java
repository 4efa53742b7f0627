package dev.dragoman.sandbox.azure;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * All resources and their operations. One lock guards everything, so a caller never sees a
 * half-changed state. No thread ends operations: {@link #locked} first ends each operation whose
 * time has passed.
 */
public final class Resources {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Resource> byKey = new LinkedHashMap<>();
    private final Map<String, Operation> operations = new HashMap<>();
    private final Clock clock;
    private final DeletedVaults deletedVaults;
    private Consumer<Operation> end = operation -> {};

    Resources(Clock clock) {
        this.clock = clock;
        this.deletedVaults = new DeletedVaults(clock);
    }

    /** Runs the action at the end of each operation, before its target is removed. */
    void onEnd(Consumer<Operation> action) {
        end = action;
    }

    DeletedVaults deletedVaults() {
        return deletedVaults;
    }

    /** Runs the work with the lock held, after ending all operations whose time has come. */
    public <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            settle(clock.instant());
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    public Optional<Resource> find(String id) {
        return Optional.ofNullable(byKey.get(ArmId.key(id)));
    }

    public List<Resource> all() {
        return List.copyOf(byKey.values());
    }

    void put(Resource resource) {
        byKey.put(resource.key, resource);
    }

    /** Removes a resource and all below it. */
    public void remove(Resource resource) {
        byKey.values()
                .removeIf(
                        each -> {
                            boolean goes =
                                    each.key.equals(resource.key)
                                            || each.key.startsWith(resource.key + "/");
                            if (goes) {
                                deletedVaults.removed(each);
                            }
                            return goes;
                        });
    }

    /** All resources below an id, at any depth. */
    List<Resource> below(String id) {
        var prefix = ArmId.key(id) + "/";
        return byKey.values().stream().filter(r -> r.key.startsWith(prefix)).toList();
    }

    Optional<Operation> operation(String id) {
        return Optional.ofNullable(operations.get(id));
    }

    void start(Operation operation) {
        operations.put(operation.id, operation);
        operation.target.operation = operation;
    }

    private void settle(Instant now) {
        for (var operation : new ArrayList<>(operations.values())) {
            if (!operation.done && !operation.ends.isAfter(now)) {
                finish(operation);
            }
        }
    }

    private void finish(Operation operation) {
        operation.done = true;
        var target = operation.target;
        if (target.operation == operation) {
            target.operation = null;
        }
        end.accept(operation);
        if (operation.verb == Operation.Verb.DELETE && operation.failure == null) {
            remove(target);
        } else if (operation.failure != null) {
            target.state.withObject("/properties").put("provisioningState", "Failed");
        }
    }
}
