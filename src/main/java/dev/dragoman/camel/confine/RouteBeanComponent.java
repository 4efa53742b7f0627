package dev.dragoman.camel.confine;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.component.bean.BeanComponent;

/** The component of the scheme {@code bean}, restricted to the beans and methods for routes. */
public final class RouteBeanComponent extends BeanComponent {
    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        var said = parameters.remove("method");
        if (!parameters.isEmpty()) {
            throw new IllegalArgumentException(
                    "bean:%s takes only the option 'method', not %s"
                            .formatted(remaining, String.join(", ", parameters.keySet())));
        }
        var method =
                RouteBeans.method(
                        getCamelContext(), remaining, said == null ? null : said.toString());
        if (method != null) {
            parameters.put("method", method);
        }
        return super.createEndpoint(uri, remaining, parameters);
    }
}
