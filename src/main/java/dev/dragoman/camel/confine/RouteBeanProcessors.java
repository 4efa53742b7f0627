package dev.dragoman.camel.confine;

import java.lang.reflect.Method;
import org.apache.camel.BeanScope;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.spi.BeanProcessorFactory;

/**
 * Creates the processors of the step {@code bean}, restricted to the beans and methods for routes.
 */
record RouteBeanProcessors(BeanProcessorFactory all) implements BeanProcessorFactory {
    @Override
    public Processor createBeanProcessor(CamelContext context, Object bean, Method method) {
        throw new IllegalArgumentException("a step can call a bean only by its name");
    }

    @Override
    public Processor createBeanProcessor(
            CamelContext context,
            Object bean,
            String beanType,
            Class<?> beanClass,
            String ref,
            String method,
            BeanScope scope)
            throws Exception {
        if (bean != null || beanType != null || beanClass != null) {
            throw new IllegalArgumentException("name a bean here, not a class");
        }
        var call = RouteBeans.method(context, ref, method);
        return all.createBeanProcessor(context, null, null, null, ref, call, scope);
    }
}
