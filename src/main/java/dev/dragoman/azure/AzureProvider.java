package dev.dragoman.azure;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.azure.event.EventSettings;
import dev.dragoman.azure.identity.AzureSettingNames;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.Configuration;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.KindSet;
import dev.dragoman.settings.Setting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Provides the capability {@code azure}, which serves the Azure kinds of the catalog. */
public final class AzureProvider implements CapabilityProvider {
    /** Name of the capability, of its route and of the bean of its loop. */
    public static final String NAME = AzureCapability.NAME;

    /** Name of the bean with the kinds of the catalog, for routes. */
    public static final String KINDS = "azure-kinds";

    /** Name of the bean {@link AzureSteps}. */
    static final String STEPS = "azureSteps";

    @Override
    public List<CapabilityLines> lines() {
        return List.of(AzureCapability.LINES);
    }

    @Override
    public Map<String, Object> specSchema(GroupKind kind) {
        return Catalog.load()
                .find(kind.group(), kind.kind())
                .map(CatalogFiles::specSchema)
                .orElse(Map.of());
    }

    @Override
    public Map<String, Class<?>> beans() {
        return Map.of(
                STEPS, AzureSteps.class, KINDS, KindSet.class, AzureEvents.BEAN, AzureEvents.class);
    }

    @Override
    public List<Setting> settings() {
        return Stream.of(AzureSettingNames.ALL, EventSettings.ALL).flatMap(List::stream).toList();
    }

    @Override
    public ConfiguredCapabilities configure(Configuration configuration) {
        var environment = configuration.environment();
        return new AzureCapabilities(
                AzureSettings.from(environment), EventSettings.from(environment));
    }

    /** The kinds of the catalog, without the other kinds of their API groups. */
    public static KindSet kinds() {
        return new KindSet(
                Catalog.load().names().stream()
                        .map(each -> new KindSelector(each.group(), each.kind()))
                        .toList());
    }
}
