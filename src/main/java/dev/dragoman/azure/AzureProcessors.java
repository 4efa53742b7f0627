package dev.dragoman.azure;

import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.capability.Loop;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Exchange;

/** The bean {@code azure} of routes: the loop, and a tag for what is about to be sent. */
public final class AzureProcessors extends CapabilityProcessors {
    /** Names the tag that {@link #addTag} sets. */
    public static final String TAG_KEY = "azureTagKey";

    /** The value of that tag. */
    public static final String TAG_VALUE = "azureTagValue";

    AzureProcessors(Loop<AzureObservation> loop) {
        super(loop);
    }

    /**
     * Sets the tag of properties {@code azureTagKey} and {@code azureTagValue} on the ARM body. A
     * tag that the object sets itself wins; types without tags stay without.
     */
    @SuppressWarnings("unchecked")
    public void addTag(Exchange exchange) {
        var key = exchange.getProperty(TAG_KEY, String.class);
        var value = exchange.getProperty(TAG_VALUE, String.class);
        if (key == null || value == null) {
            throw new IllegalArgumentException(
                    "addTag needs the properties %s and %s".formatted(TAG_KEY, TAG_VALUE));
        }
        var seen = this.<AzureObservation>found(exchange).map(context -> context.facts());
        // what is no map any more is refused when it has come back
        if (seen.isEmpty()
                || !(exchange.getMessage().getBody() instanceof Map<?, ?> body)
                || seen.get().version().body().stream().noneMatch(f -> "tags".equals(f.arm()))) {
            return;
        }
        var tags = new LinkedHashMap<String, Object>();
        if (body.get("tags") instanceof Map<?, ?> present) {
            present.forEach((name, text) -> tags.put(String.valueOf(name), text));
        }
        tags.putIfAbsent(key, value);
        ((Map<String, Object>) body).put("tags", tags);
    }
}
