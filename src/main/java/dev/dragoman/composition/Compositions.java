package dev.dragoman.composition;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Sample;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.composition.template.Template;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.LiveReader;
import dev.dragoman.kube.Remover;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.watch.Impersonation;
import dev.dragoman.reconcile.watch.SharedWatch;
import dev.dragoman.settings.OperatorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Installs one capability for each composition. */
record Compositions(
        Map<String, Templates> templates, ReconciledKinds kinds, OperatorSettings settings)
        implements ConfiguredCapabilities {
    @Override
    public Installed install(Platform platform) {
        var cluster = new ClusterFacts(platform.client(), platform.environment());
        var all = new ArrayList<Capability<?>>();
        templates.values().forEach(each -> all.add(composition(each, platform, cluster)));
        return new Installed(all, Map.of(), () -> {});
    }

    /**
     * A composition that acts as its own ServiceAccount, so that who may write its objects gets the
     * hand of that account and no more.
     */
    private Composition composition(Templates of, Platform platform, ClusterFacts cluster) {
        var manager = MadeMarks.manager(of.name());
        var user = Impersonation.user(settings.namespace(), manager);
        var client = Impersonation.over(platform.client(), user);
        var resources = new Kinds(client);
        var reader = new LiveReader(client, resources);
        Set<GroupKind> reconciled = ConcurrentHashMap.newKeySet();
        watch(of, platform, user, reconciled);
        var own =
                new Makes.Own(
                        new Applier(
                                client,
                                resources,
                                platform.engine().ownWrites(),
                                platform.client()),
                        new Remover(client, resources),
                        reader,
                        MadeMarks::isKept,
                        MadeMarks::isMade,
                        MadeMarks::isFilled);
        return new Composition(
                of,
                reader,
                platform.writers().reader(),
                cluster::all,
                () -> TeamPlatform.of(platform.engine().cache()),
                kind -> {
                    var _ = reconciled.add(kind);
                    return true;
                },
                platform.status(manager + "-status"),
                Optional.of(own));
    }

    /** Shares one watch of each kind among all objects of the composition. */
    private static void watch(
            Templates of, Platform platform, String user, Set<GroupKind> reconciled) {
        var label = MadeMarks.COMPOSITION + "=" + of.name();
        var made = of.lines().values().stream().map(Template::made).collect(Collectors.toSet());
        for (var each : made) {
            var watch =
                    SharedWatch.labelled(
                            each.group(),
                            each.kind(),
                            label,
                            key -> reconciled.contains(GroupKind.of(key)));
            platform.engine().share(watch.as(user));
        }
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return kinds.all().values().stream()
                .flatMap(Set::stream)
                .map(each -> Sample.of(each.group() + "/v1", each.kind(), Map.of()))
                .toList();
    }
}
