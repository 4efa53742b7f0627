package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;

import dev.dragoman.reconcile.cache.ResourceVersions;
import dev.dragoman.reconcile.watch.WatchPulse;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What finding a silent watch relies on: a list makes the API server ask etcd how far it is, and
 * its next bookmark, about once a minute, tells that to a watch of a kind in which nothing changes.
 */
@Campaign
class BookmarksIT {
    @Test
    void aWatchOfAKindThatRestsSpeaksOfAllThatWasWritten() {
        var client = SharedControlPlane.shared().client();
        var group = "bookmarks.example.org";
        EngineScenario.installCrd(client, group);
        EngineScenario.apply(client, group, "a", 1);
        var things = client.genericKubernetesResources(EngineScenario.things(group));
        var informer = things.inAnyNamespace().runnableInformer(0);
        informer.start();
        await().until(informer::hasSynced);
        EngineScenario.secret(client, "bookmarks", "of another kind");
        var now =
                things.inAnyNamespace()
                        .list(new ListOptionsBuilder().withLimit(1L).build())
                        .getMetadata()
                        .getResourceVersion();
        await(WatchPulse.PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> !ResourceVersions.older(informer.lastSyncResourceVersion(), now));
        informer.stop();
    }
}
