package dev.dragoman.camel.status;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code kubernetes-status} scheme. */
@Component("kubernetes-status")
public class KubernetesStatusComponent extends PathComponent<KubernetesStatusEndpoint> {
    public KubernetesStatusComponent() {
        super(KubernetesStatusEndpoint::new, KubernetesStatusEndpoint::setFieldManager);
    }
}
