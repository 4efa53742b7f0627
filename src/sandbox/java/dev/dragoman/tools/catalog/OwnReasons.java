package dev.dragoman.tools.catalog;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The section of {@code docs/errors.md} on reasons that are not codes of Azure but the operator's
 * own.
 */
final class OwnReasons {
    private static final Map<String, String> CONDITIONS = conditions();
    private static final Map<String, String> EVENTS = events();

    private OwnReasons() {}

    /** The section in Markdown. */
    static String section() {
        var out = new StringBuilder();
        out.append(
                """

                ## Reasons of the operator

                These reasons of the condition Ready are no codes of Azure. The message names the field or the object.

                | reason | what it means, and what to do |
                |---|---|
                """);
        CONDITIONS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        out.append(
                """

                The condition `FieldsNotSent` is a warning that does not change Ready. Its reason is `NotInAppliedVersion` if the
                applied version does not have a field or does not allow a value. Its reason is `UnknownAnnotation` if only an
                annotation has no effect.

                The condition `ValuesKept` is no warning. It names values in Azure that differ from the spec and are kept. Its reason
                is the first row of this table that applies to one of the values:

                | reason of `ValuesKept` | when |
                |---|---|
                | `NoLongerAskedFor` | A field was removed from the spec, and Azure keeps its value. To turn the setting off in Azure, write the value that turns it off into the spec, and remove the field afterwards. To delete a child that was removed from a list, delete it in Azure, or by its own object. |
                | `NotMadeSmaller` | An autoscaler or a similar setting may no longer change the value. The value in Azure has grown, and stays. |
                | `MovedByOthers` | An autoscaler or a similar setting may change the value ([kinds](kinds.md#values-that-others-move)). |

                The condition `StatusShortened` (reason `TooLarge`) is no warning. It names fields of Azure's answer that would make
                the status larger than 256 KiB. The status has ten entries of each of their lists, or lacks the fields.

                The condition `RepairsDoNotHold` (reason `WrittenAgain`) names fields, or entries of a Key Vault, that another client changes again after each
                repair. The first three repairs of a field are made at once, the next after ten minutes. Each pause is twice the one
                before, up to a day. An edit of the spec is sent at once. Ready does not change. Write the other client's value into
                the spec, or stop that client. With the reason `ChangedAgain` it says that the object
                [rests](operations.md#objects-that-rest): something is changed for it again and again, though its spec stays the same.

                The condition `AppliedValuesChanged` (reason `ChangedByAdmission`) names fields in which
                the API server keeps other values than the operator has applied. An admission webhook or a MutatingAdmissionPolicy changes
                them. The same is applied again after ten minutes at the earliest. Ready does not change. What is only added, such as
                labels and sidecars, is not named. A NetworkPolicy that opens more than was applied is an error: `PolicyWidened`
                ([what to do](cdtargets.md#conditions)).

                The condition `SecretsInSpec` (reason `LooksLikeSecret`) is a warning that does not change Ready. It names fields in the body of an
                `ArmResource` that look like secrets. Write each into a Secret ([arm-resource.md](arm-resource.md#secrets)).

                These six conditions have the status `True`, and exist only while they apply.

                The reason of an Event names what began or failed; its text has the reason of the condition:

                | reason of the Event | what happened |
                |---|---|
                """);
        EVENTS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        return out.toString();
    }

    private static Map<String, String> conditions() {
        var all = new LinkedHashMap<String, String>();
        progress(all);
        references(all);
        specs(all);
        credentials(all);
        tenants(all);
        cluster(all);
        requests(all);
        return all;
    }

    private static void progress(Map<String, String> all) {
        all.put("Succeeded", "Azure has what the object asks for. Nothing to do.");
        all.put(
                "Reconciling",
                "Azure is working on it. Wait. A warning names a state that waits for a person.");
        all.put("Deleting", "Azure is deleting the resource. Wait.");
    }

    private static void references(Map<String, String> all) {
        all.put(
                "WaitingForOwner",
                "The object that `spec.owner` names does not exist in the namespace or is not Ready. Create it, correct the name, or see its own condition.");
        all.put(
                "ReferenceNotFound",
                "An object, or a built-in role, that the spec refers to does not exist or is not Ready. Create it or correct the name.");
        all.put(
                "SecretNotFound",
                "A Secret, or a key of it, that the spec names does not exist in the namespace. Create it or correct the name.");
        all.put(
                "ConfigMapNotFound",
                "A ConfigMap, or a key of it, that the spec names does not exist in the namespace. Create it or correct the name.");
        all.put(
                "InvalidReference",
                "A field has a value that cannot be a name, such as `a/../b`. Or a reference names a kind that the operator does not have, an owner without its group and kind, or an invalid name of a Secret or ConfigMap. Correct the field.");
    }

