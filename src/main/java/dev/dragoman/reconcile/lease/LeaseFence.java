package dev.dragoman.reconcile.lease;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.function.BooleanSupplier;

/**
 * Keeps a process that no longer holds the Lease from writing: a reconciliation may be under way
 * when the process is suspended, and go on after it resumes, while another replica leads. To be
 * added to each client that writes.
 *
 * @param open whether writes are allowed now; asked before each write
 */
public record LeaseFence(BooleanSupplier open) implements Interceptor {
    /** Name of this interceptor in clients. */
    public static final String NAME = "lease-fence";

    /** Nothing was written, because this process may no longer hold the Lease. */
    public static final class Closed extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private Closed() {
            super("the Lease is not held: another replica may lead, nothing is written");
        }
    }

    /**
     * @throws Closed when the request would write and the Lease is not held
     */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        boolean election = request.uri().getPath().startsWith("/apis/coordination.k8s.io/");
        if (!"GET".equals(request.method()) && !election && !open.getAsBoolean()) {
            throw new Closed();
        }
    }
}
