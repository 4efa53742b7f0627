package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.function.BooleanSupplier;

/**
 * Keeps a process that does not hold the Lease any more from writing: a reconciliation may have
 * been under way when the process was stopped, and goes on when it wakes, while another leads. To
 * be put into the client that writes.
 */
public final class LeaseFence implements Interceptor {
    /** Name under which clients know it. */
    public static final String NAME = "lease-fence";

    private final BooleanSupplier open;

    /**
     * @param open whether writes are allowed now; asked before each
     */
    public LeaseFence(BooleanSupplier open) {
        this.open = open;
    }

    /**
     * @throws IllegalStateException instead of a write without the Lease
     */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        boolean election = request.uri().getPath().startsWith("/apis/coordination.k8s.io/");
        if (!"GET".equals(request.method()) && !election && !open.getAsBoolean()) {
            throw new IllegalStateException(
                    "the Lease is not held: another replica may lead, nothing is written");
        }
    }
}