    private static void specs(Map<String, String> all) {
        all.put(
                "Unreadable",
                "The operator cannot read the object, for example because it has more than 200 levels of maps and lists. Nothing is done for the object until it can be read. Remove what the message names.");
        all.put(
                "TooMuchToRead",
                "An answer of the API server about the object is larger than the operator holds in memory at once. Delete objects that are not needed, or shrink them.");
        all.put(
                "Failed",
                "The owner or the name is missing, malformed, or was changed after the resource was created. Correct the field that the message names.");
        all.put("InvalidName", "`spec.azureName` cannot be part of an ARM id. Write another name.");
        all.put(
                "InvalidArmResource",
                "The spec of an `ArmResource` means no resource that may be sent, or its body has no place for what is put into it. Correct the field that the message names ([arm-resource.md](arm-resource.md)).");
        all.put(
                "InvalidReconcilePolicy",
                "The annotation `serviceoperator.azure.com/reconcile-policy` has an unknown value. Write `manage`, `skip` or `detach-on-delete`, or remove it.");
        all.put(
                "StaleOwnerReference",
                "A backup has brought owner references of another cluster along. The garbage collector may delete the object at any moment. So nothing is done for it, and its resource stays. Remove `metadata.ownerReferences`.");
        all.put(
                "InvalidOperatorNamespace",
                "The annotation `serviceoperator.azure.com/operator-namespace` is no name of a namespace. Correct or remove it.");
        all.put(
                "InvalidExport",
                "`operatorSpec` names a Secret, a ConfigMap or a key that cannot be written. Write another name.");
        all.put(
                "InvalidKeyVault",
                "An annotation or a setting about a Key Vault is invalid, a name is not possible, or a value is too large. Correct what the message names ([key-vault.md](key-vault.md)).");
        all.put(
                "KeyVaultNotAllowed",
                "The credential is shared with other namespaces, and this namespace may not use the Key Vault in this way. Create an [object Vault](key-vault.md#identity-and-rights) for it in the namespace, ask the administrator to list it, or add what the message names.");
        all.put(
                "KeyVaultNotFound",
                "No Key Vault answers at the address. Create it, or correct its name.");
        all.put(
                "KeyVaultNotReady",
                "The object Vault in the message has no vault in Azure yet. Or a value must be read from its vault, and the object is not Ready. The operator tries again when that object changes.");
        all.put(
                "KeyVaultEntryTaken",
                "The entry, or a deleted entry of the same name, belongs to another owner. If the owner is this object in another cluster, take the entry over. Otherwise choose another pattern or vault, or delete and purge the entry ([key-vault.md](key-vault.md#whose-an-entry-is)).");
        all.put(
                "KeyVaultEntryDisabled",
                "Somebody disabled the entry in the Key Vault. Enable it.");
        all.put(
                "KeyVaultEntryNotFound",
                "The Key Vault has no entry with the name in the spec. Create the entry, or correct the name ([key-vault.md](key-vault.md#values-from-a-key-vault)).");
        all.put(
                "KeyVaultValueUnfit",
                "The spec names a property of a value in a Key Vault, but the value is not a JSON object with this property. Correct the value or the key.");
        all.put(
                "KeyVaultNotRead",
                "Only `dragoman plan` has this reason: it has no credential, so it cannot read the value in the Key Vault.");
        all.put(
                "KeyVaultEntryRecovering",
                "A deletion or recovery in the Key Vault is not finished. The operator tries again in seconds.");
        all.put(
                "ForbiddenByRbac",
                "The identity has no role for the secrets of the Key Vault. Give it Key Vault Secrets Officer.");
        all.put(
                "ForbiddenByPolicy",
                "The Key Vault's access policies give the identity no right. Give it get, set, delete and recover of secrets.");
        all.put(
                "AccessDenied",
                "The Key Vault's access policies give the identity no right. Give it get, set, delete and recover of secrets.");
        all.put(
                "ForbiddenByFirewall",
                "The Key Vault's firewall refuses the operator. Allow the operator's address.");
        all.put(
                "ForbiddenByConnection",
                "The Key Vault has no public access. Let the operator reach it by a private endpoint.");
        all.put(
                "InvalidExpression",
                "An expression of `operatorSpec` cannot be read, or gives neither a string nor a map of strings. Correct it at the position that the message names ([expressions.md](expressions.md)).");
        all.put(
                "NotSupported",
                "The object is stored as Azure Service Operator stores it. Run `dragoman take-over`.");
        all.put(
                "NotServed",
                "The kind is no resource of Azure Resource Manager. Nothing is done for the object; delete it, or leave it.");
        all.put(
                "FailedWritingAdditionalKubernetesObjects",
                "A Secret or ConfigMap of `operatorSpec` could not be written, or there is no value for it. Do as the message says: grant the right, export to another name, or correct the expression.");
        all.put(
                "AzureResourceNotFound",
                "The policy is `skip` and Azure does not have the resource. Create it there, or change the policy to `manage`.");
        all.put(
                "ReconciliationBlocked",
                "The resource or its owner is in a state in which nothing is sent ([States](#states)). Wait, or correct it in Azure.");
        all.put(
                "ProvisioningFailed",
                "Azure accepted the resource without an error, but shows it as failed or canceled. The operator sends it again with growing pauses, except with the policy `skip`. Look at the resource's activity log in Azure.");
        all.put(
                "PostReconciliationFailure",
                "Everything was sent, but something is missing before the resource can be used ([States](#states)). Do in Azure what the message says.");
        all.put(
                "DeletionNotSupportedInAzure",
                "Azure cannot delete this resource separately from its owner. Delete the owner, or set the policy `detach-on-delete`.");
        all.put(
                "OwnSubscription",
                "The object stands for the subscription of the operator's credential. The operator does not cancel that subscription. To delete only the object, set the policy `detach-on-delete`.");
    }

