package dev.dragoman.camel.finalizer;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code kubernetes-finalizer} scheme. */
@Component("kubernetes-finalizer")
public class KubernetesFinalizerComponent extends PathComponent<KubernetesFinalizerEndpoint> {
    public KubernetesFinalizerComponent() {
        super(KubernetesFinalizerEndpoint::new, KubernetesFinalizerEndpoint::setFinalizer);
    }
}
