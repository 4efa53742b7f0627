package dev.dragoman.camel.apply;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code kubernetes-apply} scheme. */
@Component("kubernetes-apply")
public class KubernetesApplyComponent extends PathComponent<KubernetesApplyEndpoint> {
    public KubernetesApplyComponent() {
        super(KubernetesApplyEndpoint::new, KubernetesApplyEndpoint::setFieldManager);
    }
}
