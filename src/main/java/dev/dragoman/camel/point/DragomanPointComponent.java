package dev.dragoman.camel.point;

import dev.dragoman.camel.PathComponent;
import org.apache.camel.spi.annotations.Component;

/** Entry point of the {@code dragoman-point} scheme. */
@Component("dragoman-point")
public class DragomanPointComponent extends PathComponent<DragomanPointEndpoint> {
    public DragomanPointComponent() {
        super(DragomanPointEndpoint::new, DragomanPointEndpoint::setName);
    }
}
