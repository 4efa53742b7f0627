package dev.dragoman.camel.point;

import java.util.Map;

/** The beans for steps of extension points. */
public final class PointBeans {
    /** The beans by their names in routes. */
    public static final Map<String, Object> ALL =
            Map.of(
                    "verdict", new VerdictBean(),
                    "body", new BodyBean(),
                    "exports", new ExportsBean(),
                    "objects", new ObjectsBean(),
                    "signature", new SignatureBean());

    private PointBeans() {}
}
