package dev.dragoman.camel.object;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code kubernetes-object} scheme. */
@Component("kubernetes-object")
public class KubernetesObjectComponent extends PathComponent<KubernetesObjectEndpoint> {
    public KubernetesObjectComponent() {
        super(KubernetesObjectEndpoint::new, KubernetesObjectEndpoint::setName);
    }
}