    private static void credentials(Map<String, String> all) {
        all.put(
                "CredentialNotFound",
                "There is no complete credential for the object. Set what the message names, in the Secret that it names ([tenants](tenants.md#credentials), [settings](settings.md)).");
        all.put(
                "ResourceExists",
                "Azure has the resource already, and the annotation `dragoman.dev/only-new`, or an `ArmResource` without `adopt: true`, allows only a new one. Choose another name, remove the annotation, or set `adopt: true`.");
        all.put(
                "NotAllowed",
                "No row of the Platform allows this to a team. The message names the nearest row. Change what it names, or ask the platform's team for a row ([teams](teams.md#what-a-team-may-ask-for)).");
        all.put(
                "InvalidCredentialFrom",
                "The annotation `credential-from` is no name of a Secret of the object's namespace. Correct it ([tenants](tenants.md#credentials)).");
        all.put(
                "CredentialChanged",
                "The credential was changed while a request was prepared. The operator tries again.");
        all.put(
                "SubscriptionMismatch",
                "The resource is in another subscription than the credential's. Restore the credential, or correct the object.");
        all.put("AuthenticationFailed", "Entra refuses the credential. Correct it.");
    }

    private static void tenants(Map<String, String> all) {
        all.put(
                "ResourceHeldByAnotherObject",
                "Another object stands for the same resource. Delete one of the two objects, or write another name.");
        all.put(
                "ConsentRequired",
                "The resource is above or below a resource of another namespace, and Azure cannot tell the two namespaces apart. Ask the other team for the annotation that the message names ([tenants](tenants.md)), or give this namespace its own identity.");
        all.put(
                "OwnCredentialRequired",
                "A resource of this type runs a template or a script with all rights of its credential, and other namespaces share that. Give this namespace an identity of its own ([tenants](tenants.md#types-that-reach-others)).");
    }

