package dev.dragoman.camel.point;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The bean {@code objects}: adds objects to those that the route makes, at the point {@code
 * objects}. Thread-safe.
 */
public final class ObjectsBean {
    /**
     * Adds the object in the message body. Later changes of the body do not change the object.
     *
     * @throws IllegalArgumentException when the body is not a map
     */
    public void add(Exchange exchange) {
        add(exchange.getMessage().getBody(), exchange);
    }

    /**
     * Adds the object that the YAML in the message body describes. Expressions of the language
     * simple in its texts are replaced by their results. A text that is one expression becomes a
     * value of the result's type. The YAML is parsed first, so a result cannot change the structure
     * of the object.
     *
     * @throws IllegalArgumentException when the body is not the YAML of an object
     */
    public void template(Exchange exchange) {
        var text = exchange.getMessage().getBody(String.class);
        Object read;
        try {
            read =
                    new Load(LoadSettings.builder().setLabel("the template").build())
                            .loadFromString(text);
        } catch (YamlEngineException noYaml) {
            throw new IllegalArgumentException(
                    "the message body is not YAML: "
                            + noYaml.getMessage().lines().findFirst().orElse(""),
                    noYaml);
        }
        // for expressions, the body is the list of objects that the lines of the route make
        exchange.getMessage().setBody(PointRun.of(exchange, "objects").step().input());
        add(filled(read, exchange), exchange);
    }

    private static void add(Object object, Exchange exchange) {
        var run = PointRun.of(exchange, "objects");
        if (!(object instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(
                    "the message body is not a map with an object; to add an object from YAML, set the YAML as a constant and call 'template'");
        }
        run.add(object);
    }

    private static Object filled(Object value, Exchange exchange) {
        return switch (value) {
            case Map<?, ?> map -> {
                var out = new LinkedHashMap<Object, Object>();
                map.forEach((key, each) -> out.put(key, filled(each, exchange)));
                yield out;
            }
            case List<?> list -> {
                var out = new ArrayList<>();
                list.forEach(each -> out.add(filled(each, exchange)));
                yield out;
            }
            case String text when text.contains("${") ->
                    exchange.getContext()
                            .resolveLanguage("simple")
                            .createExpression(text)
                            .evaluate(exchange, Object.class);
            case null, default -> value;
        };
    }
}
