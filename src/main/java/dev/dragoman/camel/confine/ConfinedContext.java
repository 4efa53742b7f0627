package dev.dragoman.camel.confine;

import java.nio.file.Path;
import java.util.List;
import org.apache.camel.TypeConverter;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.BeanIntrospection;
import org.apache.camel.spi.BeanProcessorFactory;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.DataFormatResolver;
import org.apache.camel.spi.FactoryFinderResolver;
import org.apache.camel.spi.LanguageResolver;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.spi.ResourceLoader;
import org.apache.camel.spi.VariableRepositoryFactory;
import org.apache.camel.support.PluginHelper;

/**
 * A Camel context whose routes can use only values and the beans for routes. Each part of Camel
 * that resolves a name from the text of a route is replaced by one that resolves only allowed
 * names. The context is created with these parts. Camel's own parts are used only behind them.
 */
public final class ConfinedContext extends DefaultCamelContext {
    private final List<Path> directories;

    /**
     * Creates a context without a registry; call {@code build()} before its use.
     *
     * @param directories directories of the overlays
     */
    public ConfinedContext(List<Path> directories) {
        super(false);
        this.directories = List.copyOf(directories);
    }

    @Override
    protected ClassResolver createClassResolver() {
        return new KnownClasses(this);
    }

    @Override
    protected FactoryFinderResolver createFactoryFinderResolver() {
        return new OwnParts(this);
    }

    @Override
    protected TypeConverter createTypeConverter() {
        return new ValueConverter(
                this,
                PluginHelper.getPackageScanClassResolver(this),
                getInjector(),
                isLoadTypeConverters(),
                isTypeConverterStatisticsEnabled());
    }

    @Override
    protected LanguageResolver createLanguageResolver() {
        return new KnownLanguages();
    }

    @Override
    protected DataFormatResolver createDataFormatResolver() {
        return new KnownFormats();
    }

    @Override
    protected BeanProcessorFactory createBeanProcessorFactory() {
        return new RouteBeanProcessors(super.createBeanProcessorFactory());
    }

    @Override
    protected BeanIntrospection createBeanIntrospection() {
        return new KnownOptions();
    }

    @Override
    protected ResourceLoader createResourceLoader() {
        return new KnownResources(this, directories);
    }

    @Override
    protected VariableRepositoryFactory createVariableRepositoryFactory() {
        return new KnownVariables(this);
    }

    @Override
    protected PropertiesComponent createPropertiesComponent() {
        var made = super.createPropertiesComponent();
        KnownPlaceholders.only(made);
        return made;
    }
}