    private static void cluster(Map<String, String> all) {
        all.put(
                "ReadRefused",
                "The operator has no right to read a Secret or ConfigMap that the spec names. Bind ClusterRole `dragoman-secrets` in the namespace. The deletion of the object waits for this right; the policy `detach-on-delete` releases the object without it.");
        all.put(
                "Forbidden",
                "The API server refuses a write. Grant the right that the message names, or change the quota or policy.");
        all.put(
                "ExportNotLeft",
                "The object is being deleted, and the operator may not withdraw it from an exported Secret or ConfigMap. The garbage collector would delete the keys of others with it. So the object waits. Grant the right that the message names, usually by the RoleBinding `dragoman-secrets`.");
        all.put(
                "LeftOut",
                "A route that replaces a built-in one has no line for a step that is due, so the step is not done. The message names the step, and what differs. Add the line, or leave the step out ([overlays](overlays.md#routes-in-place-of-ours)).");
        all.put(
                "OverlayFailed",
                "A file of an overlay failed. Correct the file that the message names, and restart the operator. The operator also tries again within three minutes, so a service that did not answer, or a missing kind, needs no restart ([overlays](overlays.md)).");
        all.put(
                "HttpsFailed",
                "A message of an overlay did not reach the host that the message names, or the host did not take it. Correct the address, the host or `DRAGOMAN_HTTPS_HOSTS` ([overlays](overlays.md#messages-to-https)).");
        all.put(
                "AfterCreateFailed",
                "The resource was created, but steps of a team after the creation failed. Correct what the message names; the operator tries again ([overlays](overlays.md)).");
        all.put(
                "NotOurs",
                "An overlay applies an object that belongs to somebody else. Delete that object, or write another name.");
        all.put(
                "SecretImmutable",
                "A Secret that an overlay applies has `immutable: true`, so nobody can change its values. Delete it, and it is made again.");
        all.put(
                "ConfigMapImmutable",
                "A ConfigMap that an overlay applies has `immutable: true`, so nobody can change its values. Delete it, and it is made again.");
        all.put(
                "FieldImmutable",
                "The API server changes a field of an existing object for nobody, such as the selector of a Deployment or the type of a Secret. Delete the object, and it is made again.");
        all.put(
                "FieldConflict",
                "An overlay applies fields that another field manager owns. Remove the fields from the overlay, or set `force` in the step that applies them.");
        all.put(
                "WriteConflict",
                "The API server refused several writes in a row, because another client had written first. The operator tries again. Look for that client.");
        all.put(
                "Unfinished",
                "A route of an overlay stopped before its last step. Look for `stop`, `rollback` or an error handler in it.");
        all.put(
                "BadOutcome",
                "A route of an overlay sets an unknown outcome. Write `done` or `requeue 30s`.");
    }

    private static void requests(Map<String, String> all) {
        all.put(
                "AzureUnreachable",
                "Azure or Entra did not answer, or a proxy answered in their place, or Entra gives no token at present, or a service refused one. The operator tries again after a pause; look at the network and at Azure's status. Where nothing was sent, the host was silent before: each namespace tries again within 32 s, and one answer ends it for all.");
        all.put(
                "WaitsForTurn",
                "Other objects use what all share: threads that compute, or memory for large answers. One namespace gets two thirds at most. The operator tries again soon. If it lasts, look who has heavy expressions, many RSA keys or large answers.");
        all.put(
                "TooManyRequests",
                "Azure answered 429 without a code, or an answer to another object makes this object wait too ([Throttled](#throttled)). The operator tries again after the pause.");
        all.put(
                "LeaseNotHeld",
                "Another replica may be the leader, so this one sent nothing. The leader sends it.");
        all.put(
                "NotSent",
                "Only `dragoman plan` has this reason: a team's step asks for a request that changes something in Azure, and a plan sends none.");
        all.put(
                "InHand",
                "Another trigger, or a second line `observe`, led to the same object while it was being reconciled. The operator tries again. Call each route from one trigger only, with one line `observe`.");
        all.put(
                "NotForRoutes",
                "A team's route tried to use something that is reserved for the operator: a field manager, a finalizer, a Secret, or the condition Ready. Use other names.");
        all.put(
                "PreconditionFailed",
                "Another client changed the resource, or a child in its body, after the operator had read it. The operator reads it again, then sends it.");
        all.put(
                "UntrustedHost",
                "A URL has a host that does not belong to this cloud, so no token was sent. Correct `AZURE_RESOURCE_MANAGER_ENDPOINT`, or report it.");
        all.put(
                "OperationWithoutUrl",
                "Azure accepted a request, but sent no URL to poll for its result. The operator sends the request again.");
        all.put(
                "UnknownError",
                "Azure's error has no code. Read the message; the operator tries again.");
    }

    private static Map<String, String> events() {
        var all = new LinkedHashMap<String, String>();
        all.put("BeginCreateOrUpdate", "The resource is sent to Azure.");
        all.put("BeginDelete", "Azure is deleting the resource.");
        all.put("Detached", "The object was released, and the resource stays in Azure.");
        all.put(
                "Overlap",
                "Another operator reconciles the object. This operator does nothing for the object until its annotation `serviceoperator.azure.com/operator-namespace` is removed or changed.");
        all.put(
                "CreateOrUpdateActionError",
                "Azure refused the resource, or could not be reached.");
        all.put(
                "DetermineCreateOrUpdateActionError",
                "The resource could not be sent; the text says why.");
        all.put("DeleteActionError", "Azure refused the deletion, or could not be reached.");
        all.put(
                "DetermineDeleteActionError",
                "The resource could not be deleted; the text says why.");
        all.put(
                "NotPossibleInAzure",
                "Azure cannot delete the resource separately from its owner.");
        return all;
    }
}
