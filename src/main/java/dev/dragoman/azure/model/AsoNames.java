package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.ArmResourceKind;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.ReservedSecrets;
import dev.dragoman.reconcile.Changes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Names of finalizers, annotations and labels. Those of Azure Service Operator are used unchanged,
 * so that its users can switch to Dragoman. The others are Dragoman's own.
 */
public final class AsoNames {
    public static final String FINALIZER = "serviceoperator.azure.com/finalizer";
    public static final String POLICY = "serviceoperator.azure.com/reconcile-policy";
    public static final String RESOURCE_ID = "serviceoperator.azure.com/resource-id";
    public static final String CHILD_ID = "serviceoperator.azure.com/child-resource-id-override";
    public static final String OPERATOR_NAMESPACE = "serviceoperator.azure.com/operator-namespace";
    public static final String GENERATION =
            "serviceoperator.azure.com/latest-reconciled-generation";
    public static final String OWNER_NAME = "serviceoperator.azure.com/owner-name";
    public static final String OWNER_GROUP_KIND = "serviceoperator.azure.com/owner-group-kind";
    public static final String OWNER_UID = "serviceoperator.azure.com/owner-uid";
    public static final String RECONCILED_VERSION =
            "serviceoperator.azure.com/last-reconciled-version";

    public static final String CREDENTIAL = "serviceoperator.azure.com/credential-from";

    /** Name of the Secret that holds the credential of a namespace. */
    public static final String NAMESPACE_CREDENTIAL = ReservedSecrets.CREDENTIAL;

    /** Dragoman's own: the seal of the claim. */
    public static final String CLAIMED_BY = "dragoman.dev/claimed-by";

    /** Dragoman's own: the seal on an object whose resource did not exist before its first PUT. */
    public static final String MADE_BY = "dragoman.dev/made-by";

    /** Dragoman's own, on a Namespace. This annotation no longer has an effect. */
    public static final String ACCEPT_CREDENTIAL = "dragoman.dev/accept-operator-credential";

    /**
     * Dragoman's own, on an object or its Namespace: namespaces, separated by commas, whose objects
     * may claim resources below this object's resource in Azure; {@code *} means all.
     */
    public static final String ALLOW_CHILDREN = "dragoman.dev/allow-children-from";

    /**
     * Dragoman's own, on an object or its Namespace: namespaces, separated by commas, whose objects
     * may claim resources above this object's resource in Azure; {@code *} means all.
     */
    public static final String ALLOW_PARENTS = "dragoman.dev/allow-parents-from";

    /**
     * Dragoman's own: with the value true, a resource that Azure has already is not taken, and one
     * that was not made for the object is not deleted.
     */
    public static final String ONLY_NEW = "dragoman.dev/only-new";

    /**
     * With the value true: a composition may take the object over, and what Azure shows already is
     * not sent again.
     */
    public static final String ADOPT = "dragoman.dev/adopt";

    /**
     * Dragoman's own, on an object or its Namespace: name or URL of the Key Vault that exported
     * secrets go to. An empty value means none.
     */
    public static final String KEY_VAULT = "dragoman.dev/key-vault";

    /** Dragoman's own: whether exported secrets are kept out of the cluster. */
    public static final String KEY_VAULT_ONLY = "dragoman.dev/key-vault-only";

    /** Dragoman's own: {@code entries}, {@code json} or {@code json-base64}. */
    public static final String KEY_VAULT_FORM = "dragoman.dev/key-vault-form";

    /** Dragoman's own: pattern of the names of entries. */
    public static final String KEY_VAULT_ENTRY = "dragoman.dev/key-vault-entry";

    /** Dragoman's own: {@code delete} or {@code keep}: what happens when the object is deleted. */
    public static final String KEY_VAULT_DELETION = "dragoman.dev/key-vault-deletion";

    /** Dragoman's own: whether entries of the same object in another cluster are taken over. */
    public static final String KEY_VAULT_TAKE_OVER = "dragoman.dev/key-vault-take-over";

    /** Dragoman's own: time before which the values are not to be used. */
    public static final String KEY_VAULT_NOT_BEFORE = "dragoman.dev/key-vault-not-before";

    /** Dragoman's own: time after which the values are not to be used. */
    public static final String KEY_VAULT_EXPIRES = "dragoman.dev/key-vault-expires";

    /** Annotations about exports to a Key Vault. */
    public static final List<String> KEY_VAULT_ANNOTATIONS =
            List.of(
                    KEY_VAULT, KEY_VAULT_ONLY,
                    KEY_VAULT_FORM, KEY_VAULT_ENTRY,
                    KEY_VAULT_DELETION, KEY_VAULT_TAKE_OVER,
                    KEY_VAULT_NOT_BEFORE, KEY_VAULT_EXPIRES);

    /** Annotations that this operator or Azure Service Operator reads or writes on an object. */
    public static final List<String> ANNOTATIONS =
            Stream.concat(
                            KEY_VAULT_ANNOTATIONS.stream(),
                            Stream.of(
                                    POLICY,
                                    RESOURCE_ID,
                                    CHILD_ID,
                                    OPERATOR_NAMESPACE,
                                    GENERATION,
                                    RECONCILED_VERSION,
                                    CREDENTIAL,
                                    CLAIMED_BY,
                                    MADE_BY,
                                    ALLOW_CHILDREN,
                                    ALLOW_PARENTS,
                                    ONLY_NEW,
                                    Changes.RECONCILE_AT,
                                    AppliedVersionPolicy.ANNOTATION,
                                    // only Azure Service Operator writes these; objects that
                                    // were taken over still have them
                                    OWNER_NAME,
                                    OWNER_GROUP_KIND,
                                    OWNER_UID,
                                    "serviceoperator.azure.com/azure-name-from-config",
                                    "serviceoperator.azure.com/bi-poller-resume-token",
                                    "serviceoperator.azure.com/poller-resume-id",
                                    "serviceoperator.azure.com/poller-resume-token",
                                    "serviceoperator.azure.com/service-principal-created",
                                    "serviceoperator.azure.com/shared-private-link-approval-resume-token"))
                    .toList();

    private AsoNames() {}

    /** Whether an object may only make a resource, and take none that exists. */
    public static boolean isOnlyNew(Map<String, Object> object) {
        return "true".equals(Fields.annotation(object, ONLY_NEW))
                || ArmResourceKind.isOnlyNew(object);
    }
}
