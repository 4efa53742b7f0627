package dev.dragoman.camel.event;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code kubernetes-event} scheme. */
@Component("kubernetes-event")
public class KubernetesEventComponent extends PathComponent<KubernetesEventEndpoint> {
    public KubernetesEventComponent() {
        super(KubernetesEventEndpoint::new, KubernetesEventEndpoint::setName);
    }
}
