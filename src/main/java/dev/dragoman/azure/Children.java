package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureKind.Owner;
import dev.dragoman.azure.catalog.AzureKind.Scope;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes owner references, so that the garbage collector does not delete the children of an
 * object. Thread-safe.
 */
record Children(Catalog catalog, Reader reader, MetadataWriter metadata) {
    private static final Logger LOG = LoggerFactory.getLogger(Children.class);

    /**
     * Removes the reference to this owner from all its children. When a CRD is deleted, the API
     * server deletes all objects of its kind. The garbage collector would then delete their
     * children of other kinds, and so the children's resources in Azure would be deleted too. Safe
     * to repeat.
     */
    void disown(AzureKind kind, Map<String, Object> owner) {
        var uid = Fields.metadata(owner, "uid");
        possible(catalog, kind)
                .forEach(child -> disown(child, uid, Fields.metadata(owner, "namespace")));
    }

    /** Kinds whose objects may have an object of this kind as their owner. */
    static List<AzureKind> possible(Catalog catalog, AzureKind kind) {
        var asOwner = new Owner(kind.group(), kind.kind());
        return catalog.names().stream()
                .filter(child -> child.owner().map(asOwner::equals).orElse(true))
                .flatMap(child -> catalog.find(child.group(), child.kind()).stream())
                // an extension resource may belong to a resource of any kind, so the catalog names
                // no owner for it
                .filter(child -> child.owner().isPresent() || child.scope() == Scope.EXTENSION)
                .toList();
    }

    private void disown(AzureKind child, String ownerUid, String namespace) {
        var apiVersion = child.group() + "/" + child.newest().names().getFirst();
        try {
            var selector = AsoNames.OWNER_UID + "=" + ownerUid;
            for (var object :
                    reader.metadata(apiVersion, child.kind(), namespace, selector, each -> each)) {
                disown(object, ownerUid);
            }
        } catch (KindMissing notInstalled) {
            LOG.debug("no children of a kind that is not installed: {}", notInstalled.getMessage());
        }
    }

    private void disown(Map<String, Object> object, String ownerUid) {
        try {
            var _ = metadata.write(object, MetadataChange.removeOwner(ownerUid));
            LOG.info(
                    "{} {} no longer has its owner reference, because the CRD of its owner's kind is being deleted",
                    object.get("kind"),
                    Fields.metadata(object, "name"));
        } catch (ObjectGone gone) {
            LOG.debug("a child was deleted before its owner reference was removed", gone);
        }
    }
}
