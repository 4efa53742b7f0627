package dev.dragoman.camel.arm;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code azure-arm} scheme. */
@Component("azure-arm")
public class AzureArmComponent extends PathComponent<AzureArmEndpoint> {
    public AzureArmComponent() {
        super(AzureArmEndpoint::new, AzureArmEndpoint::setMethod);
    }
}
