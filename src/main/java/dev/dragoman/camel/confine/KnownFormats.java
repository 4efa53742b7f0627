package dev.dragoman.camel.confine;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.DefaultDataFormatResolver;
import org.apache.camel.spi.DataFormat;

/** Resolves the only data format that routes may use: JSON, as {@link ValueJson}. Immutable. */
final class KnownFormats extends DefaultDataFormatResolver {
    private static final String JSON = "jackson";

    @Override
    public DataFormat createDataFormat(String name, CamelContext context) {
        return JSON.equals(name) ? new ValueJson() : null;
    }
}
